package finding

import (
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht421 finds colour codes and invalid UTF-8 in a text.
func ht421(r *run) []Finding {
	for _, words := range []*string{r.words.Model, r.words.User} {
		if words == nil {
			continue
		}
		stream := dialect.Stdout
		if r.stderr != "" && strings.Contains(*words, strings.ToValidUTF8(r.stderr, "\uFFFD")) {
			stream = dialect.Stderr
		}
		wrote := r.Result.Stdout
		if stream == dialect.Stderr {
			wrote = r.Result.Stderr
		}
		switch {
		case strings.Contains(*words, "\x1b["):
			return says(stream, "the text that the hook gives has colour codes, which its reader sees as they are", "switch colours off: set NO_COLOR=1 or --color=never for the program that prints it")
		case !utf8.Valid(wrote) && strings.Contains(*words, "\uFFFD"):
			return says(stream, "the text that the hook gives is not valid UTF-8: its reader sees � for each wrong byte", "write UTF-8, and cut texts between characters")
		}
	}
	return nil
}
