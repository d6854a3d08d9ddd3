package dialect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

type member = jsonvalue.Member

// StdinSchema returns the JSON Schema of the input of an event's hooks, built from the
// contract's rows. It allows unknown fields: agents add some with every version.
func (c *Contract) StdinSchema(event hook.Event) *jsonvalue.Object {
	row, _ := c.Event(event)
	properties, required := jsonvalue.New(), []any{}
	for _, base := range c.Base {
		if slices.Contains(base.Except, event) {
			continue
		}
		schema := typed(jsonvalue.KindOf(base.value(event, Given{})))
		if base.Is == EventName {
			schema = jsonvalue.New(member{Key: "const", Value: string(event)})
		}
		properties.Set(base.Name, schema)
		required = append(required, base.Name)
	}
	for _, field := range row.Fields {
		properties.Set(field.Name, typed(field.Kind))
		if !field.Optional {
			required = append(required, field.Name)
		}
	}
	schema := c.schema("stdin/"+string(event), "What hooks of "+string(event)+" read")
	schema.Set("required", required)
	schema.Set("properties", properties)
	return schema
}

// StdoutSchema returns the JSON Schema of the answers to an event, with the fields that
// the agent is known to read. Other fields are invalid only if they make the agent
// reject the answer.
func (c *Contract) StdoutSchema(event hook.Event) *jsonvalue.Object {
	row, _ := c.Event(event)
	root := jsonvalue.New()
	for _, field := range row.Rules.answered() {
		place(root, strings.Split(string(field.At), "."), field)
	}
	schema := c.schema("stdout/"+string(event), "What hooks of "+string(event)+" may answer")
	for key, value := range root.All() {
		schema.Set(key, value)
	}
	if c.Reading != nil && c.Reading.Text.Strict {
		closed(schema)
	}
	return schema
}

// SettingsSchema returns the JSON Schema of a settings file with hooks.
func (c *Contract) SettingsSchema() *jsonvalue.Object {
	shape := c.Settings.Shape
	handler, fields := typed("object"), c.hookFields()
	handler.Set("properties", fields)
	matcher := described(typed("string"), "Which of the event's calls start the hooks; without it all do.")
	item := handler
	switch {
	case shape.Event != "":
		item = c.namingItsEvent(handler, fields)
	case shape.Flat:
		fields.Set("matcher", matcher)
	default:
		item = typed("object")
		item.Set("required", []any{"hooks"})
		item.Set("properties", jsonvalue.New(
			member{Key: "matcher", Value: matcher},
			member{Key: "hooks", Value: list(handler)},
		))
		if shape.Lone != "" {
			lone := fields.Clone()
			lone.Set("matcher", matcher)
			alone := typed("object")
			alone.Set("properties", lone)
			item = jsonvalue.New(member{Key: "anyOf", Value: []any{item, alone}})
		}
	}
	events := jsonvalue.New()
	for _, row := range c.Events {
		text := "Matchers have no effect here."
		if row.Subject.Field != "" {
			text = "Matchers are tested against " + row.Subject.Field + "."
		}
		events.Set(string(row.Name), described(jsonvalue.New(member{Key: "$ref", Value: "#/$defs/event"}), text))
	}
	hooks := typed("object")
	hooks.Set("properties", events)
	root := jsonvalue.New()
	schema := c.schema("settings", "Settings with hooks")
	if shape.Event != "" {
		hooks = list(item)
	} else {
		schema.Set("$defs", jsonvalue.New(member{Key: "event", Value: list(item)}))
	}
	root.Set(c.Settings.Hooks, hooks)
	if path := c.Settings.Switch.Path; len(path) == 1 {
		root.Set(path[0], described(typed("boolean"), fmt.Sprintf("%t turns hooks off.", c.Settings.Switch.Off)))
	}
	schema.Set("properties", root)
	return schema
}

// hookFields returns the schemas of the fields of a hook: their types, units and words.
func (c *Contract) hookFields() *jsonvalue.Object {
	shape, h := c.Settings.Shape, c.Handlers
	var types []any
	for _, handler := range h.Types {
		types = append(types, handler.Type)
	}
	fields := jsonvalue.New(member{Key: "type", Value: jsonvalue.New(member{Key: "enum", Value: types})})
	for _, f := range h.Fields {
		schema := typed(f.Kind)
		if f.Null {
			schema.Set("type", []any{f.Kind, "null"})
		}
		if f.Items != "" {
			of := map[string]string{"array": "items", "object": "additionalProperties"}[f.Kind]
			schema.Set(of, typed(f.Items))
		}
		var values []any
		for _, value := range f.Values {
			values = append(values, value)
		}
		if f.Null && values != nil {
			values = append(values, nil)
		}
		if values != nil {
			schema.Set("enum", values)
		}
		fields.Set(f.Name, schema)
	}
	for _, name := range orUsual(shape.Command, "command") {
		fields.Set(name, described(typed("string"), "What to start."))
	}
	for _, name := range orUsual(shape.Timeout, "timeout") {
		fields.Set(name, c.timeout())
	}
	for _, field := range []struct{ name, text string }{
		{h.Closing.Field, h.Closing.Value + " has failures of the hook refuse."},
		{h.Background.Field, "true has the agent go on at once and ignore what the hook answers."},
		{h.Condition.Field, "A rule about the call, without which the hook is not started."},
		{h.Choice.Field, "The shell that starts the command."},
		{h.Arguments.Field, "Arguments, with which the command is started without a shell."},
	} {
		if field.name == "" {
			continue
		}
		schema, ok := fields.GetObject(field.name)
		if !ok {
			schema = jsonvalue.New()
		}
		fields.Set(field.name, described(schema, field.text))
	}
	return fields
}

// timeout returns the schema of a timeout.
func (c *Contract) timeout() *jsonvalue.Object {
	t := c.Handlers.Timeout
	text := fmt.Sprintf("In %s; %v where none is given.", t.Units, float64(t.Default)/float64(t.Unit))
	return described(typed("number"), text)
}

func described(schema *jsonvalue.Object, text string) *jsonvalue.Object {
	schema.Set("description", text)
	return schema
}

// namingItsEvent returns the schema of a hook in one list for all events. Its type and
// command may be in an object of their own; its timeout may not.
func (c *Contract) namingItsEvent(handler, fields *jsonvalue.Object) *jsonvalue.Object {
	shape, item := c.Settings.Shape, handler
	if shape.Action != "" {
		item = typed("object")
		own := jsonvalue.New(member{Key: shape.Action, Value: handler})
		for _, name := range orUsual(shape.Timeout, "timeout") {
			fields.Delete(name)
			own.Set(name, c.timeout())
		}
		fields = own
		item.Set("properties", own)
	}
	names := []any{}
	for _, row := range c.Events {
		names = append(names, string(row.Name))
	}
	fields.Set(shape.Event, jsonvalue.New(member{Key: "enum", Value: names}))
	fields.Set("matcher", typed("string"))
	if shape.Enabled != "" {
		fields.Set(shape.Enabled, typed("boolean"))
	}
	return item
}

// schema begins a schema of the contract, with an ID for the versions that the contract
// describes.
func (c *Contract) schema(name, title string) *jsonvalue.Object {
	folder := c.Name + "/"
	if versions, _, _ := strings.Cut(c.Versions, ","); versions != "" {
		folder += strings.ReplaceAll(strings.ToLower(versions), " ", "-") + "/"
	}
	return jsonvalue.New(
		member{Key: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		member{Key: "$id", Value: schemas.ID(folder + name)},
		member{Key: "title", Value: c.Product + ": " + title},
		member{Key: "type", Value: "object"},
	)
}

func typed(kind string) *jsonvalue.Object {
	return jsonvalue.New(member{Key: "type", Value: kind})
}

func list(of *jsonvalue.Object) *jsonvalue.Object {
	array := typed("array")
	array.Set("items", of)
	return array
}

func orUsual(names []string, usual string) []string {
	if len(names) == 0 {
		return []string{usual}
	}
	return names
}

// answered returns the fields of an answer: the listed ones or, if none are listed,
// those that decide something.
func (r Rules) answered() []Answered {
	if len(r.Fields) > 0 {
		return r.Fields
	}
	var fields []Answered
	for _, decision := range r.Decisions {
		fields = append(fields, Answered{At: decision.At, Kind: "string", Values: slices.Sorted(maps.Keys(decision.Words))})
		for _, reason := range decision.Reasons(Denies) {
			fields = append(fields, Answered{At: reason, Kind: "string"})
		}
	}
	for _, context := range r.Contexts {
		fields = append(fields, Answered{At: context, Kind: "string"})
	}
	if r.Rewrite.At != "" {
		fields = append(fields, Answered{At: r.Rewrite.At, Kind: r.Rewrite.Kind})
	}
	if r.CanStop {
		fields = append(fields, Answered{At: "continue", Kind: "boolean"}, Answered{At: "stopReason", Kind: "string"})
	}
	return fields
}

// place puts a field at its path.
func place(schema *jsonvalue.Object, path []string, field Answered) {
	properties, ok := schema.GetObject("properties")
	if !ok {
		properties = jsonvalue.New()
		schema.Set("properties", properties)
	}
	inner, ok := properties.GetObject(path[0])
	if !ok {
		inner = jsonvalue.New()
		properties.Set(path[0], inner)
	}
	if len(path) > 1 {
		inner.Set("type", "object")
		place(inner, path[1:], field)
		return
	}
	if field.Kind != "" {
		inner.Set("type", field.Kind)
		if field.Null {
			inner.Set("type", []any{field.Kind, "null"})
		}
	}
	if len(field.Values) > 0 && field.Kind == "string" {
		values := make([]any, len(field.Values))
		for i, value := range field.Values {
			values[i] = value
		}
		if field.Null {
			values = append(values, nil)
		}
		inner.Set("enum", values)
	}
}

// closed forbids all other fields in every object with known fields.
func closed(schema *jsonvalue.Object) {
	properties, ok := schema.GetObject("properties")
	if !ok {
		return
	}
	schema.Set("additionalProperties", false)
	for _, value := range properties.All() {
		if inner, ok := value.(*jsonvalue.Object); ok {
			closed(inner)
		}
	}
}
