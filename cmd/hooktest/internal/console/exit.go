package console

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/machine"
)

// The exit codes of hooktest, the same for every command. ExitCodes describes them.
const (
	ExitOK          = 0
	ExitAgainst     = 1
	ExitUsage       = 2
	ExitFault       = 3
	ExitUntestable  = 4
	ExitNothing     = 5
	ExitInterrupted = 130
)

// An ExitCode is a code with its meaning.
type ExitCode struct {
	Code  int
	Means string
}

// ExitCodes returns all exit codes in ascending order.
func ExitCodes() []ExitCode {
	return []ExitCode{
		{ExitOK, "all as expected"},
		{ExitAgainst, "a verdict against: an expectation that is not met, a finding that is an error, an implementation that does not conform, a loss with --strict"},
		{ExitUsage, "a command line or a configuration that can't be carried out"},
		{ExitFault, "a fault of hooktest, or of a case"},
		{ExitUntestable, "what was to be tested could not start or did not end"},
		{ExitNothing, "nothing was evaluated"},
		{ExitInterrupted, "interrupted"},
	}
}

// A Failure ends a command with an exit code and, unless Message is empty, one line on the error
// stream.
type Failure struct {
	Code          int
	Message, Hint string
	// Cause, if not nil, is the underlying error for callers.
	Cause error
}

func (f *Failure) Error() string { return f.Message }

func (f *Failure) Unwrap() error { return f.Cause }

// Usage is the error for a command line or a configuration that can't be carried out.
func Usage(message, hint string) error {
	return &Failure{Code: ExitUsage, Message: message, Hint: hint}
}

// NotAsked is the error if no agent can be asked, with each different reason.
func NotAsked(reasons []string, hint string) error {
	different := lists.Once(reasons)
	return &Failure{Code: ExitNothing, Message: "no agent was asked: " + strings.Join(different, "; "), Hint: hint}
}

// Fault is the error for something that should not have happened inside hooktest.
func Fault(err error) error {
	if _, ok := errors.AsType[*Failure](err); ok {
		return err
	}
	if _, lost := errors.AsType[*term.LostError](err); lost {
		return err
	}
	if machine.AtLimit(err) {
		return &Failure{Code: ExitFault, Message: fmt.Sprintf("this machine is at a limit: %v", err), Hint: "neither a hook nor an implementation is to blame: ulimit -a shows the limits on files and processes, df " + os.TempDir() + " the room for temporary files"}
	}
	if folder := os.TempDir(); noRoomIn(folder, err) {
		return Usage(fmt.Sprintf("the folder for temporary files can't be used: %v", err), "TMPDIR names it: "+folder)
	}
	return &Failure{Code: ExitFault, Message: err.Error(), Hint: "this is a fault of hooktest, not of your hook"}
}

// noRoomIn reports whether an error is about a folder, or about a file directly in it. In
// the temporary folder, hooktest creates nothing else that could fail.
func noRoomIn(folder string, err error) bool {
	path, ok := errors.AsType[*fs.PathError](err)
	return ok && (filepath.Clean(path.Path) == filepath.Clean(folder) || filepath.Dir(path.Path) == filepath.Clean(folder))
}

// Silent ends a command with a code and without a message.
func Silent(code int) error { return &Failure{Code: code} }

// Unreadable formats a file's error without the name of the system call.
func Unreadable(file string, err error) error {
	return Usage(fmt.Sprintf("%s: %v", file, Cause(err)), "")
}

// Cause returns an error without the file names, which the message already has.
func Cause(err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError.Err
	}
	return err
}
