// Package console has what all commands of hooktest share: the streams, errors and exit codes,
// common flags and arguments, progress, and writing reports.
//
// It contains no commands.
package console

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/debuglog"
)

// App is the context of every command.
type App struct {
	Streams term.Streams
	// Args are the arguments of the command line.
	Args    []string
	Environ []string
	Quiet   bool
	// Last kills child processes if the user doesn't wait for them.
	Last lastResort
}

// A Command is a command of the program, which is built if it is asked for. Name is that of the
// built one.
type Command struct {
	Name string
	New  func(*App) *cobra.Command
}

const (
	GroupAuthors      = "authors"
	GroupImplementers = "implementers"
)

// Delivered turns the exit code into an error if the output could not be written. It prints
// nothing if the reader has exited, as head does.
func (a *App) Delivered(code int) int {
	lost := a.Streams.Out.Lost()
	if lost == nil {
		return code
	}
	if !lost.Closed() {
		a.Streams.Err.Error(lost.Error(), "")
	}
	// Any code except a verdict has already been reported, and takes precedence over lost output.
	return max(code, ExitUsage)
}

// Finish reports a command's error, and returns the exit code.
func (a *App) Finish(err error) int {
	if err == nil {
		return ExitOK
	}
	if _, lost := errors.AsType[*term.LostError](err); lost {
		// Delivered reports the lost output.
		return ExitUsage
	}
	f, ok := errors.AsType[*Failure](err)
	if !ok {
		// Errors of cobra itself are always about the command line.
		f = &Failure{Code: ExitUsage, Message: err.Error(), Hint: "see 'hooktest --help'"}
	}
	if f.Message != "" {
		a.Streams.Err.Error(f.Message, f.Hint)
	}
	return f.Code
}

// Getenv returns a variable of the environment, or "" if it is not set.
func (a *App) Getenv(key string) string {
	value := ""
	for _, entry := range a.Environ {
		if k, v, _ := strings.Cut(entry, "="); k == key {
			value = v
		}
	}
	return value
}

// release is set by the linker for released binaries.
var release = ""

// Version returns the release, or the module version in the build information.
func Version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// DebugLog returns a logger to the error stream for what DEBUG selects, such as
// DEBUG=llxprt:core:hooks:*, or nil if DEBUG is not set.
func (a *App) DebugLog() *slog.Logger {
	patterns := a.Getenv("DEBUG")
	if patterns == "" {
		return nil
	}
	return slog.New(debuglog.New(a.Streams.Err.Untrusted(), patterns))
}

// Warn prints a warning about a likely mistake on the error stream. With --quiet, Warn and Note
// print nothing.
func (a *App) Warn(message, hint string) {
	if !a.Quiet {
		a.Streams.Err.Warning(message, hint)
	}
}

// Note prints a remark about something unexpected.
func (a *App) Note(message string) {
	if !a.Quiet {
		a.Streams.Err.Note(message)
	}
}

// Clock formats a duration, rounded for comparison by people.
func Clock(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
