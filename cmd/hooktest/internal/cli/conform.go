package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/conductor"
	"github.com/hooktest/hooktest/conformance/expect"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/testscripts"
)

// expectFile is the list of known failures that conform finds by itself.
const expectFile = "hooktest.expect.toml"

// conformOptions are what a person says to judge.
type conformOptions struct {
	*app
	adapter      []string
	cases        string
	run, skip    []string
	profiles     []string
	shard        string
	jobs         int
	seed         int64
	timeoutScale float64
	keepWork     bool
	expect       string
	reports      reportFlags
}

func (a *app) newConform() *cobra.Command {
	o := &conformOptions{app: a}
	cmd := &cobra.Command{
		Use:   "conform [-- ADAPTER ARGS...]",
		Short: "Judge an implementation by the conformance suite",
		Long: `conform runs the conformance suite against an implementation: the program
ADAPTER, which speaks the adapter protocol on its stdin and stdout, or, without
one, the reference engine. Every clause of every requirement gets a verdict.

Known failures stand in hooktest.expect.toml, or the file that --expect-file
names; they keep the exit code 0 and the requirement not conformant.`,
		Example: `  hooktest conform -- ./my-adapter
  hooktest conform --run HOOK-067 -- node adapter.mjs
  hooktest conform --shard 1/4 --report ndjson=part-1.ndjson -- ./my-adapter
  hooktest conform --report junit=junit.xml --report html=report.html`,
		GroupID: groupImplementers,
		Args:    a.afterDash,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.adapter = args
			return o.perform(cmd.Context())
		},
	}
	f := cmd.Flags()
	o.registerSelection(cmd)
	f.StringVar(&o.shard, "shard", "1/1", "run part `i/n` of the suite")
	f.IntVarP(&o.jobs, "jobs", "j", 0, "cases at once (default what the adapter takes)")
	f.Int64Var(&o.seed, "seed", 0, "the order of the cases (default another each time)")
	f.Float64Var(&o.timeoutScale, "timeout-scale", 1, "multiply all limits")
	f.BoolVar(&o.keepWork, "keep-work", false, "leave the cases' folders")
	f.StringVar(&o.expect, "expect-file", "", "the `file` of known failures (default "+expectFile+" if it is there)")
	o.reports.register(cmd)
	cmd.AddCommand(a.newConformList(), a.newConformRepro(), a.newConformDoctor(), a.newConformDiff(), a.newConformShrink())
	return cmd
}

// registerSelection adds the flags that choose cases.
func (o *conformOptions) registerSelection(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&o.run, "run", nil, "only cases and checks whose name matches this `regexp`")
	f.StringArrayVar(&o.skip, "skip", nil, "no cases and checks whose name matches this `regexp`")
	f.StringSliceVar(&o.profiles, "profile", nil, "only cases of these `profiles`")
	f.StringVar(&o.cases, "cases", "", "take the cases from this `folder` instead of the built-in ones")
	completeFlag(cmd, "profile", profileNames())
}

func profileNames() []string {
	var names []string
	for _, p := range adapter.Profiles() {
		names = append(names, string(p))
	}
	return names
}

// afterDash refuses arguments that are not behind --: a mistyped subcommand
// must not be taken for a program.
func (a *app) afterDash(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || cmd.ArgsLenAtDash() == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	hint := fmt.Sprintf("the adapter goes behind --: hooktest conform -- %s", args[0])
	if near := nearest(args[0], names); near != "" {
		hint = fmt.Sprintf("did you mean 'hooktest conform %s'?", near)
	}
	return usage(fmt.Sprintf("unexpected argument %q", args[0]), hint)
}

// loadCases reads the cases of the binary, or of a folder.
func (o *conformOptions) loadCases() ([]suite.Case, error) {
	var files fs.FS = testscripts.Files
	if o.cases != "" {
		if info, err := os.Stat(o.cases); err != nil || !info.IsDir() {
			return nil, usage(fmt.Sprintf("no folder of cases: %s", o.cases), "")
		}
		files = os.DirFS(o.cases)
	}
	cases, err := suite.Load(files)
	if err != nil {
		return nil, &failure{code: exitFault, message: err.Error(), hint: "a case file is broken; the implementation is not to blame"}
	}
	return cases, nil
}

// fileOf is the path of a case for people and for annotations.
func (o *conformOptions) fileOf(c suite.Case) string {
	folder := "testscripts"
	if o.cases != "" {
		folder = o.cases
	}
	return path.Join(folder, c.Name+".txtar")
}

func (o *conformOptions) selection() (stream.Selection, error) {
	s := stream.Selection{Run: o.run, Skip: o.skip}
	for _, name := range o.profiles {
		if err := checkChoice("profile", name, profileNames()); err != nil {
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
		return stream.Shard{}, usage(fmt.Sprintf("%q is no shard", text), "such as --shard 1/4")
	}
	return stream.Shard{Index: i, Count: n}, nil
}

// A performance is a run that has been prepared.
type performance struct {
	all, chosen []suite.Case
	selection   stream.Selection
	shard       stream.Shard
	known       *expect.File
	catalogue   *catalogue.Catalogue
}

func (o *conformOptions) prepare() (performance, error) {
	var p performance
	var err error
	if p.selection, err = o.selection(); err != nil {
		return p, err
	}
	if p.shard, err = parseShard(o.shard); err != nil {
		return p, err
	}
	if err = o.reports.check(); err != nil {
		return p, err
	}
	if p.all, err = o.loadCases(); err != nil {
		return p, err
	}
	chosen, err := conductor.Select(p.all, p.selection)
	if err != nil {
		return p, usage(err.Error(), "patterns are regular expressions, such as --run HOOK-067")
	}
	p.chosen = conductor.ShardOf(chosen, p.shard)
	if len(p.chosen) == 0 {
		return p, &failure{code: exitNothing, message: "no case is selected, so nothing would be judged", hint: o.emptyHint(p.all)}
	}
	if p.known, err = o.knownFailures(); err != nil {
		return p, err
	}
	if p.catalogue, err = catalogue.Load(); err != nil {
		return p, fault(err)
	}
	return p, nil
}

// emptyHint proposes the requirement that a pattern without a match most likely
// meant.
func (o *conformOptions) emptyHint(cases []suite.Case) string {
	var ids []string
	for _, c := range cases {
		ids = append(ids, c.Requirement)
	}
	for _, pattern := range o.run {
		if near := nearest(pattern, ids); near != "" {
			return fmt.Sprintf("did you mean --run %s?", near)
		}
	}
	return "see what there is: hooktest conform list"
}

func (o *conformOptions) knownFailures() (*expect.File, error) {
	name := o.expect
	if name == "" {
		name = expectFile
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && o.expect == "" {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(name, err)
	}
	known, err := expect.Parse(name, data, time.Now())
	if err != nil {
		return nil, usage(err.Error(), "")
	}
	return known, nil
}

func (o *conformOptions) perform(ctx context.Context) error {
	p, err := o.prepare()
	if err != nil {
		return err
	}
	played, err := o.play(ctx, p, o.adapter)
	if err != nil {
		return err
	}
	if err := o.reports.write(o.app, played.run, p.catalogue); err != nil {
		return err
	}
	return o.conclude(ctx, played)
}

// A played performance is a run and what went wrong around it.
type played struct {
	run stream.Run
	// rot is what is wrong with the list of known failures, or with this machine;
	// left is what the adapter left to complain about at its end.
	rot, left error
}

// play runs the chosen cases against one implementation.
func (o *conformOptions) play(ctx context.Context, p performance, command []string) (played, error) {
	door, err := o.openDoor(ctx, command)
	if err != nil {
		return played{}, err
	}
	result, err := o.playThrough(ctx, p, command, door)
	result.left = errors.Join(result.left, door.Close())
	return result, err
}

func (o *conformOptions) playThrough(ctx context.Context, p performance, command []string, door *process.Door) (played, error) {
	events, err := o.events(p, command, door)
	if err != nil {
		return played{}, fault(err)
	}
	jobs := o.jobs
	if jobs < 1 {
		jobs = door.Hello().MaxInFlight
	}
	stage, err := o.newStage(door)
	if err != nil {
		return played{}, err
	}
	bar := o.progress()
	rot := conductor.Run(ctx, conductor.Plan{
		Cases: p.chosen, File: o.fileOf, Jobs: jobs, Seed: o.seed,
		Runner:   stage.runner,
		Known:    p.known,
		Partial:  len(p.chosen) < len(p.all),
		Repro:    func(check string) string { return o.repro(check, command) },
		Progress: bar.show,
		Events:   events,
	})
	bar.clear()
	return played{run: events.Run(), rot: rot, left: stage.leave()}, nil
}

// A stage is where cases run: the suite's own hooks and a folder.
type stage struct {
	o      *conformOptions
	runner *suite.Runner
}

func (o *conformOptions) newStage(door suite.Door) (stage, error) {
	self, err := os.Executable()
	if err != nil {
		return stage{}, fault(err)
	}
	folder, err := os.MkdirTemp("", "hooktest-conform-")
	if err != nil {
		return stage{}, fault(err)
	}
	return stage{o, &suite.Runner{Door: door, Probe: []string{self, "probe-hook"}, Folder: folder, KeepWork: o.keepWork}}, nil
}

// leave removes the folder, unless it is to be kept.
func (s stage) leave() error {
	if s.o.keepWork {
		s.o.note("the cases' folders are in " + s.runner.Folder)
		return nil
	}
	return os.RemoveAll(s.runner.Folder)
}

// openDoor starts the adapter, or the reference engine, which comes through the
// same door.
func (o *conformOptions) openDoor(ctx context.Context, command []string) (*process.Door, error) {
	options := process.Options{Version: version(), TimeoutScale: o.timeoutScale}
	if o.timeoutScale <= 0 {
		return nil, usage("--timeout-scale must be greater than 0", "")
	}
	var door *process.Door
	var err error
	if len(command) == 0 {
		door, err = process.Builtin(ctx, version(), options)
	} else {
		door, err = process.Start(ctx, process.Command{Args: command, Env: o.environ}, options)
	}
	if err == nil {
		return door, nil
	}
	if ctx.Err() != nil {
		return nil, silent(exitInterrupted)
	}
	return nil, &failure{code: exitUntestable, message: err.Error(), hint: "check the adapter step by step: hooktest conform doctor -- " + strings.Join(command, " ")}
}

func (o *conformOptions) events(p performance, command []string, door *process.Door) (*stream.Writer, error) {
	digest, err := stream.CatalogueDigest(p.catalogue)
	if err != nil {
		return nil, err
	}
	if o.seed == 0 {
		o.seed = time.Now().UnixNano() & (1<<53 - 1)
	}
	// The events are kept in memory; a report of the format ndjson writes them.
	return stream.NewWriter(io.Discard, stream.Header{
		Hooktest: version(), Suite: stream.SuiteDigest(p.all), Catalogue: digest,
		Requirements: stream.Requirements(p.catalogue),
		Seed:         o.seed, Shard: p.shard, Selection: p.selection,
		Platform: stream.Platform{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
		Started:  time.Now().UTC().Truncate(time.Millisecond),
		Adapter:  stream.Adapter{Command: command, Hello: door.Hello()},
	})
}

// repro is the command that runs one check again.
func (o *conformOptions) repro(check string, adapter []string) string {
	clause, _, _ := strings.Cut(check, "/")
	command := "hooktest conform --run '^" + strings.ReplaceAll(clause, ".", `\.`) + "'"
	if o.cases != "" {
		command += " --cases " + o.cases
	}
	if len(adapter) > 0 {
		command += " -- " + strings.Join(adapter, " ")
	}
	return command
}

// conclude turns a run into the exit code.
func (o *conformOptions) conclude(ctx context.Context, p played) error {
	if ctx.Err() != nil {
		return silent(exitInterrupted)
	}
	if p.left != nil {
		o.streams.Err.Warning(term.Visible(p.left.Error()), "")
	}
	switch p.run.Outcome() {
	case stream.SuiteFault:
		return &failure{code: exitFault, message: "a case is broken: the suite is to blame, not the implementation"}
	case stream.Unfinished:
		return &failure{code: exitUntestable, message: "the run is not complete: " + p.run.Footer.Why}
	case stream.Against:
		return silent(exitAgainst)
	case stream.NothingJudged:
		return &failure{code: exitNothing, message: "no check says anything about the implementation", hint: "which features does the adapter claim? hooktest conform doctor tells"}
	}
	if p.rot != nil {
		return &failure{code: exitAgainst, message: p.rot.Error(), hint: "the list of known failures must say what is true"}
	}
	return nil
}

// sortedScopes are the ids of all checks, for completion and lists.
func sortedScopes(cases []suite.Case) []string {
	var ids []string
	for _, c := range cases {
		for _, s := range c.Scopes {
			ids = append(ids, s.Check)
		}
	}
	slices.Sort(ids)
	return ids
}
