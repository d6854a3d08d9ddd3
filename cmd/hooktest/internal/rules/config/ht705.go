package config

import (
	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht705() rule {
	return rule{Rule: finding.Rule{
		ID: "HT705", Title: "cmd /c in a POSIX shell", Severity: finding.Warning, Agents: "agents that also use a POSIX shell on Windows",
		Why: `The bash of Git for Windows takes /c for a path and turns it into C:\. cmd then reads its commands from stdin, which is the payload, and the hook's program never starts.`,
	}, command: cmdSlash}
}

// cmdSlash finds cmd /c, because the bash of Git for Windows changes its flag.
func cmdSlash(v *view, c command) []finding.Finding {
	if !c.posix(v.agent) || !cmdCall.MatchString(inQuotes.ReplaceAllString(c.Command, "''")) {
		return nil
	}
	return []finding.Finding{v.at(c.node.Position(), "the bash of Git for Windows turns /c into a path, so that cmd reads the payload as its commands", "write cmd //c, or start the program without cmd")}
}

var cmdCall = lazyregexp.New(`(?i)(?:^|[\s;&|])cmd(?:\.exe)?\s+(?:/[dsq]\s+)*/c\b`)
