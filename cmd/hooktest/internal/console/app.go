// Package console is what every command of hooktest works with: the streams, how a
// command fails and with which code, flags and arguments that mean the same
// everywhere, progress, and the writing of reports.
//
// It knows no command.
package console

import (
	"errors"
	"runtime/debug"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// App is what every command works with.
type App struct {
	Streams term.Streams
	Environ []string
	Quiet   bool
	// last ends what is left where a person does not want to wait.
	Last lastResort
}

const (
	GroupAuthors      = "authors"
	GroupImplementers = "implementers"
)

// Delivered makes an error of a result that nobody has got, whatever it was. A
// reader that went away, as head does, is not there to be told of it.
func (a *App) Delivered(code int) int {
	lost := a.Streams.Out.Lost()
	if lost == nil {
		return code
	}
	if !lost.Closed() {
		a.Streams.Err.Error(lost.Error(), "")
	}
	// Anything but a verdict has been reported already, and outweighs the lost output.
	return max(code, ExitUsage)
}

// Finish tells of what ended a command, and gives the exit code.
func (a *App) Finish(err error) int {
	if err == nil {
		return ExitOK
	}
	if _, lost := errors.AsType[*term.LostError](err); lost {
		// delivered reports the lost output.
		return ExitUsage
	}
	f, ok := errors.AsType[*Failure](err)
	if !ok {
		// What cobra itself reports is always about the command line.
		f = &Failure{Code: ExitUsage, Message: err.Error(), Hint: "see 'hooktest --help'"}
	}
	if f.Message != "" {
		a.Streams.Err.Error(f.Message, f.Hint)
	}
	return f.Code
}

// Getenv is a variable of the environment; empty where there is none.
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

// Version is the release, or what the build information says of a build from
// source.
func Version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
