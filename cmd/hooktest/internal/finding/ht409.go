package finding

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// ht409 finds a field of the wrong type.
func ht409(r *run) []Finding {
	if r.answer == nil || !r.reads() {
		return nil
	}
	var found []Finding
	for _, w := range r.Result.Warnings {
		if path, rest, ok := strings.Cut(w.Text, " must be "); w.Rule == "INT-15" && ok {
			kind, _, _ := strings.Cut(rest, " but is ")
			found = append(found, Finding{Text: w.Text, Fix: fmt.Sprintf("make %s %s", path, kind), Place: r.at(dialect.Path(path)), Told: w})
		}
	}
	if r.Contract.Reading == nil || !r.Contract.Reading.Text.Typed {
		return found
	}
	for _, f := range r.answers.fields {
		value, ok := f.At.In(r.answer)
		if !ok || f.Kind == "" || jsonvalue.KindOf(value) == f.Kind || value == nil && f.Null {
			continue
		}
		text := fmt.Sprintf("%s is %s and not %s, so the answer fails: %s", f.At, jsonvalue.Article(jsonvalue.KindOf(value)), jsonvalue.Article(f.Kind), r.going())
		found = append(found, r.about(f.At, text, fmt.Sprintf("make %s %s", f.At, jsonvalue.Article(f.Kind)))...)
	}
	return found
}
