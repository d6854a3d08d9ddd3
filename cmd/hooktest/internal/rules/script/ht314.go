package script

// ht314 finds a script that defines functions and runs none of them.
func ht314(s *source) {
	fix := "call it, in the last line"
	switch {
	case s.shell != nil:
		s.entry = s.shell.entry()
	case s.language == python:
		fix = `call it, in the last lines: if __name__ == "__main__": main()`
	case s.language == javaScript:
		fix = "agents start a hook as a program: read the payload from stdin, call the function with it, and print the answer"
	}
	if !s.entry.idle || s.entry.main < 0 && s.use.Command == "" {
		// A file that no settings start may be a library.
		return
	}
	s.report(max(0, s.entry.main), "the script defines functions and calls none: it does nothing, and objects to nothing", fix)
}
