// Prove breaks the reference engine on purpose and checks that the conformance suite
// notices. 'hooktest trace' reports the proofs that this command writes.
//
// It also observes the unchanged engine: which lines each case runs, and the results of
// the inspections of its source. It works on the source tree that contains the folder
// --dir.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/hooktest/hooktest/conformance/trace/tree"
	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/machine"
)

// The exit codes are those of hooktest.
const (
	exitAgainst     = 1
	exitUsage       = 2
	exitFault       = 3
	exitUntestable  = 4
	exitNothing     = 5
	exitInterrupted = 130
)

func main() {
	if guard.Called() {
		os.Exit(guard.Main())
	}
	machine.KeepOwn()
	guard.Arm()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	guard.Disarm()
	os.Exit(code)
}

// run executes a command line and returns the exit code.
func run(ctx context.Context, args []string, out, log io.Writer) int {
	p := &proveOptions{out: out, log: log}
	err := p.command(ctx, args)
	if ctx.Err() != nil {
		return exitInterrupted
	}
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	f, ok := errors.AsType[*failure](err)
	if !ok {
		f = &failure{code: exitFault, message: err.Error()}
	}
	if fault, ok := errors.AsType[*tree.Fault](err); ok {
		f.hint = fault.Hint
		if !fault.Broken {
			f.code = exitUsage
		}
	}
	if f.message != "" {
		fmt.Fprintln(log, "error:", f.message)
	}
	if f.hint != "" {
		fmt.Fprintln(log, "hint:", f.hint)
	}
	return f.code
}

// A failure ends the command with an exit code and, unless message is empty, a line on
// the error stream.
type failure struct {
	code          int
	message, hint string
}

func (f *failure) Error() string { return f.message }

func usage(message, hint string) error { return &failure{exitUsage, message, hint} }

// silent ends the command without a further message.
func silent(code int) error { return &failure{code: code} }

func untestable(err error, hint string) error { return &failure{exitUntestable, err.Error(), hint} }

// version returns the version in the build information.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

const help = `usage: prove [flags] [ID...]
       prove accept ID... --reason TEXT
       prove smoke

prove breaks the reference engine on purpose, has the conformance suite judge it, and
writes what was noticed to conformance/trace/trace.lock. With ids (of requirements,
clauses or mutants) or --changed-since it proves a part. accept takes the present text of
clauses into the lock. smoke writes testscripts/smoke.txt: the cases that notice most of
the locked mutants for their time. docs/traceability.md says what a proof is and how long
it holds.

examples:
  go run ./conformance/prove
  go run ./conformance/prove HOOK-010 HOOK-067b.1
  go run ./conformance/prove --changed-since main
  go run ./conformance/prove --cold --locked
  go run ./conformance/prove --locked --fair --sample 200 --seed 7
  go run ./conformance/prove --fair INT-17
  go run ./conformance/prove --operators --sample 100 --within 2m
  go run ./conformance/prove --operators answer.convert
  go run ./conformance/prove --checks HOOK-114
  go run ./conformance/prove accept HOOK-067b.1 --reason 'reworded, same meaning'

flags:
`

// command parses a command line and runs it.
func (p *proveOptions) command(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("prove", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&p.dir, "dir", ".", "a `folder` in the source of the reference engine")
	f.StringVar(&p.reason, "reason", "", "with accept, why the links are right; required")
	f.StringVar(&p.since, "changed-since", "", "only mutants of files that changed since this git `revision`")
	f.BoolVar(&p.observeOnly, "observe", false, "run the suite with coverage, and the inspections, and judge no mutant")
	f.BoolVar(&p.operator.on, "operators", false, "judge mutants that operators make of functions that changed, instead of those made by hand")
	f.IntVar(&p.operator.sample, "sample", -1, "of mutants for which nothing has changed since they were locked, judge only so `many`")
	f.Uint64Var(&p.operator.seed, "seed", 1, "the `number` that decides the sample")
	f.DurationVar(&p.operator.within, "within", 0, "with --operators, stop after this `time`; what was judged by then counts")
	f.IntVar(&p.operator.cases, "cases", 0, "with --operators, ask at most so `many` cases about a mutant (default all that run it)")
	f.BoolVar(&p.checks, "checks", false, "for each check that notices no mutant of its clause, look for one that it notices")
	f.IntVar(&p.operator.mutants, "mutants", 150, "with --checks, try at most so `many` mutants for a case")
	f.BoolVar(&p.cold, "cold", false, "judge every mutant anew, and use no stored result")
	f.BoolVar(&p.locked, "locked", false, "write no lock file; end with 1 if it would change")
	f.BoolVar(&p.fair, "fair", false, "ask the checks of requirements about every mutant of an interpretation, too: none may fail")
	f.BoolVar(&p.ownOnly, "own-only", false, "do not ask the rest of the suite about a mutant that its own checks let pass")
	f.IntVar(&p.jobs, "jobs", 0, "engines at once (default twice the processors)")
	var ids []string
	// Package flag stops at the first word that is not a flag.
	for rest := args; ; {
		err := f.Parse(rest)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(p.out, help)
			f.SetOutput(p.out)
			f.PrintDefaults()
			return err
		}
		if err != nil {
			return usage(err.Error(), "see --help")
		}
		if f.NArg() == 0 {
			break
		}
		ids, rest = append(ids, f.Arg(0)), f.Args()[1:]
	}
	var err error
	if p.Tree, err = tree.Open(p.dir); err != nil {
		return err
	}
	switch {
	case len(ids) > 0 && ids[0] == "accept":
		return p.accept(ctx, ids[1:], strings.TrimSpace(p.reason))
	case len(ids) == 1 && ids[0] == "smoke":
		return p.smoke(ctx)
	case p.operator.on:
		return p.operators(ctx, ids)
	case p.checks:
		return p.notice(ctx, ids)
	}
	return p.prove(ctx, ids)
}
