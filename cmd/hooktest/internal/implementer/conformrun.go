package implementer

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/expect"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/shellword"
)

// prepare returns the run that the flags describe, without an implementation.
func (o *conformOptions) prepare() (r harness.Run, err error) {
	if err = o.checkNumbers(); err != nil {
		return r, err
	}
	if r.Selection, err = o.selection(); err != nil {
		return r, err
	}
	if err = o.checkRequired(); err != nil {
		return r, err
	}
	if r.Shard, err = parseShard(o.shard); err != nil {
		return r, err
	}
	if r.Suite, err = o.suite(); err != nil {
		return r, err
	}
	chosen, err := harness.Select(r.Suite.Cases, r.Selection)
	if err != nil {
		return r, console.Usage(err.Error(), "patterns are regular expressions, such as --run HOOK-067")
	}
	r.Cases = harness.ShardOf(chosen, r.Shard)
	if len(r.Cases) == 0 {
		return r, &console.Failure{Code: console.ExitNothing, Message: "no case is selected, so nothing would be judged", Hint: o.emptyHint(r.Suite)}
	}
	r.Version, r.Required, r.Jobs, r.TimeoutScale, r.KeepWork = console.Version(), o.require, o.jobs, o.timeoutScale, o.keepWork
	if r.Seed = o.seed; r.Seed == 0 {
		r.Seed = time.Now().UnixNano() & maxSeed
	}
	r.Known, err = o.knownFailures()
	return r, err
}

func (o *conformOptions) knownFailures() (*expect.File, error) {
	name := cmp.Or(o.expect, expectFile)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && o.expect == "" {
		return nil, nil
	}
	if err != nil {
		return nil, console.Unreadable(name, err)
	}
	known, err := expect.Parse(name, data, time.Now())
	if err != nil {
		return nil, console.Usage(err.Error(), "")
	}
	return known, nil
}

func (o *conformOptions) conform(ctx context.Context) error {
	if err := o.reports.Check(); err != nil {
		return err
	}
	r, err := console.Await(ctx, o.prepare)
	if err != nil {
		return err
	}
	events := o.reports.Unfinished()
	r.Events = events
	result, err := o.judge(ctx, r, o.adapter)
	if err != nil {
		events.Remove()
		return err
	}
	if err := o.reports.Write(o.App, report.New(result.run, r.Suite.Catalogue)); err != nil {
		return err
	}
	events.Remove()
	return o.conclude(ctx, result)
}

// judged is a run with the errors around it.
type judged struct {
	run stream.Run
	// broken is a fault of this machine. left is the error of an adapter that didn't exit
	// cleanly.
	broken, left error
}

// judge runs the prepared suite against one implementation.
func (o *conformOptions) judge(ctx context.Context, r harness.Run, command []string) (judged, error) {
	bar := o.Progress()
	defer bar.Clear()
	o.Last.Add(bar.Clear)
	defer bar.WhenInterrupted(ctx)()
	if len(command) > 0 {
		bar.Write("starting the adapter")
	}
	client, err := o.openAdapter(ctx, command)
	if err != nil {
		return judged{}, err
	}
	folder, leave, err := o.caseFolder()
	if err != nil {
		return judged{}, errors.Join(err, client.Close())
	}
	r.Client, r.Command, r.Folder = client, command, folder
	r.Repro = func(check string) string { return o.repro(check, command) }
	r.Restarts, r.End, r.Progress = client.Cost, client.Close, bar.Show
	run, broken := r.Do(ctx)
	if run.Header.Started.IsZero() {
		return judged{}, errors.Join(console.Fault(broken), leave(), client.Close())
	}
	if o.keepWork {
		bar.Erase()
	}
	return judged{run, broken, errors.Join(leave(), client.Close())}, nil
}

// caseFolder creates the folder for all cases' folders, and returns a function to remove it
// unless it is kept.
func (o *conformOptions) caseFolder() (folder string, leave func() error, err error) {
	if !o.keepWork {
		return console.TemporaryFolder(o.WorkFolder(), "hooktest-conform")
	}
	// Kept folders must not use up memory.
	folder, err = os.MkdirTemp("", "hooktest-conform-")
	if err != nil {
		return "", nil, console.Fault(err)
	}
	return folder, func() error {
		o.Note("the cases' folders are in " + folder)
		return nil
	}, nil
}

// repro returns the command that runs one check again.
func (o *conformOptions) repro(check string, adapter []string) string {
	clause, _, _ := strings.Cut(check, "/")
	command := "hooktest conform --run '^" + strings.ReplaceAll(clause, ".", `\.`) + "'"
	if o.cases != "" {
		command += " --cases " + shellword.Of(o.cases)
	}
	if len(adapter) > 0 {
		command += " -- " + shellword.Join(adapter)
	}
	return command
}
