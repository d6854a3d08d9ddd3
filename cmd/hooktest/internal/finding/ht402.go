package finding

import (
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

func ht402() Rule {
	return Rule{
		ID: "HT402", Title: "text or second document after the answer", Severity: Error,
		Why:  "The answer must be alone on stdout. Anything after it turns all of stdout into plain text or makes the hook fail; neither decides.",
		find: textAfter,
	}
}

func textAfter(r *run) []Finding {
	start, end, ok := r.within()
	if !ok || strings.HasPrefix(r.stdout, byteOrderMark) || trimmed(r.Result.Stdout[:start]) != "" {
		return nil
	}
	what := "text"
	if isAnswer([]byte(trimmed(r.Result.Stdout[end:]))) {
		what = "another answer"
	}
	return says(dialect.Stdout, what+" follows the JSON answer on stdout, so that it is not read as one: "+r.going(),
		"print one answer to stdout and end, and everything else to stderr")
}
