package script

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht303 finds exit code 1 after a refusal in words.
func ht303(s *source) []finding.Finding {
	if s.command.closed || !s.codeOneFails() {
		return nil
	}
	var found []finding.Finding
	for _, at := range s.failures {
		found = append(found, s.says(at, "the script objects and ends with code 1, which means that it failed: most agents continue",
			"end with code 2, and write the reason to stderr")...)
	}
	if len(found) == 0 {
		for _, at := range s.silentFailures() {
			found = append(found, s.says(at, "where the input has what is looked for, the script ends with code 1, which means that it failed: most agents continue",
				"end with code 2, and write the reason to stderr before: { echo 'why not' >&2; exit 2; }")...)
		}
	}
	return found
}
