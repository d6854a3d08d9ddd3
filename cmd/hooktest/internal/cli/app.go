package cli

import (
	"errors"
	"runtime/debug"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// app is what every command works with.
type app struct {
	streams term.Streams
	environ []string
	quiet   bool
	// last ends what is left where a person does not want to wait.
	last lastResort
}

const (
	groupAuthors      = "authors"
	groupImplementers = "implementers"
)

// delivered makes an error of a result that nobody has got, whatever it was. A
// reader that went away, as head does, is not there to be told of it.
func (a *app) delivered(code int) int {
	lost := a.streams.Out.Lost()
	if lost == nil {
		return code
	}
	if !lost.Closed() {
		a.streams.Err.Error(lost.Error(), "")
	}
	// What is no verdict has been told already.
	return max(code, exitUsage)
}

func (a *app) finish(err error) int {
	if err == nil {
		return exitOK
	}
	if _, lost := errors.AsType[*term.LostError](err); lost {
		// delivered tells of it.
		return exitUsage
	}
	f, ok := errors.AsType[*failure](err)
	if !ok {
		// What cobra itself reports is always about the command line.
		f = &failure{code: exitUsage, message: err.Error(), hint: "see 'hooktest --help'"}
	}
	if f.message != "" {
		a.streams.Err.Error(f.message, f.hint)
	}
	return f.code
}

func (a *app) getenv(key string) string {
	value := ""
	for _, entry := range a.environ {
		if k, v, _ := strings.Cut(entry, "="); k == key {
			value = v
		}
	}
	return value
}

// release is set by the linker for released binaries.
var release = ""

// version is the release, or what the build information says of a build from
// source.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
