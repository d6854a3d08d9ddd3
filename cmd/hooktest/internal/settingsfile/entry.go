package settingsfile

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Command returns a command hook in the contract's settings format.
func Command(contract *dialect.Contract, text string) *jsonvalue.Object {
	return jsonvalue.New(
		jsonvalue.Member{Key: "type", Value: hook.TypeCommand},
		jsonvalue.Member{Key: foremost(contract.Settings.Shape.Command, "command"), Value: text},
	)
}

// Starting returns a hook's settings object with another command line, which the agent's shell reads.
func Starting(contract *dialect.Contract, entry *jsonvalue.Object, command string) *jsonvalue.Object {
	entry = entry.Clone()
	// A program that is started without a shell has its arguments in a field of their own.
	entry.Delete(contract.Handlers.Arguments.Field)
	for key, value := range entry.Clone().All() {
		action, nested := value.(*jsonvalue.Object)
		switch {
		case nested:
			entry.Set(key, Starting(contract, action, command))
		case key == "command" || slices.Contains(contract.Settings.Shape.Command, key):
			entry.Set(key, command)
		}
	}
	return entry
}

// Title describes a hook of any type on one line: its type and its question, or its command.
func Title(entry *jsonvalue.Object) string {
	kind, _ := entry.GetString("type")
	for _, field := range []string{"prompt", "url", "tool"} {
		if text, ok := entry.GetString(field); ok {
			return strings.Join(append([]string{kind}, strings.Fields(text)...), " ")
		}
	}
	if command, ok := entry.GetString("command"); ok {
		return command
	}
	return kind
}

// SetTimeout sets a hook's timeout in the contract's unit. It rounds up for an agent that reads whole
// units only: such an agent rejects the file for a fraction.
func SetTimeout(contract *dialect.Contract, entry *jsonvalue.Object, units float64) {
	if contract.Handlers.Timeout.Whole {
		units = math.Ceil(units)
	}
	entry.Set(foremost(contract.Settings.Shape.Timeout, "timeout"), json.Number(strconv.FormatFloat(units, 'f', -1, 64)))
}

// foremost returns the first of several names, or the usual one.
func foremost(names []string, usual string) string {
	if len(names) == 0 {
		return usual
	}
	return names[0]
}

// Entries returns hooks as entries of an event, with a matcher if it is not empty: one group for
// agents with groups.
func Entries(contract *dialect.Contract, matcher string, hooks []*jsonvalue.Object) []any {
	var list []any
	for _, entry := range hooks {
		if !grouped(contract) && matcher != "" {
			entry.Set("matcher", matcher)
		}
		list = append(list, entry)
	}
	if !grouped(contract) || len(hooks) == 0 {
		return list
	}
	group := jsonvalue.New()
	if matcher != "" {
		group.Set("matcher", matcher)
	}
	group.Set("hooks", list)
	return []any{group}
}

// grouped reports whether an event's hooks are in groups.
func grouped(contract *dialect.Contract) bool {
	return !contract.Settings.Shape.Flat && contract.Settings.Shape.Event == ""
}

// listed converts an event's entry for an agent whose hooks name their events: it adds a display
// name, and moves the action into its own object.
func listed(contract *dialect.Contract, event hook.Event, entry any) any {
	flat, ok := entry.(*jsonvalue.Object)
	shape := contract.Settings.Shape
	if !ok || shape.Event == "" {
		return entry
	}
	item := jsonvalue.New(jsonvalue.Member{Key: "name", Value: "on " + string(event)}, jsonvalue.Member{Key: shape.Event, Value: string(event)})
	action := item
	if shape.Action != "" {
		action = jsonvalue.New()
	}
	for name, value := range flat.All() {
		if name == "type" || name == foremost(shape.Command, "command") {
			action.Set(name, value)
		} else {
			item.Set(name, value)
		}
	}
	if shape.Action != "" {
		item.Set(shape.Action, action)
	}
	return item
}

// Entry returns one hook as an entry of an event.
func Entry(contract *dialect.Contract, matcher, command string) any {
	return Entries(contract, matcher, []*jsonvalue.Object{Command(contract, command)})[0]
}

// Whole returns the text of a settings file with one entry and everything that the agent needs to
// read it.
func Whole(contract *dialect.Contract, event hook.Event, entry any) []byte {
	return Of(contract, jsonvalue.New(jsonvalue.Member{Key: string(event), Value: []any{entry}}))
}

// Of returns the text of a settings file with all hooks by event: a list of Entries for each.
func Of(contract *dialect.Contract, hooks *jsonvalue.Object) []byte {
	rules, whole := contract.Settings, jsonvalue.New()
	if rules.Shape.Version > 0 {
		whole.Set("version", json.Number(strconv.Itoa(rules.Shape.Version)))
	} else if rules.Shape.Format != "" {
		whole.Set("version", rules.Shape.Format)
	}
	if path := rules.Switch.Path; len(path) > 0 && !rules.Switch.Default {
		whole.Set(path[0], nested(path[1:], !rules.Switch.Off))
	}
	whole.Set(rules.Hooks, Hooks(contract, hooks))
	return append(indented(whole, "", "  "), '\n')
}

// Hooks converts hooks by event, each a list of Entries, into the value of the hooks field:
// unchanged, or as one list.
func Hooks(contract *dialect.Contract, byEvent *jsonvalue.Object) any {
	if contract.Settings.Shape.Event == "" {
		return byEvent
	}
	list := []any{}
	for event, entries := range byEvent.All() {
		for _, entry := range entries.([]any) {
			list = append(list, listed(contract, hook.Event(event), entry))
		}
	}
	return list
}

// nested wraps a value in objects, one for each name of the path.
func nested(path []string, value any) any {
	for _, name := range slices.Backward(path) {
		value = jsonvalue.New(jsonvalue.Member{Key: name, Value: value})
	}
	return value
}
