package script

// ht304 finds a script that uses fields of its input and never reads it.
func ht304(s *source) {
	if s.reads || s.helped || len(s.payloads) == 0 {
		return
	}
	fix := "read stdin, once, at the start: input=$(cat)"
	switch s.language {
	case python:
		fix = "read stdin, once, at the start: call = json.load(sys.stdin)"
	case javaScript:
		fix = "read stdin, once, at the start: const call = JSON.parse(require('fs').readFileSync(0, 'utf8'))"
	}
	s.report(s.payloads[0], "nothing here reads stdin, where the agent writes what it is about to do", fix)
}
