package finding

import (
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht402 finds text after the answer.
func ht402(r *run) []Finding {
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
