package script

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// unread finds a script that uses fields of its input and never reads it.
func unread(s *source) []finding.Finding {
	if s.reads || s.helped || len(s.payloads) == 0 {
		return nil
	}
	fix := "read stdin, once, at the start: input=$(cat)"
	switch s.language {
	case python:
		fix = "read stdin, once, at the start: call = json.load(sys.stdin)"
	case javaScript:
		fix = "read stdin, once, at the start: const call = JSON.parse(require('fs').readFileSync(0, 'utf8'))"
	}
	return s.says(s.payloads[0], "nothing here reads stdin, where the agent writes what it is about to do", fix)
}

// argued finds a script that looks for its input among its arguments.
func argued(s *source) []finding.Finding {
	if s.reads || s.helped || !s.refuses || s.command.arguments || len(s.arguments) == 0 {
		return nil
	}
	what := map[language]string{python: "sys.argv", javaScript: "process.argv"}[s.language]
	if what == "" {
		what = "$1"
	}
	return s.says(s.arguments[0], fmt.Sprintf("the script decides by %s, which no agent gives it: what the agent is about to do stands on stdin", what),
		"read stdin, as in input=$(cat), and take the field out of its JSON")
}
