package implementer

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/testscripts"
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/internal/lists"
)

// expectFile is the list of known failures that conform reads by default.
const expectFile = "hooktest.expect.toml"

type conformOptions struct {
	*console.App
	adapter      []string
	cases        string
	run, skip    []string
	profiles     []string
	require      []string
	shard        string
	jobs         int
	seed         int64
	timeoutScale float64
	keepWork     bool
	expect       string
	reports      console.ReportFlags[report.Run]
}

// Conform returns the conform command.
func Conform(a *console.App) *cobra.Command {
	o := &conformOptions{App: a}
	cmd := &cobra.Command{
		Use:   "conform [-- ADAPTER ARGS...]",
		Short: "Judge an implementation by the conformance suite",
		Long: `conform runs the conformance suite against an implementation: the program
ADAPTER, which speaks the adapter protocol on its stdin and stdout, or, without
one, the reference engine. Every clause of every requirement gets a verdict.

Known failures are in hooktest.expect.toml, or the file that --expect-file
names; they keep the exit code 0 and the requirement not conformant.`,
		Example: `  hooktest conform -- ./my-adapter
  hooktest conform --run HOOK-067 -- node adapter.mjs
  hooktest conform --require core,callers -- ./my-adapter
  hooktest conform --shard 1/4 --report ndjson=part-1.ndjson -- ./my-adapter
  hooktest conform --report junit=junit.xml --report html=report.html`,
		GroupID: console.GroupImplementers,
		Args:    afterDash,
		RunE: func(cmd *cobra.Command, args []string) error {
			// An empty variable in a CI script must not make the gate pass.
			if cmd.Flags().Changed("require") && len(o.require) == 0 {
				return console.Usage("--require names nothing", "such as --require core,callers")
			}
			o.adapter = args
			return o.conform(cmd.Context())
		},
	}
	f := cmd.Flags()
	o.registerSelection(cmd)
	f.StringSliceVar(&o.require, "require", nil, "fail the run unless these `profiles`, features and observations are claimed and judged")
	console.CompleteFlag(cmd, "require", claimNames)
	f.StringVar(&o.shard, "shard", "1/1", "run part `i/n` of the suite")
	f.IntVarP(&o.jobs, "jobs", "j", 0, fmt.Sprintf("cases at once, %d at most (default what the adapter takes)", harness.MostJobs))
	f.Int64Var(&o.seed, "seed", 0, "the order of the cases and the words that their hooks say (default another each time)")
	f.Float64Var(&o.timeoutScale, "timeout-scale", 1, "multiply all limits")
	f.BoolVar(&o.keepWork, "keep-work", false, "leave the cases' folders")
	f.StringVar(&o.expect, "expect-file", "", "the `file` of known failures (default "+expectFile+" if it is there)")
	o.reports.Register(cmd, report.OfRuns())
	cmd.AddCommand(newConformList(a), newConformRepro(a), newConformDoctor(a), newConformDiff(a), newConformShrink(a), newConformExplore(a), newConformInit(a))
	return cmd
}

// registerSelection adds the flags that select cases.
func (o *conformOptions) registerSelection(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&o.run, "run", nil, "only cases and checks whose name matches this `regexp`")
	f.StringArrayVar(&o.skip, "skip", nil, "no cases and checks whose name matches this `regexp`")
	f.StringSliceVar(&o.profiles, "profile", nil, "only cases of these `profiles`; smoke: those that notice most in a tenth of the time")
	f.StringVar(&o.cases, "cases", "", "take the cases from this `folder` instead of the built-in ones")
	console.CompleteFlag(cmd, "profile", selectable)
}

// selectable returns the values of --profile.
func selectable() []string {
	return append(profileNames(), string(stream.Smoke))
}

func profileNames() []string {
	return lists.Texts(adapter.Profiles())
}

// claimNames returns the profiles, features and observations that can be required.
func claimNames() []string {
	features := lists.Of(adapter.Features(), func(f adapter.FeatureInfo) string { return string(f.Feature) })
	return slices.Concat(profileNames(), features, lists.Texts(adapter.Observations()))
}

// checkRequired refuses names that nothing can claim, and removes duplicates.
func (o *conformOptions) checkRequired() error {
	for _, name := range o.require {
		if _, ok := adapter.ClaimOf(name); !ok {
			return console.Usage(fmt.Sprintf("--require: %q is not a profile, feature or observation", name),
				"one of "+strings.Join(claimNames(), ", "))
		}
	}
	o.require = lists.Once(o.require)
	return nil
}

// afterDash refuses arguments before --, so that a mistyped subcommand is not run as a program.
func afterDash(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || cmd.ArgsLenAtDash() == 0 {
		return nil
	}
	hint := fmt.Sprintf("the adapter goes after --: hooktest conform -- %s", args[0])
	if near := console.Nearest(args[0], console.Subcommands(cmd)); near != "" {
		hint = fmt.Sprintf("did you mean 'hooktest conform %s'?", near)
	}
	return console.Usage(fmt.Sprintf("unexpected argument %q", args[0]), hint)
}

func (o *conformOptions) selection() (stream.Selection, error) {
	s := stream.Selection{Run: o.run, Skip: o.skip}
	for _, name := range o.profiles {
		if err := console.CheckChoice("profile", name, selectable()); err != nil {
			return s, err
		}
		s.Profiles = append(s.Profiles, adapter.Profile(name))
	}
	return s, nil
}

func parseShard(text string) (stream.Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(count)
	if !ok || errI != nil || errN != nil || i < 1 || n < 1 || i > n {
		return stream.Shard{}, console.Usage(fmt.Sprintf("%q is not a shard", text), "such as --shard 1/4")
	}
	return stream.Shard{Index: i, Count: n}, nil
}

// conclude turns a run into the exit code.
func (o *conformOptions) conclude(ctx context.Context, j judged) error {
	if ctx.Err() != nil {
		return console.Silent(console.ExitInterrupted)
	}
	if j.left != nil {
		o.Streams.Err.Warning(j.left.Error(), "")
	}
	switch j.run.Outcome() {
	case stream.SuiteFault:
		return console.SuiteFault(j.run)
	case stream.Unfinished:
		return &console.Failure{Code: console.ExitUntestable, Message: "the run is not complete: " + j.run.Footer.Why}
	case stream.Against:
		untrue := lists.Of(j.run.UntrueFailures(), func(k stream.KnownFailure) string { return string(k.Position) + ": " + k.Wrong() })
		if len(untrue) > 0 {
			return &console.Failure{Code: console.ExitAgainst, Message: strings.Join(untrue, "\n"), Hint: "the list of known failures must say what is true"}
		}
		if lost := lists.Of(j.run.Lost(), stream.Required.Wrong); len(lost) > 0 {
			return &console.Failure{Code: console.ExitAgainst, Message: strings.Join(lost, "\n"), Hint: "what the adapter claims: see hooktest conform doctor; --require says what it must claim"}
		}
		if f := j.run.Footer.ShutdownFault; f != nil {
			return &console.Failure{Code: console.ExitAgainst, Message: f.String(), Hint: "answer shutdown with {} and end within 5 s; end at the end of stdin, too"}
		}
		return console.Silent(console.ExitAgainst)
	case stream.NothingJudged:
		return nothingJudged(j.run)
	}
	if j.broken != nil {
		return console.Fault(j.broken)
	}
	return nil
}

// outcomeCode returns the exit code for a run's outcome.
func outcomeCode(o stream.Outcome) int {
	return map[stream.Outcome]int{
		stream.SuiteFault: console.ExitFault, stream.Unfinished: console.ExitUntestable, stream.Against: console.ExitAgainst, stream.NothingJudged: console.ExitNothing,
	}[o]
}

// loadCases reads the built-in cases, or those of a folder.
func (o *conformOptions) loadCases() ([]cases.Case, error) {
	var files fs.FS = testscripts.Files
	if o.cases != "" {
		if info, err := os.Stat(o.cases); err != nil || !info.IsDir() {
			return nil, console.Usage(fmt.Sprintf("no folder of cases: %s", o.cases), "")
		}
		files = os.DirFS(o.cases)
	}
	all, err := cases.Load(files)
	if err != nil {
		var lines []string
		for line := range strings.SplitSeq(err.Error(), "\n") {
			lines = append(lines, path.Join(o.folder(), line))
		}
		return nil, brokenSuite(strings.Join(lines, "\n"))
	}
	if len(all) == 0 {
		return nil, &console.Failure{Code: console.ExitNothing, Message: "no case is below " + o.cases, Hint: "cases are files of the ending .txtar"}
	}
	return all, nil
}

// suite returns the cases, checked against the catalogue.
func (o *conformOptions) suite() (s harness.Suite, err error) {
	s.Folder = o.folder()
	if s.Cases, err = o.loadCases(); err != nil {
		return s, err
	}
	if s.Catalogue, err = catalogue.Load(); err != nil {
		return s, console.Fault(err)
	}
	if err := s.Check(); err != nil {
		return s, brokenSuite(err.Error())
	}
	return s, nil
}

func brokenSuite(message string) error {
	return &console.Failure{Code: console.ExitFault, Message: message, Hint: "a case file is broken; the implementation is not to blame"}
}

// folder returns the path of the cases for messages and annotations.
func (o *conformOptions) folder() string {
	if o.cases != "" {
		return o.cases
	}
	return "testscripts"
}

// emptyHint suggests what a pattern without matches was meant to match.
func (o *conformOptions) emptyHint(s harness.Suite) string {
	for _, pattern := range o.run {
		near := s.Catalogue.Nearest(pattern)
		if slices.ContainsFunc(s.Cases, func(c cases.Case) bool { return c.Requirement == near }) {
			return fmt.Sprintf("did you mean --run %s?", near)
		}
	}
	if slices.Contains(o.profiles, string(stream.Smoke)) && !slices.ContainsFunc(s.Cases, func(c cases.Case) bool { return c.Smoke > 0 }) {
		return fmt.Sprintf("the suite has no smoke test: list its cases in %s", path.Join(s.Folder, cases.SmokeFile))
	}
	return "see what there is: hooktest conform list"
}

// nothingJudged describes why no check counts.
func nothingJudged(run stream.Run) error {
	totals := run.Footer.Totals
	if totals.Checks.Sum() == 0 && totals.Interpretations.Sum() > 0 {
		return &console.Failure{Code: console.ExitNothing, Message: "nothing is judged: interpretations alone were run, which are reported and never fail",
			Hint: "choose requirements, too: hooktest conform list shows what each case is about"}
	}
	return &console.Failure{Code: console.ExitNothing, Message: "no check says anything about the implementation",
		Hint: "which features the adapter claims: see hooktest conform doctor"}
}
