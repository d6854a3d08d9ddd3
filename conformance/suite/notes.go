package suite

import (
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

// notesOf tells what the hooks of a case have to note for its assertions, by
// hook.
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

// notesFor tells what has to be noted for an assertion about a path of a run.
func notesFor(path string) spyhook.Notes {
	member, _, _ := strings.Cut(path, ".")
	return spyhook.Notes{Stdin: member == "stdin" || member == "text" || member == "eof", Env: member == "env"}
}

func covers(have, need spyhook.Notes) bool {
	return (have.Stdin || !need.Stdin) && (have.Env || !need.Env)
}
