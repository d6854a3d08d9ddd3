package script

// ht320 finds a shell script that does not parse.
func ht320(s *source) {
	if s.syntax == nil {
		return
	}
	s.report(s.syntax.offset, "the shell can't read the script: "+s.syntax.message,
		"fix it, and see that sh -n or bash -n says nothing: a shell that can't read its script ends with code 2")
}
