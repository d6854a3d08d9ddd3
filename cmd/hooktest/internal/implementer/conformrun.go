package implementer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/engine/dialect"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/internal/machine"
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

func (o *conformOptions) knownFailures() (*knownfailure.File, error) {
	name := cmp.Or(o.expect, expectFile)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && o.expect == "" {
		return nil, nil
	}
	if err != nil {
		return nil, console.Unreadable(name, err)
	}
	known, err := knownfailure.Parse(name, data, time.Now())
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
	bar := o.Progress(ctx)
	defer bar.Clear()
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

// openAdapter starts the adapter, or the reference engine, which uses the same client. If the
// adapter doesn't start, the error is a *console.Failure with ExitUntestable.
func (o *conformOptions) openAdapter(ctx context.Context, command []string) (*process.Client, error) {
	options := process.Options{Version: console.Version(), Dialects: dialect.Names(), TimeoutScale: o.timeoutScale, Started: o.Last.Add}
	if err := o.checkNumbers(); err != nil {
		return nil, err
	}
	var client *process.Client
	var err error
	if len(command) == 0 {
		client, err = process.Builtin(ctx, console.Version(), options)
	} else {
		client, err = process.Start(ctx, process.Command{Args: command, Env: o.Environ}, options)
	}
	if err == nil {
		return client, nil
	}
	if ctx.Err() != nil {
		return nil, console.Silent(console.ExitInterrupted)
	}
	return nil, &console.Failure{Code: console.ExitUntestable, Message: unopened(err), Hint: startHint(err, command), Cause: err}
}

// checkNumbers refuses numbers that are out of range, and a machine with too few resources.
func (o *conformOptions) checkNumbers() error {
	switch {
	case o.timeoutScale <= 0:
		return console.Usage("--timeout-scale must be greater than 0", "")
	case o.jobs < 0:
		return console.Usage("--jobs must not be less than 0", "0, the default, is what the adapter takes")
	case o.seed < 0 || o.seed > maxSeed:
		return console.Usage(fmt.Sprintf("--seed must be between 0 and %d", int64(maxSeed)), "0, the default, means another order each time")
	}
	// With too few file descriptors or too little space, cases fail through no fault of the suite
	// or the implementation.
	const usual, each, room = 256, 16, 1 << 20
	if err := errors.Join(machine.Files(max(usual, uint64(o.jobs)*each)), machine.Room(os.TempDir(), room)); err != nil {
		return console.Fault(err)
	}
	if strings.ContainsAny(os.TempDir(), "'\"`\\\n") {
		return console.Fault(fmt.Errorf("the folder for temporary files, %q, has a quote or a backslash in its name, which commands of cases can't hold: set TMPDIR to another", os.TempDir()))
	}
	return nil
}

// maxSeed is the largest number that all JSON parsers read exactly.
const maxSeed = 1<<53 - 1

// lastWords is how many lines of an adapter's stderr are in a message.
const lastWords = 5

// unopened describes why an adapter did not answer its first request, with the end of its stderr.
func unopened(err error) string {
	broken, ok := errors.AsType[*adapter.Fault](err)
	if !ok || strings.TrimSpace(broken.Stderr) == "" {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(broken.Stderr), "\n")
	lines = lines[max(len(lines)-lastWords, 0):]
	return err.Error() + "\nits stderr ends with:\n  " + strings.Join(lines, "\n  ")
}

// startHint describes what to do if an adapter can't be started.
func startHint(err error, command []string) string {
	if len(command) == 0 {
		return ""
	}
	info, statErr := os.Stat(command[0])
	switch {
	case statErr == nil && info.IsDir():
		return "it is a folder"
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("a script needs the exec bit, or its interpreter in front: hooktest conform -- sh %s", shellword.Join(command))
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, exec.ErrNotFound):
		return "after -- comes a command as a shell would find it from here, such as ./my-adapter or node adapter.mjs"
	}
	return "check the adapter step by step: hooktest conform doctor -- " + shellword.Join(command)
}
