package script

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht320() rule {
	return rule{Rule: finding.Rule{
		ID: "HT320", Title: "shell syntax error", Severity: finding.Error,
		Why:    "A shell exits with code 2 on a syntax error, which is the code that refuses: every call is refused with the syntax error as the reason.",
		Unless: []string{"HT302"},
	}, find: brokenSyntax}
}

// brokenSyntax finds a shell script that does not parse.
func brokenSyntax(s *source) []finding.Finding {
	if s.syntax == nil {
		return nil
	}
	return s.says(s.syntax.offset, "the shell can't read the script: "+s.syntax.message,
		"fix it, and see that sh -n or bash -n says nothing: a shell that can't read its script ends with code 2")
}
