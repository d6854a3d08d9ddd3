package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/conductor"
	"github.com/hooktest/hooktest/conformance/expect"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/guard"
)

// A performance is a run that has been prepared.
type performance struct {
	all, chosen []cases.Case
	selection   stream.Selection
	shard       stream.Shard
	known       *expect.File
	catalogue   *catalogue.Catalogue
	// events has the events as they come; nil where nobody wants them.
	events *unfinished
}

func (o *conformOptions) prepare() (performance, error) {
	var p performance
	err := o.checkNumbers()
	if err != nil {
		return p, err
	}
	if p.selection, err = o.selection(); err != nil {
		return p, err
	}
	if err = o.checkRequired(); err != nil {
		return p, err
	}
	if p.shard, err = parseShard(o.shard); err != nil {
		return p, err
	}
	if p.all, err = o.loadCases(); err != nil {
		return p, err
	}
	if p.catalogue, err = catalogue.Load(); err != nil {
		return p, fault(err)
	}
	if err = o.checkCases(p.all, p.catalogue); err != nil {
		return p, err
	}
	chosen, err := conductor.Select(p.all, p.selection)
	if err != nil {
		return p, usage(err.Error(), "patterns are regular expressions, such as --run HOOK-067")
	}
	p.chosen = conductor.ShardOf(chosen, p.shard)
	if len(p.chosen) == 0 {
		return p, &failure{code: exitNothing, message: "no case is selected, so nothing would be judged", hint: o.emptyHint(p)}
	}
	p.known, err = o.knownFailures()
	return p, err
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
	if err := o.reports.check(); err != nil {
		return err
	}
	p, err := await(ctx, o.prepare)
	if err != nil {
		return err
	}
	p.events = o.reports.unfinished()
	played, err := o.play(ctx, p, o.adapter)
	if err != nil {
		p.events.remove()
		return err
	}
	if err := o.reports.write(o.app, report.New(played.run, p.catalogue)); err != nil {
		return err
	}
	p.events.remove()
	return o.conclude(ctx, played)
}

// A played performance is a run and what went wrong around it.
type played struct {
	run stream.Run
	// broken is a fault of this machine; left is what the adapter left to complain
	// about at its end.
	broken, left error
}

// play runs the chosen cases against one implementation.
func (o *conformOptions) play(ctx context.Context, p performance, command []string) (played, error) {
	bar := o.progress("conform")
	defer bar.clear()
	o.last.add(bar.cover)
	defer bar.whenInterrupted(ctx)()
	if len(command) > 0 {
		bar.write("starting the adapter")
	}
	door, err := o.openDoor(ctx, command)
	if err != nil {
		return played{}, err
	}
	result, err := o.playThrough(ctx, p, command, door, bar)
	result.left = errors.Join(result.left, door.Close())
	return result, err
}

func (o *conformOptions) playThrough(ctx context.Context, p performance, command []string, door *process.Door, bar *progress) (played, error) {
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
	broken := conductor.Run(ctx, conductor.Plan{
		Cases: p.chosen, Suite: p.all, File: o.fileOf, Jobs: jobs, Seed: o.seed, TimeoutScale: o.timeoutScale,
		Runner:   stage.runner,
		Known:    p.known,
		Repro:    func(check string) string { return o.repro(check, command) },
		Restarts: door.Cost,
		Part:     door.Close,
		Progress: bar.show,
		Events:   events,
	})
	if o.keepWork {
		bar.erase()
	}
	return played{run: events.Run(), broken: broken, left: stage.leave()}, nil
}

// A stage is where cases run: the suite's own hooks and a folder.
type stage struct {
	o      *conformOptions
	runner *suite.Runner
	// unguard is for a folder that needs nobody to remove it any more.
	unguard func()
}

func (o *conformOptions) newStage(door suite.Door) (stage, error) {
	// What is kept must not take up memory.
	below := ""
	if !o.keepWork {
		below = o.workFolder()
	}
	folder, err := os.MkdirTemp(below, "hooktest-conform-")
	if err != nil {
		return stage{}, fault(err)
	}
	unguard := func() {}
	if !o.keepWork {
		unguard = guard.Folder(folder)
	}
	return stage{o, &suite.Runner{Door: door, Folder: folder, KeepWork: o.keepWork}, unguard}, nil
}

// leave removes the folder, unless it is to be kept.
func (s stage) leave() error {
	if s.o.keepWork {
		s.o.note("the cases' folders are in " + s.runner.Folder)
		return nil
	}
	defer s.unguard()
	return os.RemoveAll(s.runner.Folder)
}

func (o *conformOptions) events(p performance, command []string, door *process.Door) (*stream.Writer, error) {
	digest, err := stream.CatalogueDigest(p.catalogue)
	if err != nil {
		return nil, err
	}
	if o.seed == 0 {
		o.seed = time.Now().UnixNano() & maxSeed
	}
	// The events are kept in memory for the reports, and on the disk for whoever
	// finds this process killed.
	var kept io.Writer = io.Discard
	if p.events != nil {
		kept = p.events
	}
	return stream.NewWriter(kept, stream.Header{
		Hooktest: version(), Suite: stream.SuiteDigest(p.all), Catalogue: digest,
		Requirements: stream.Requirements(p.catalogue),
		Seed:         o.seed, Shard: p.shard, Selection: p.selection, Required: o.require,
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
		command += " --cases " + trial.Quoted([]string{o.cases})
	}
	if len(adapter) > 0 {
		command += " -- " + trial.Quoted(adapter)
	}
	return command
}
