package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht703 finds paths whose backslashes a POSIX shell removes.
func ht703(v *view, c command) {
	m := windowsPath.FindStringSubmatch(inQuotes.ReplaceAllString(c.Command, "''"))
	if m == nil || !c.posix(v.agent) {
		return
	}
	v.report(c.node.Position(), fmt.Sprintf("the shell removes the backslashes of %s, which is %s then: the hook can't start", m[1], strings.ReplaceAll(m[1], `\`, "")),
		"write / for each backslash, which Windows takes as well, or put the path in single quotes")
}

var windowsPath = lazyregexp.New(`(?:^|[\s=&;|])([A-Za-z]:\\\w[\w.\\$-]*|[\w.$%{}-]+(?:\\\w[\w.-]*)+\.(?:exe|cmd|bat|ps1|py|js|sh))(?:$|[\s&;|<>])`)

// posix reports whether the agent passes a command to a POSIX shell, also on Windows.
func (c command) posix(agent *dialect.Contract) bool {
	return len(c.Args) == 0 && c.Shell == "" && !slices.ContainsFunc(agent.Launch.Shells, func(s dialect.Shell) bool { return s.On == "windows" })
}

var inQuotes = lazyregexp.New(`'[^']*'|"(?:[^"\\]|\\.)*"`)
