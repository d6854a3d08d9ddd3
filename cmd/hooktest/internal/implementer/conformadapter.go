package implementer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/machine"
	"github.com/hooktest/hooktest/internal/shellword"
)

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
