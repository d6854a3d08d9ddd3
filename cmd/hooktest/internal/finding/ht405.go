package finding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/english"
)

// ht405 finds a decision with an unknown word.
func ht405(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	var found []Finding
	for _, d := range r.answers.decisions {
		value, _ := d.At.In(r.answer)
		text, isText := value.(string)
		if _, known := d.Words[text]; !isText || known || text == hook.Ask {
			continue
		}
		var words []string
		for _, each := range []dialect.Effect{dialect.Denies, dialect.Asks, dialect.Allows} {
			for word, effect := range d.Words {
				if effect == each {
					words = append(words, word)
				}
			}
		}
		slices.Sort(words)
		fix := "the words are " + english.And(words)
		if near := spelled(strings.ToLower(text), words); near != "" {
			fix = "did you mean " + near + "? " + fix
		}
		found = append(found, Finding{
			Text: fmt.Sprintf("%s %s is not a word that is known here: %s", d.At, jstext.Quote(text), r.going()),
			Fix:  fix, Place: r.at(d.At), Told: r.warningOf("INT-16", string(d.At)+" "),
		})
	}
	return found
}
