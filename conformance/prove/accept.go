package main

import (
	"context"
	"fmt"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

var errNoLock = usage("there is no lock file yet", "run '"+proof.Command+"' first")

// accept puts the current text of requirements or clauses into the lock.
func (p *proveOptions) accept(ctx context.Context, ids []string, reason string) error {
	switch {
	case len(ids) == 0:
		return usage("no id given", "such as: accept HOOK-067b.1 --reason 'reworded, same meaning'")
	case reason == "":
		return usage("accept needs a reason", "such as --reason 'reworded, same meaning'")
	}
	for _, id := range ids {
		if err := p.Known(id); err != nil {
			return err
		}
	}
	report, in, err := p.input(ctx, true)
	if err != nil {
		return err
	}
	if in.Lock == nil {
		return errNoLock
	}
	for _, id := range ids {
		if !report.Accept(*in.Lock, id, reason) {
			fmt.Fprintf(p.log, "warning: %s is as it was accepted\n", id)
		}
	}
	text, err := in.Lock.Text()
	if err != nil {
		return err
	}
	return p.writeGenerated(trace.LockFile, text, false, "")
}
