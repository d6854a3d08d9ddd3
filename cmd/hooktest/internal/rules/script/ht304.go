package script

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht304 finds a script that uses fields of its input and never reads it.
func ht304(s *source) []finding.Finding {
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
