package implementer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/explore"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/english"
)

type exploreOptions struct {
	conformOptions
	draws  int
	within time.Duration
	seeded bool // whether --seed was given
	state  string
	resume bool
	write  string
	format string
}

func newConformExplore(a *console.App) *cobra.Command {
	o := &exploreOptions{conformOptions: conformOptions{App: a}}
	cmd := &cobra.Command{
		Use:   "explore -- ADAPTER ARGS...",
		Short: "Look for differences from the reference engine where no case looks",
		Long: `explore draws settings, payloads and hooks, fires them through the reference
engine and through ADAPTER, and compares the answers and what the hooks saw.
Each difference is reduced to the smallest draw that shows it, and reported
with the clauses that cover it, if any. The requirement decides who is right.

The same seed makes the same draws. With --state, what is known is saved in a
file after every few draws, and --resume continues from there. With --write,
each cause becomes a case that expects what the reference engine did; compare
it with the requirement.`,
		Example: `  hooktest conform explore -- ./my-adapter
  hooktest conform explore --draws 5000 --state explore.json -- ./my-adapter
  hooktest conform explore --state explore.json --resume -- ./my-adapter
  hooktest conform explore --within 10m --write found -- node adapter.mjs`,
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.ArgsLenAtDash() != 0 || len(args) == 0 {
				return console.Usage("explore takes an adapter", "such as: hooktest conform explore -- ./my-adapter")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.adapter, o.seeded = args, cmd.Flags().Changed("seed")
			return o.explore(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.draws, "draws", 1000, "make this many draws, those before --resume included")
	f.DurationVar(&o.within, "within", 0, "make no more draws after this time")
	f.Int64Var(&o.seed, "seed", 1, "the seed of the draws; with --resume, that of the file")
	f.StringVar(&o.state, "state", "", "keep what is known in this `file`")
	f.BoolVar(&o.resume, "resume", false, "continue from the file of --state")
	f.StringVar(&o.write, "write", "", "write a case for each cause into this `folder`")
	f.StringVar(&o.format, "format", "pretty", "pretty or json")
	f.IntVarP(&o.jobs, "jobs", "j", 0, "draws at once (default what the adapter takes)")
	f.Float64Var(&o.timeoutScale, "timeout-scale", 1, "multiply all limits")
	console.CompleteFlag(cmd, "format", console.PrettyOrJSON)
	return cmd
}

func (o *exploreOptions) check() error {
	switch {
	case o.draws < 1:
		return console.Usage("--draws must be greater than 0", "")
	case o.within < 0:
		return console.Usage("--within must not be less than 0", "")
	case o.resume && o.state == "":
		return console.Usage("--resume needs the file of --state", "such as: --state explore.json --resume")
	}
	return console.CheckChoice("format", o.format, console.PrettyOrJSON())
}

func (o *exploreOptions) explore(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	known, err := catalogue.Load()
	if err != nil {
		return console.Fault(err)
	}
	bar := o.Progress(ctx)
	defer bar.Clear()
	reference, err := o.openAdapter(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = reference.Close() }()
	subject, err := o.openAdapter(ctx, o.adapter)
	if err != nil {
		return err
	}
	s, ended := o.run(ctx, bar, reference, subject)
	left := subject.Close()
	bar.Clear()
	if _, refused := errors.AsType[*console.Failure](ended); refused {
		return ended
	}
	if err := o.writeCases(s); err != nil {
		return err
	}
	if err := o.report(s, known); err != nil {
		return err
	}
	if left != nil {
		o.Streams.Err.Warning(left.Error(), "")
	}
	return o.conclude(ctx, s, ended)
}

// run explores. The error is a *console.Failure if the exploration could not start, or else the
// reason why it ended early.
func (o *exploreOptions) run(ctx context.Context, bar *console.Progress, reference, subject *process.Client) (explore.State, error) {
	s, err := o.begin(subject)
	if err != nil {
		return s, err
	}
	folder, leave, err := console.TemporaryFolder(o.WorkFolder(), "hooktest-explore")
	if err != nil {
		return s, err
	}
	defer func() { _ = leave() }()
	e := &explore.Exploration{
		Reference: reference, Subject: subject, Folder: folder, Jobs: o.jobs,
		Shown: func(s explore.State) {
			bar.Write(fmt.Sprintf("%d of %d draws, %s", s.Next, o.draws, english.Count(len(s.Causes), "cause")))
		},
		Kept: o.keep,
	}
	return e.Run(ctx, s, o.draws, o.within)
}

func (o *exploreOptions) keep(s explore.State) error {
	if o.state == "" {
		return nil
	}
	if err := s.Write(o.state); err != nil {
		return console.Usage(fmt.Sprintf("the state can't be kept: %v", err), "")
	}
	return nil
}

// begin returns the initial state, or the saved one.
func (o *exploreOptions) begin(subject *process.Client) (explore.State, error) {
	fresh := explore.Begin(console.Version(), subject.Hello().Implementation, uint64(o.seed))
	if len(explore.WorldOf(subject.Hello()).Events) == 0 {
		return fresh, &console.Failure{Code: console.ExitNothing, Message: "the adapter can't be explored: it does not claim the features fire and settings"}
	}
	if !o.resume {
		return fresh, o.keep(fresh)
	}
	s, err := explore.Read(o.state)
	if err == nil {
		if !o.seeded {
			fresh.Seed = s.Seed
		}
		err = s.Same(fresh)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fresh, console.Usage(fmt.Sprintf("%s: no such file", o.state), "the first run makes it, without --resume")
	case err != nil:
		return fresh, console.Usage(fmt.Sprintf("can't resume from %s: %v", o.state, err), "begin again without --resume")
	}
	return s, nil
}

// writeCases writes the causes that can be expressed as cases.
func (o *exploreOptions) writeCases(s explore.State) error {
	if o.write == "" || len(s.Causes) == 0 {
		return nil
	}
	if err := os.MkdirAll(o.write, 0o755); err != nil {
		return console.Usage(fmt.Sprintf("the cases can't be written: %v", err), "")
	}
	written := 0
	for _, c := range s.Causes {
		name, text := c.Case(s.Seed)
		if name == "" {
			continue
		}
		if err := atomicfile.WriteBytes(filepath.Join(o.write, name), 0o644, text); err != nil {
			return console.Usage(fmt.Sprintf("the cases can't be written: %v", err), "")
		}
		written++
	}
	o.Note(fmt.Sprintf("%s of %s can be said as a case, in %s: hold each against the text before you keep it", english.Count(written, "cause"), fmt.Sprint(len(s.Causes)), o.write))
	return nil
}

// conclude turns the findings into the exit code.
func (o *exploreOptions) conclude(ctx context.Context, s explore.State, ended error) error {
	if ctx.Err() != nil {
		return console.Silent(console.ExitInterrupted)
	}
	if lost, ok := errors.AsType[*adapter.GaveUp](ended); ok {
		return &console.Failure{Code: console.ExitUntestable, Message: lost.Error()}
	}
	switch {
	case ended != nil:
		return console.Fault(ended)
	case len(s.Causes) > 0:
		return console.Silent(console.ExitAgainst)
	case s.Judged == 0:
		return &console.Failure{Code: console.ExitNothing, Message: "no draw could be compared"}
	}
	return nil
}

func (o *exploreOptions) report(s explore.State, known *catalogue.Catalogue) error {
	if o.format == "json" {
		text, err := s.Text()
		if err != nil {
			return console.Fault(err)
		}
		o.Streams.Out.Printf("%s", string(text))
		return nil
	}
	out := o.Streams.Out
	out.Printf("%s %s: %s, %d judged, %d different (seed %d)\n",
		s.Implementation.Name, s.Implementation.Version, english.Count(s.Next, "draw"), s.Judged, s.Different, s.Seed)
	for _, reason := range slices.Sorted(maps.Keys(s.Unjudged)) {
		out.Printf("  %d not judged: %s\n", s.Unjudged[reason], reason)
	}
	if len(s.Unsteady) > 0 {
		out.Printf("  %s differed once and not again, %s\n", english.Count(len(s.Unsteady), "draw"), "the first of them "+fmt.Sprint(s.Unsteady[0].Draw))
	}
	if len(s.Causes) == 0 {
		out.Printf("no difference\n")
	}
	for i, c := range s.Sorted() {
		writeCause(out, i+1, c, known)
	}
	return nil
}

func writeCause(out *term.Stream, n int, c explore.Cause, known *catalogue.Catalogue) {
	out.Printf("\n%s\n", out.Styled(term.Bold, fmt.Sprintf("%d. %s: %s, the first is draw %d", n, c.Kind, english.Count(c.Count, "draw"), c.First)))
	if len(c.Clauses) == 0 {
		out.Printf("   no requirement covers it\n")
	}
	for _, id := range c.Clauses {
		out.Printf("   %s\n", labelled(id, known))
	}
	out.Printf("\n     %s\n", strings.ReplaceAll(strings.TrimSuffix(c.Draw.Sketch(), "\n"), "\n", "\n     "))
	for _, d := range c.Differences {
		out.Printf("   %s\n     reference %s\n     got       %s\n", d.Path, cmp.Or(d.Want, "nothing"), cmp.Or(d.Got, "nothing"))
	}
}

func labelled(id string, known *catalogue.Catalogue) string {
	if in, ok := known.Interpretation(id); ok {
		return id + " " + in.Title + " (an interpretation: deciding it differently is not a failure)"
	}
	clause, _ := known.Clause(id)
	owner, _, _ := strings.Cut(id, ".")
	if r, _ := known.Lookup(owner); r.State == catalogue.Target {
		return id + " [Target] " + clause.Text
	}
	return id + " " + clause.Text
}
