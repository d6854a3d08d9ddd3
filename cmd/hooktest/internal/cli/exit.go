package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// The exit codes of hooktest, the same for every command.
const (
	exitOK          = 0   // all as expected
	exitAgainst     = 1   // a verdict against: unmet expectation, error finding, non-conformance
	exitUsage       = 2   // usage or configuration
	exitFault       = 3   // a fault of hooktest or of a case
	exitUntestable  = 4   // what was to be tested could not start or finish
	exitNothing     = 5   // nothing was evaluated
	exitInterrupted = 130 // interrupted
)

// A failure ends a command with an exit code and, unless message is empty, one
// line on the error stream.
type failure struct {
	code          int
	message, hint string
}

func (f *failure) Error() string { return f.message }

func usage(message, hint string) error {
	return &failure{code: exitUsage, message: message, hint: hint}
}

// fault reports something that should not have happened inside hooktest.
func fault(err error) error {
	if _, ok := errors.AsType[*failure](err); ok {
		return err
	}
	if _, lost := errors.AsType[*term.LostError](err); lost {
		return err
	}
	if folder := os.TempDir(); noRoomIn(folder, err) {
		return usage(fmt.Sprintf("the folder for temporary files can't be used: %v", err), "TMPDIR names it: "+folder)
	}
	return &failure{code: exitFault, message: err.Error(), hint: "this is a fault of hooktest, not of your hook"}
}

// noRoomIn tells whether an error is about a folder or what was to be made right
// in it: hooktest leaves nothing else there that could fail.
func noRoomIn(folder string, err error) bool {
	path, ok := errors.AsType[*fs.PathError](err)
	return ok && (filepath.Clean(path.Path) == filepath.Clean(folder) || filepath.Dir(path.Path) == filepath.Clean(folder))
}

// silent ends a command with a code after everything has been said.
func silent(code int) error { return &failure{code: code} }

// unreadable words a file's error without the name of the system call.
func unreadable(file string, err error) error {
	if pathError, ok := errors.AsType[*os.PathError](err); ok {
		err = pathError.Err
	}
	return usage(fmt.Sprintf("%s: %v", file, err), "")
}
