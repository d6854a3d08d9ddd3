package config

import (
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// posix reports whether the agent passes a command to a POSIX shell, also on Windows.
func (c command) posix(agent *dialect.Contract) bool {
	return len(c.Args) == 0 && c.Shell == "" && !slices.ContainsFunc(agent.Launch.Shells, func(s dialect.Shell) bool { return s.On == "windows" })
}

var (
	inQuotes = lazyregexp.New(`'[^']*'|"(?:[^"\\]|\\.)*"`)
)
