package ruling

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// fault returns the request of an answer that the agent treats as a failure; ok is false
// for other answers.
func (r *reader) fault(answer *jsonvalue.Object) (d request, ok bool) {
	text, rules := r.contract.Reading.Text, r.row.Rules
	if text.Named != "" {
		parent, name, _ := strings.Cut(string(text.Named), ".")
		if specific, ok := answer.GetObject(parent); ok {
			if event, _ := specific.GetString(name); event != string(r.row.Name) {
				return r.request(dialect.InvalidAnswer, text.Fact, fmt.Sprintf("%s is not %s", text.Named, r.row.Name)), true
			}
		}
	}
	for _, invalid := range rules.Invalid {
		value, ok := invalid.At.In(answer)
		if !ok || invalid.Value == "" && value == nil || invalid.Value != "" && string(jsonvalue.Marshal(value)) != invalid.Value ||
			invalid.Kinds != nil && !slices.Contains(invalid.Kinds, jsonvalue.KindOf(value)) {
			continue
		}
		if has(answer, invalid.Unless) || invalid.With != "" && !has(answer, invalid.With) {
			continue
		}
		loss := "makes the answer a failure"
		if invalid.DiscardsAll {
			loss = "makes the agent lose what the hooks have answered"
		}
		return r.request(invalid.Effect(), invalid.Fact, fmt.Sprintf("%s %s %s", invalid.At, jsonvalue.Marshal(value), loss)), true
	}
	if fact, why := r.mistyped(text, answer, ""); why != "" {
		return r.request(dialect.InvalidAnswer, fact, why), true
	}
	return request{}, false
}

// mistyped finds a field that is unknown to the event, or has another kind.
func (r *reader) mistyped(text dialect.Text, object *jsonvalue.Object, prefix string) (fact, why string) {
	if !text.Strict && !text.Typed {
		return "", ""
	}
	for key, value := range object.All() {
		path := dialect.Path(prefix + key)
		i := slices.IndexFunc(r.row.Rules.Fields, func(f dialect.Answered) bool { return f.At == path })
		nested, isObject := value.(*jsonvalue.Object)
		inner := isObject && slices.ContainsFunc(r.row.Rules.Fields, func(f dialect.Answered) bool {
			return strings.HasPrefix(string(f.At), string(path)+".")
		})
		switch {
		case i < 0 && !inner:
			if text.Strict {
				return text.Fact, fmt.Sprintf("the agent knows no field %s", path)
			}
			continue
		case i >= 0 && text.Typed:
			field := r.row.Rules.Fields[i]
			if value == nil && field.Null {
				continue
			}
			if field.Kind != "" && jsonvalue.KindOf(value) != field.Kind {
				return text.Fact, fmt.Sprintf("%s is %s, not %s", path, jsonvalue.Article(jsonvalue.KindOf(value)), jsonvalue.Article(field.Kind))
			}
			if word, ok := value.(string); ok && len(field.Values) > 0 && !slices.Contains(field.Values, word) {
				return text.Fact, fmt.Sprintf("%s may not be %q", path, word)
			}
		}
		if inner {
			if fact, why := r.mistyped(text, nested, string(path)+"."); why != "" {
				return fact, why
			}
		}
	}
	return "", ""
}
