package registry

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// readFields checks the fields whose type the agent checks. It returns false if a fault
// disables the hook.
func (o *observed) readFields(kind, path string, config *document.Node) bool {
	for _, field := range o.contract.Handlers.Fields {
		node, given := config.Field(field.Name)
		if !given || len(field.Types) > 0 && !slices.Contains(field.Types, kind) || field.Null && node.Kind() == document.Null {
			continue
		}
		want := jsonvalue.Article(field.Kind)
		wrong := jsonvalue.KindOf(node.Value()) != field.Kind
		if !wrong && field.Items != "" {
			if item, ok := stranger(node, field.Items); ok {
				node, wrong = item, true
				want += " of which each item is " + jsonvalue.Article(field.Items)
			}
		}
		if !wrong && len(field.Values) > 0 {
			want = english.Or(field.Values)
			wrong = !slices.Contains(field.Values, node.Text())
		}
		if wrong && !o.breachUnless(dialect.WrongField, node, path+"."+field.Name, fmt.Sprintf("must be %s, not %s", want, shown(node))) {
			return false
		}
	}
	return true
}

// stranger returns the first item of an array, or value of an object, that is of another
// kind.
func stranger(node *document.Node, kind string) (*document.Node, bool) {
	items := node.Items()
	for _, field := range node.Fields() {
		items = append(items, field.Value)
	}
	i := slices.IndexFunc(items, func(item *document.Node) bool { return jsonvalue.KindOf(item.Value()) != kind })
	if i < 0 {
		return nil, false
	}
	return items[i], true
}
