package config

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht703() rule {
	return rule{Rule: finding.Rule{
		ID: "HT703", Title: "unquoted backslashes in a path", Severity: finding.Error, Agents: "agents that also use a POSIX shell on Windows",
		Why: `A POSIX shell removes unquoted backslashes: C:\hooks\guard.exe becomes C:hooksguard.exe. The hook does not start, and most agents continue without it.`,
	}, command: backslashes}
}

// backslashes finds paths whose backslashes a POSIX shell removes.
func backslashes(v *view, c command) []finding.Finding {
	m := windowsPath.FindStringSubmatch(inQuotes.ReplaceAllString(c.Command, "''"))
	if m == nil || !c.posix(v.agent) {
		return nil
	}
	return []finding.Finding{v.at(c.node.Position(), fmt.Sprintf("the shell removes the backslashes of %s, which is %s then: the hook can't start", m[1], strings.ReplaceAll(m[1], `\`, "")),
		"write / for each backslash, which Windows takes as well, or put the path in single quotes")}
}

var windowsPath = lazyregexp.New(`(?:^|[\s=&;|])([A-Za-z]:\\\w[\w.\\$-]*|[\w.$%{}-]+(?:\\\w[\w.-]*)+\.(?:exe|cmd|bat|ps1|py|js|sh))(?:$|[\s&;|<>])`)
