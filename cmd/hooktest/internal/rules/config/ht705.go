package config

import "github.com/hooktest/hooktest/internal/lazyregexp"

// ht705 finds cmd /c, because the bash of Git for Windows changes its flag.
func ht705(v *view, c command) {
	if !c.posix(v.agent) || !cmdCall.MatchString(inQuotes.ReplaceAllString(c.Command, "''")) {
		return
	}
	v.report(c.node.Position(), "the bash of Git for Windows turns /c into a path, so that cmd reads the payload as its commands", "write cmd //c, or start the program without cmd")
}

var cmdCall = lazyregexp.New(`(?i)(?:^|[\s;&|])cmd(?:\.exe)?\s+(?:/[dsq]\s+)*/c\b`)
