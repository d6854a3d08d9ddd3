package maintainer

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/trace"
)

func (o *traceOptions) newTraceAccept() *cobra.Command {
	reason := ""
	cmd := &cobra.Command{
		Use:   "accept ID...",
		Short: "Say that a clause's links are right although its text changed",
		Long: `accept takes the present text of requirements or clauses into the lock file,
` + trace.LockFile + `, after somebody looked at their code
and cases. It is also the only way to let a clause fall below the rung that the
lock remembers.`,
		Example: `  hooktest trace accept HOOK-067b.1 --reason 'reworded, same meaning'`,
		Args:    console.WantArgs(1, -1, "no id given", "such as: hooktest trace accept HOOK-067b.1 --reason 'reworded, same meaning'"),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.accept(cmd.Context(), args, reason) },
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why the links are right; needed")
	return cmd
}

func (o *traceOptions) accept(ctx context.Context, ids []string, reason string) error {
	if strings.TrimSpace(reason) == "" {
		return console.Usage("accept needs a reason", "such as --reason 'reworded, same meaning'")
	}
	if err := o.load(); err != nil {
		return err
	}
	for _, id := range ids {
		if err := o.known(id); err != nil {
			return err
		}
	}
	report, in, err := o.build(ctx)
	if err != nil {
		return err
	}
	if in.Lock == nil {
		return console.Usage("there is no lock file yet", "run 'hooktest trace prove' first")
	}
	for _, id := range ids {
		if !report.Accept(*in.Lock, id, strings.TrimSpace(reason)) {
			o.Warn(fmt.Sprintf("%s is as it was accepted", id), "")
		}
	}
	text, err := in.Lock.Text()
	if err != nil {
		return console.Fault(err)
	}
	return o.writeLock(text, false)
}

// known refuses an id that the catalogue does not have, with the nearest that it
// has.
func (o *traceOptions) known(id string) error {
	if _, ok := o.catalogue.Lookup(id); ok {
		return nil
	}
	if _, ok := o.catalogue.Clause(id); ok {
		return nil
	}
	if _, ok := o.catalogue.Interpretation(id); ok {
		return nil
	}
	return console.Usage(fmt.Sprintf("no requirement, clause or interpretation %q", id), "did you mean "+o.catalogue.Nearest(id)+"?")
}
