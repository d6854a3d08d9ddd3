package finding

import (
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht401 finds text before the answer.
func ht401(r *run) []Finding {
	start, _, ok := r.within()
	switch {
	case !ok:
		return nil
	case strings.HasPrefix(r.stdout, byteOrderMark):
		return says(dialect.Stdout, "a byte order mark comes before the JSON answer on stdout, so that it is not read as one: "+r.going(),
			"print the answer without a byte order mark (in PowerShell: [Console]::OutputEncoding = [Text.UTF8Encoding]::new($false))")
	case trimmed(r.Result.Stdout[:start]) == "":
		return nil
	}
	return says(dialect.Stdout, "text comes before the JSON answer on stdout, so that it is not read as one: "+r.going(),
		"print the answer alone to stdout, and everything else to stderr")
}
