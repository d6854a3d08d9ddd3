package suite

import (
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

// notesOf returns what each hook of a case must record for the case's assertions, by
// the hook's name.
func notesOf(script []cases.Statement) map[string]spyhook.Notes {
	all := map[string]spyhook.Notes{}
	for _, s := range script {
		if s.Command != "saw" || len(s.Args) < 2 {
			continue
		}
		hook := s.Args[0]
		if end := strings.IndexAny(hook, "@#"); end >= 0 {
			hook = hook[:end]
		}
		need, have := notesFor(s.Args[1]), all[hook]
		all[hook] = spyhook.Notes{Stdin: have.Stdin || need.Stdin, Env: have.Env || need.Env}
	}
	return all
}

// notesFor returns what a hook must record for an assertion about this path.
func notesFor(path string) spyhook.Notes {
	member, _, _ := strings.Cut(path, ".")
	return spyhook.Notes{Stdin: member == "stdin" || member == "text" || member == "eof", Env: member == "env"}
}

func covers(have, need spyhook.Notes) bool {
	return (have.Stdin || !need.Stdin) && (have.Env || !need.Env)
}
