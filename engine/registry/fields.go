package registry

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// readFields checks the fields whose type the agent checks or, if that was not observed,
// those that it may read. It returns false if a fault disables the hook.
func (o *observed) readFields(kind, path string, config *document.Node) bool {
	command, _ := firstOf(config, o.contract.Settings.Shape.Command, "command")
	for _, field := range o.known() {
		node, given := config.Field(field.Name)
		// readHook reports a command that it can't read.
		if !given || node == command && len(o.contract.Handlers.Fields) == 0 || len(field.Types) > 0 && !slices.Contains(field.Types, kind) || field.Null && node.Kind() == document.Null {
			continue
		}
		want := jsonvalue.Article(field.Kind)
		wrong := jsonvalue.KindOf(node.Value()) != field.Kind
		if !wrong && field.Items != "" {
			if item, ok := mistyped(node, field.Items); ok {
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

// known returns the fields to check: those of the contract or, if it is not known which
// types the agent checks, those that it names and those that hooks commonly have.
func (o *observed) known() []dialect.HookField {
	handlers, shape := o.contract.Handlers, o.contract.Settings.Shape
	if len(handlers.Fields) > 0 {
		return handlers.Fields
	}
	all := []dialect.HookField{
		{Name: "name", Kind: "string"}, {Name: "description", Kind: "string"}, {Name: "statusMessage", Kind: "string"},
		{Name: "cwd", Kind: "string"}, {Name: "working_directory", Kind: "string"}, {Name: "shell", Kind: "string"},
		{Name: "command", Kind: "string"}, {Name: "bash", Kind: "string"}, {Name: "powershell", Kind: "string"},
		{Name: "env", Kind: "object", Items: "string"},
		{Name: "async", Kind: "boolean"}, {Name: "once", Kind: "boolean"}, {Name: "show_output", Kind: "boolean"},
		{Name: shape.Enabled, Kind: "boolean"}, {Name: handlers.Condition.Field, Kind: "string"},
		{Name: handlers.Arguments.Field, Kind: "array", Items: "string"},
	}
	if closing := handlers.Closing; closing.Open == "" {
		value, _ := jsonvalue.Parse([]byte(closing.Value))
		all = append(all, dialect.HookField{Name: closing.Field, Kind: jsonvalue.KindOf(value)})
	}
	for _, handler := range handlers.Types {
		own := []dialect.HookField{}
		switch handler.Asks {
		case dialect.AsksServer:
			own = []dialect.HookField{{Name: handlers.Server.URL, Kind: "string"}, {Name: handlers.Server.Headers, Kind: "object", Items: "string"}, {Name: handlers.Server.Allowed, Kind: "array", Items: "string"}}
		case dialect.AsksModel, dialect.AsksUser:
			own = []dialect.HookField{{Name: "prompt", Kind: "string"}, {Name: handlers.Model.Name, Kind: "string"}, {Name: handlers.Model.Goes, Kind: "boolean"}}
		}
		for _, field := range own {
			// readQuestion reports a question that it can't read.
			if !slices.Contains(handler.Needs, field.Name) {
				field.Types = []string{handler.Type}
				all = append(all, field)
			}
		}
	}
	return slices.DeleteFunc(all, func(f dialect.HookField) bool { return f.Name == "" })
}

// mistyped returns the first item of an array, or value of an object, that is of another
// kind.
func mistyped(node *document.Node, kind string) (*document.Node, bool) {
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
