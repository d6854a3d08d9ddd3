package settingsfile

import (
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Hook is a hook with a command in a settings file.
type Hook struct {
	Event hook.Event
	// Command is the text for the shell or, if there are Arguments, a program's name.
	Command   *document.Node
	Arguments *document.Node
	// Shell is the shell that the hook selects instead of the agent's own, or "".
	Shell string
	// item is the hook's item in the event's list: its group, if it is the only hook in it.
	// config is the hook itself.
	item, config *document.Node
}

// Emptied returns the file's text without its hooks, and these as JSON; nil if it has none.
func (f *File) Emptied() (text []byte, hooks *jsonvalue.Object) {
	node, ok := f.root.Field(f.Contract.Settings.Hooks)
	if !ok {
		return f.Data, nil
	}
	hooks, ok = node.Value().(*jsonvalue.Object)
	if !ok {
		return f.Data, nil
	}
	return f.With([]Change{Replace(node, struct{}{})}), hooks
}

// Args returns the texts of the arguments.
func (h Hook) Args() []string {
	if h.Arguments == nil {
		return nil
	}
	return lists.Of(h.Arguments.Items(), (*document.Node).Text)
}

// Plain reports whether all arguments, if any, are texts.
func (h Hook) Plain() bool {
	return h.Arguments == nil || !slices.ContainsFunc(h.Arguments.Items(), func(item *document.Node) bool { return item.Kind() != document.String })
}

// Hooks returns the hooks with commands in source order. It skips malformed ones.
func (f *File) Hooks() []Hook {
	var all []Hook
	hooks, _ := f.root.Field(f.Contract.Settings.Hooks)
	if hooks == nil {
		return nil
	}
	shape := f.Contract.Settings.Shape
	for _, item := range hooks.Items() {
		if node, ok := item.Field(shape.Event); ok && shape.Event != "" {
			if event := hook.Event(node.Text()); f.knows(event) {
				all = f.appendHook(all, event, f.action(item), item)
			}
		}
	}
	for _, field := range hooks.Fields() {
		event := hook.Event(field.Name)
		if !f.knows(event) {
			continue
		}
		for _, item := range field.Value.Items() {
			inner, grouped := item.Field("hooks")
			if shape.Flat || !grouped && shape.Lone != "" {
				all = f.appendHook(all, event, item, item)
				continue
			}
			if !grouped {
				continue
			}
			for _, config := range inner.Items() {
				all = f.appendHook(all, event, config, item)
			}
		}
	}
	return all
}

// Definition returns a hook of the file as agents hash it that require trust in each.
func (f *File) Definition(h Hook) dialect.Definition {
	hooks, _ := f.root.Field(f.Contract.Settings.Hooks)
	d, _ := Definition(f.Contract, hooks, h.Event, h.item, h.config)
	return d
}

// Definition returns a hook as agents hash it that require trust in each. hooks are the hooks of a
// file; ok is false if the hook is not in a group of its event there.
func Definition(contract *dialect.Contract, hooks *document.Node, event hook.Event, group, config *document.Node) (d dialect.Definition, ok bool) {
	groups, hasEvent := hooks.Field(string(event))
	list, hasList := group.Field("hooks")
	if !hasEvent || !hasList {
		return d, false
	}
	d = dialect.Definition{Event: event, Group: slices.Index(groups.Items(), group), Place: slices.Index(list.Items(), config)}
	text := func(on *document.Node, name string) *string {
		node, has := on.Field(name)
		if !has || node.Kind() != document.String {
			return nil
		}
		text := node.Text()
		return &text
	}
	if command := text(config, "command"); command != nil {
		d.Command = *command
	}
	d.Status = text(config, "statusMessage")
	if row, known := contract.Event(event); known && row.Subject.Field != "" {
		d.Matcher = text(group, "matcher")
	}
	if seconds, has := config.Field("timeout"); has && seconds.Kind() == document.Number {
		// A number with a fraction is a fault of the file.
		n, _ := seconds.Number().Int64()
		d.Seconds = max(n, 1)
	}
	if async, has := config.Field("async"); has {
		d.Async = async.Bool()
	}
	return d, d.Group >= 0 && d.Place >= 0
}

func (f *File) knows(event hook.Event) bool {
	_, known := f.Contract.Event(event)
	return known
}

// action returns the object with the type and the command of a hook: the hook itself, or an object
// in it.
func (f *File) action(config *document.Node) *document.Node {
	if action, ok := config.Field(f.Contract.Settings.Shape.Action); ok {
		return action
	}
	return config
}

func (f *File) appendHook(all []Hook, event hook.Event, config, item *document.Node) []Hook {
	kind, shape := f.Contract.Settings.Shape.Type, f.Contract.Settings.Shape
	if node, ok := config.Field("type"); ok {
		kind = node.Text()
	}
	handler, known := f.Contract.Handlers.Handler(kind)
	if !known || !handler.Starts || handler.Type != hook.TypeCommand {
		return all
	}
	names := shape.Command
	if len(names) == 0 {
		names = []string{"command"}
	}
	for _, name := range names {
		node, ok := config.Field(name)
		if !ok {
			continue
		}
		if node.Text() != "" {
			h := Hook{Event: event, Command: node, item: item, config: config}
			choice := f.Contract.Handlers.Choice
			if chosen, ok := config.Field(choice.Field); ok && chosen.Text() != choice.Usual {
				h.Shell = chosen.Text()
			}
			if args, ok := config.Field(f.Contract.Handlers.Arguments.Field); ok && args.Kind() == document.Array {
				h.Arguments = args
			}
			all = append(all, h)
		}
		break
	}
	return all
}
