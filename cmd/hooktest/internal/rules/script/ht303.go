package script

// ht303 finds exit code 1 after a refusal in words.
func ht303(s *source) {
	if s.command.closed || !s.codeOneFails() {
		return
	}
	for _, at := range s.failures {
		s.report(at, "the script objects and ends with code 1, which means that it failed: most agents continue",
			"end with code 2, and write the reason to stderr")
	}
	if len(s.failures) == 0 {
		for _, at := range s.silentFailures() {
			s.report(at, "where the input has what is looked for, the script ends with code 1, which means that it failed: most agents continue",
				"end with code 2, and write the reason to stderr before: { echo 'why not' >&2; exit 2; }")
		}
	}
}
