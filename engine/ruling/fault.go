package ruling

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// fault returns the demand of an answer that the agent treats as a failure; ok is false
// for other answers.
func (r *reader) fault(answer *jsonvalue.Object) (d demand, ok bool) {
	text, rules := r.contract.Reading.Text, r.row.Rules
	if text.Named != "" {
		parent, name, _ := strings.Cut(string(text.Named), ".")
		if specific, ok := answer.GetObject(parent); ok {
			if event, _ := specific.GetString(name); event != string(r.row.Name) {
				return r.demand(dialect.InvalidAnswer, text.Fact, fmt.Sprintf("%s is not %s", text.Named, r.row.Name)), true
			}
		}
	}
	for _, spoil := range rules.Spoils {
		value, ok := spoil.At.In(answer)
		if !ok || spoil.Value == "" && value == nil || spoil.Value != "" && string(jsonvalue.Marshal(value)) != spoil.Value ||
			spoil.Kinds != nil && !slices.Contains(spoil.Kinds, jsonvalue.KindOf(value)) {
			continue
		}
		if has(answer, spoil.Unless) || spoil.Beside != "" && !has(answer, spoil.Beside) {
			continue
		}
		what, loss := dialect.InvalidAnswer, "makes the answer a failure"
		if spoil.Wrecks {
			what, loss = dialect.Wrecks, "makes the agent lose what the hooks have answered"
		}
		return r.demand(what, spoil.Fact, fmt.Sprintf("%s %s %s", spoil.At, jsonvalue.Marshal(value), loss)), true
	}
	if fact, why := r.misfit(text, answer, ""); why != "" {
		return r.demand(dialect.InvalidAnswer, fact, why), true
	}
	return demand{}, false
}

// misfit finds a field that is unknown to the event, or has another kind.
func (r *reader) misfit(text dialect.Text, object *jsonvalue.Object, prefix string) (fact, why string) {
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
			if fact, why := r.misfit(text, nested, string(path)+"."); why != "" {
				return fact, why
			}
		}
	}
	return "", ""
}
