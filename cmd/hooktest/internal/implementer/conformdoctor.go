package implementer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/lists"
)

// smoke are the cases that the doctor runs: one for each common first problem, from a hook that
// runs at all to a denial. Silence is last: its effect shows only together with a second hook, so
// it needs merging and a changed tool input as well.
var smoke = []struct{ name, about string }{
	{"03-before-tool/HOOK-015-input", "a hook reads the input it needs"},
	{"03-before-tool/HOOK-021-only-matching-hooks", "a matcher chooses the hooks"},
	{"03-before-tool/HOOK-016a-exit-2-with-stderr", "exit code 2 refuses"},
	{"03-before-tool/HOOK-016b-json-refusal", "a JSON decision refuses"},
	{"08-communication-protocol/HOOK-065-silence", "a silent hook is not an objection"},
}

func newConformDoctor(a *console.App) *cobra.Command {
	o := &conformOptions{App: a, timeoutScale: 1}
	cmd := &cobra.Command{
		Use:   "doctor [-- ADAPTER ARGS...]",
		Short: "Check an adapter step by step, from its first line to a few cases",
		Long: `doctor looks at an adapter as a beginner needs it: does it start, does it say
hello as the protocol requires, does it keep its stdout clean, does it answer
five simple cases, does it end when told, and can it be started again.`,
		Example: `  hooktest conform doctor -- ./my-adapter
  hooktest conform doctor -- python3 adapter.py`,
		Args: afterDash,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.adapter = args
			return o.doctor(cmd.Context())
		},
	}
	cmd.Flags().Float64Var(&o.timeoutScale, "timeout-scale", 1, "multiply all limits")
	return cmd
}

// An examination is a list of findings, one line each.
type examination struct {
	out  *term.Stream
	bad  int
	good int
}

func (e *examination) ok(format string, args ...any) {
	e.good++
	e.out.Printf("%s    %s\n", e.out.Styled(term.Good, "ok"), fmt.Sprintf(format, args...))
}

func (e *examination) fail(hint, format string, args ...any) {
	e.bad++
	e.out.Printf("%s  %s\n", e.out.Styled(term.Bad, "FAIL"), fmt.Sprintf(format, args...))
	if hint != "" {
		e.out.Printf("      %s\n", hint)
	}
}

func (o *conformOptions) doctor(ctx context.Context) error {
	e := &examination{out: o.Streams.Out}
	hello, err := o.examine(ctx, e, nil)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return console.Silent(console.ExitInterrupted)
	}
	if hello != nil {
		// A second start shows whether leftovers of the first one interfere.
		if _, err := o.examine(ctx, e, hello); err != nil {
			return err
		}
	}
	o.Streams.Out.Printf("\n%d ok, %d failed\n", e.good, e.bad)
	switch {
	case hello == nil:
		return console.Silent(console.ExitUntestable)
	case e.bad > 0:
		return console.Silent(console.ExitAgainst)
	}
	return nil
}

// examine starts the adapter once and observes it until it exits. before is its first initialize
// result. If it is nil, the cases run.
func (o *conformOptions) examine(ctx context.Context, e *examination, before *adapter.InitializeResult) (*adapter.InitializeResult, error) {
	client, err := o.openAdapter(ctx, o.adapter)
	if failure, ok := errors.AsType[*console.Failure](err); ok && failure.Code == console.ExitUntestable {
		e.fail(startAdvice(failure.Cause), "starts and says hello: %s", failure.Message)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	hello := client.Hello()
	switch {
	case before == nil:
		e.ok("starts and says hello: %s %s in %s", hello.Implementation.Name, hello.Implementation.Version, cmp.Or(hello.Implementation.Language, "an unnamed language"))
		o.claims(e, hello)
		if err := o.trySmoke(ctx, e, client); err != nil {
			return nil, err
		}
	case hello.Implementation != before.Implementation:
		e.fail("the same program must say the same of itself", "says the same hello when it is started again: it says %s %s", hello.Implementation.Name, hello.Implementation.Version)
	default:
		e.ok("can be started again and says the same")
	}
	started := time.Now()
	if err := client.Close(); err != nil {
		e.fail("answer shutdown with {} and end within 5 s; end at the end of stdin, too", "ends when told: %v", err)
	} else {
		e.ok("ends when told, after %s", console.Clock(time.Since(started)))
	}
	return &hello, nil
}

// startAdvice describes the most common cause of a failed start.
func startAdvice(cause error) string {
	fault, ok := errors.AsType[*adapter.Fault](cause)
	switch {
	case !ok:
		return ""
	case fault.Stray:
		return "stdout is for the protocol alone, one JSON-RPC message a line: log to stderr"
	case fault.Verdict == outcome.ProtocolViolation:
		return "the answer to initialize has a fault: the conversation in docs/implementers.md shows a whole one"
	case fault.Verdict == outcome.Timeout:
		return "answer initialize at once and flush stdout after every line"
	}
	return "run the command by hand: it should wait for a line on stdin"
}

// claims lists what the adapter claims to support, and what an empty claim means.
func (o *conformOptions) claims(e *examination, hello adapter.InitializeResult) {
	var features []string
	for _, info := range adapter.Features() {
		if hello.Supports(info.Feature) {
			features = append(features, string(info.Feature))
		}
	}
	if len(features) == 0 {
		e.fail(`begin with "features": {"fire": true, "settings": true}`, "claims a feature: it claims none, so every check is unsupported")
		return
	}
	e.ok("claims %s", strings.Join(features, ", "))
}

func (o *conformOptions) trySmoke(ctx context.Context, e *examination, client *process.Client) error {
	all, err := o.loadCases()
	if err != nil {
		return err
	}
	folder, leave, err := o.caseFolder()
	if err != nil {
		return err
	}
	defer func() { _ = leave() }()
	runner := &suite.Runner{Client: client, Folder: folder, TimeoutScale: o.timeoutScale}
	for _, s := range smoke {
		one, ok := lists.First(all, func(c cases.Case) bool { return c.Name == s.name })
		if !ok {
			return console.Fault(fmt.Errorf("there is no case %s", s.name))
		}
		result, err := runner.Run(ctx, one)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			e.fail("", "%s (%s): %v", s.about, one.Requirement, err)
			continue
		}
		o.smokeResult(e, s.about, result)
	}
	return nil
}

// judgement returns the worst verdict of the checks that could be judged. The cases also have
// checks of features that a new adapter doesn't claim yet.
func judgement(result suite.Result) outcome.Verdict {
	v := outcome.NotRun
	for _, check := range result.Checks {
		switch check.Verdict {
		case outcome.Unsupported, outcome.NotObservable:
		default:
			if v == outcome.NotRun {
				v = check.Verdict
			}
			v = outcome.Worst(v, check.Verdict)
		}
	}
	if v == outcome.NotRun {
		return result.Verdict()
	}
	return v
}

func (o *conformOptions) smokeResult(e *examination, about string, result suite.Result) {
	v := judgement(result)
	if v == outcome.Pass {
		e.ok("%s (%s)", about, path.Base(result.Case.Name))
		return
	}
	for _, check := range result.Checks {
		if check.Verdict != v || len(check.Mismatches) == 0 {
			continue
		}
		m := check.Mismatches[0]
		e.fail("see more: "+o.repro(check.Clause, o.adapter),
			"%s: %s is %s: %s: want %s, got %s", about, check.Check, v, m.What, m.Want, m.Got)
		return
	}
	e.fail("", "%s: %s", about, v)
}
