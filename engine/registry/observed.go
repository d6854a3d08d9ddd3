package registry

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// An observed reader reads one hooks object by a contract's table of breaches, in which
// a mistake may also disable its neighbours.
type observed struct {
	*reader
	// event is the event whose hooks are being read, entries are the hooks of the file
	// read so far.
	event   hook.Event
	entries []hook.Entry
	lost    dialect.Loss
	// file is the path of the file.
	file string
	// lone means that the hook being read is outside the groups.
	lone bool
	// uncertain is the first fault of the file whose effect is not known.
	uncertain hook.Off
	// survey, if not nil, collects every mistake, and reading never stops early.
	survey *Survey
}

// readObserved reads the hooks of one file.
func (r *reader) readObserved(hooks *document.Node) {
	o := observed{reader: r, file: hooks.Position().File}
	o.readObject(hooks)
	if o.lost == dialect.LosesFile {
		return
	}
	if r.entries == nil {
		r.entries = make(map[hook.Event][]hook.Entry)
	}
	for _, entry := range o.entries {
		// Such a fault may cost the whole file.
		if entry.Uncertain.Why == "" {
			entry.Uncertain = o.uncertain
		}
		r.entries[entry.Event] = append(r.entries[entry.Event], entry)
		r.total++
	}
}

func (o *observed) readObject(hooks *document.Node) {
	if o.contract.Settings.Shape.Event != "" {
		o.readList(hooks)
		return
	}
	if hooks.Kind() != document.Object {
		o.breach(dialect.WrongKind, hooks, "hooks", "must be an object of event names, not "+hooks.Kind().Article())
		return
	}
	for _, field := range hooks.Fields() {
		if last, _ := hooks.Field(field.Name); last != field.Value {
			continue
		}
		o.readEvent(field)
		if o.lost == dialect.LosesFile {
			return
		}
	}
}

// readList reads hooks that name their own events.
func (o *observed) readList(hooks *document.Node) {
	if hooks.Kind() != document.Array {
		o.breach(dialect.WrongKind, hooks, "hooks", "must be an array of hooks, not "+hooks.Kind().Article())
		return
	}
	name := o.contract.Settings.Shape.Event
	for i, item := range hooks.Items() {
		path := fmt.Sprintf("hooks[%d]", i)
		o.event, o.lost = "", ""
		node, named := item.Field(name)
		if named {
			o.event = hook.Event(node.Text())
		}
		_, known := o.contract.Event(o.event)
		switch {
		case item.Kind() == document.Object && o.event == "":
			o.breach(dialect.WrongKind, item, path, name+" is missing, which has to name an event")
		case item.Kind() == document.Object && !known:
			o.breach(dialect.WrongEvent, node, path+"."+name, "unknown event"+o.didYouMean(node.Text()))
		default:
			o.readItem(path, item)
		}
		if o.lost == dialect.LosesFile {
			return
		}
	}
}

// breach records a fault and its effect.
func (o *observed) breach(what dialect.Wrong, at *document.Node, path, text string) {
	o.breachAt(what, at.Position(), at, path, text)
}

func (o *observed) breachAt(what dialect.Wrong, at document.Position, node *document.Node, path, text string) {
	breach := o.cost(what)
	if o.survey != nil {
		o.survey.Faults = append(o.survey.Faults, Fault{Breach: breach, Event: o.event, Position: at, Node: node, Path: path, Text: text})
		return
	}
	o.lost = breach.Loses
	if breach.Loses.Unclear() && o.uncertain.Why == "" {
		o.uncertain = hook.Off{Why: fmt.Sprintf("%s: %s: %s", path, text, breach.Loses.Effect()), Rule: breach.Fact, Ends: breach.Loses == dialect.LosesAgent}
	}
	o.warn(breach.Fact, at, path, "%s: %s", text, breach.Loses.Effect())
}

// cost returns the effect of a fault here.
func (o *observed) cost(what dialect.Wrong) dialect.Breach {
	breach := o.contract.Breach(what, o.event, o.file)
	if what == dialect.WrongField && len(o.contract.Handlers.Fields) == 0 {
		return dialect.Breach{What: what, Loses: dialect.LosesUnknown}
	}
	if o.lone {
		breach.Loses = o.contract.Settings.Shape.Lone
	}
	return breach
}

func (o *observed) readEvent(field document.Field) {
	o.event, o.lost = hook.Event(field.Name), ""
	if shape := o.contract.Settings.Shape; slices.Contains(shape.OtherKeys, field.Name) || slices.Contains(shape.Elsewhere, field.Name) {
		return
	}
	path := member("hooks", field.Name)
	if _, known := o.contract.Event(o.event); !known {
		o.breachAt(dialect.WrongEvent, field.NamePosition, field.Value, path, "unknown event"+o.didYouMean(field.Name))
		return
	}
	if field.Value.Kind() != document.Array {
		o.breach(dialect.WrongKind, field.Value, path, "must be an array, not "+field.Value.Kind().Article())
		return
	}
	before := len(o.entries)
	for i, item := range field.Value.Items() {
		o.readItem(fmt.Sprintf("%s[%d]", path, i), item)
		switch o.lost {
		case dialect.LosesFile:
			return
		case dialect.LosesEvent:
			o.entries = o.entries[:before]
			return
		}
	}
}

// readItem reads a group, or a hook if there are no groups.
func (o *observed) readItem(path string, item *document.Node) {
	entry := hook.Entry{Event: o.event, Source: o.origin.source, Sequential: o.contract.Handlers.Sequence.Always}
	if item.Kind() != document.Object {
		o.unread(entry, item, dialect.WrongKind, item, path, "must be an object, not "+item.Kind().Article())
		return
	}
	if matcher, ok := item.Field("matcher"); ok && !o.readMatcher(&entry, path+".matcher", matcher) {
		return
	}
	if o.survey != nil {
		o.survey.Groups = append(o.survey.Groups, Surveyed{Entry: entry, Group: item, Config: item, Action: item})
	}
	shape := o.contract.Settings.Shape
	hooks, ok := item.Field("hooks")
	if o.lone = !ok && shape.Lone != ""; o.lone || shape.Flat || shape.Event != "" {
		o.readHook(entry, path, item, item)
		o.lone = false
		return
	}
	switch {
	case !ok:
		o.unread(entry, item, dialect.NoHooks, item, path, "the hooks array is missing"+misplaced(item))
		return
	case hooks.Kind() != document.Array:
		o.unread(entry, item, dialect.WrongKind, hooks, path+".hooks", "must be an array, not "+hooks.Kind().Article())
		return
	}
	name := o.contract.Handlers.Sequence.Field
	if node, ok := item.Field(name); ok && name != "" && node.Kind() != document.Bool && !o.breachUnless(dialect.WrongField, node, path+"."+name, "must be a boolean, not "+shown(node)) {
		return
	}
	entry.Sequential = entry.Sequential || says(item, name, "true")
	before := len(o.entries)
	for i, config := range hooks.Items() {
		o.readHook(entry, fmt.Sprintf("%s.hooks[%d]", path, i), item, config)
		switch o.lost {
		case dialect.LosesFile, dialect.LosesEvent:
			return
		case dialect.LosesGroup:
			o.entries = o.entries[:before]
			return
		}
	}
}

// readMatcher reports whether the rest of the group must be read.
func (o *observed) readMatcher(entry *hook.Entry, path string, matcher *document.Node) bool {
	switch matcher.Kind() {
	case document.String:
		text := matcher.Text()
		entry.Matcher = &text
		return true
	case document.Null:
		return o.breachUnless(dialect.NullMatcher, matcher, path, "is null")
	}
	return o.breachUnless(dialect.WrongMatcher, matcher, path, "must be a string, not "+matcher.Kind().Article())
}

// breachUnless is breach, but silent if nothing is lost. It reports whether the rest must
// be read.
func (o *observed) breachUnless(what dialect.Wrong, at *document.Node, path, text string) bool {
	loses := o.cost(what).Loses
	if loses != dialect.LosesNothing || o.survey != nil {
		o.breach(what, at, path, text)
	}
	return loses == dialect.LosesNothing || loses.Unclear() || o.survey != nil
}

// unread is breach for a hook that can't be read. If it is not known what that costs, the
// hook is kept without anything to start, because the agent may read it in its own way.
func (o *observed) unread(entry hook.Entry, config *document.Node, what dialect.Wrong, at *document.Node, path, text string) {
	o.breach(what, at, path, text)
	if o.survey == nil && o.lost.Unclear() {
		entry.Command, entry.Question, entry.Timeout = "", nil, o.contract.Handlers.Timeout.On(o.event)
		entry.Position = position(config.Position())
		o.entries = append(o.entries, entry)
	}
}

// readHook reads one hook of a group; without groups, the group is the hook itself.
func (o *observed) readHook(entry hook.Entry, path string, group, config *document.Node) {
	if config.Kind() != document.Object {
		o.unread(entry, config, dialect.WrongKind, config, path, "must be an object, not "+config.Kind().Article())
		return
	}
	shape, handlers := o.contract.Settings.Shape, o.contract.Handlers
	if switched, ok := config.Field(shape.Enabled); ok && shape.Enabled != "" && switched.Kind() == document.Bool && !switched.Bool() {
		return
	}
	action, at := config, path
	if shape.Action != "" {
		var ok bool
		if action, ok = config.Field(shape.Action); !ok || action.Kind() != document.Object {
			o.unread(entry, config, dialect.WrongKind, config, path, shape.Action+" is missing, which has to say what the hook does")
			return
		}
		at += "." + shape.Action
	}
	entry.Type = shape.Type
	if node, ok := action.Field("type"); ok {
		entry.Type = node.Text()
		if _, known := handlers.Handler(entry.Type); !known {
			o.unread(entry, config, o.misread(node, dialect.WrongType), node, at+".type", "must be "+o.types()+", not "+shown(node))
			return
		}
	} else if entry.Type == "" {
		o.unread(entry, config, dialect.NoType, action, at, "type is missing, it must be "+o.types())
		return
	}
	handler, _ := handlers.Handler(entry.Type)
	if !o.readFields(entry.Type, at, action) || action != config && !o.readFields(entry.Type, path, config) {
		return
	}
	command, named := firstOf(action, shape.Command, "command")
	switch {
	case handler.Command && !named:
		o.unread(entry, config, dialect.NoCommand, action, at, "the command is missing")
		return
	case handler.Command && (command.Text() == "" || o.contract.Settings.Shape.Blank && strings.TrimSpace(command.Text()) == ""):
		// The wrong type of a field that the contract names is reported as such.
		if o.survey == nil || !slices.ContainsFunc(o.survey.Faults, func(f Fault) bool { return f.Node == command }) {
			o.unread(entry, config, o.misread(command, dialect.EmptyCommand), command, at, "the command must be a string that is not empty, not "+shown(command))
		}
		return
	}
	if named {
		entry.Command = command.Text()
	}
	if handler.Asks != dialect.AsksNone && !o.readQuestion(&entry, handler, path, config) {
		return
	}
	var ok bool
	if entry.Timeout, ok = o.readTimeout(path, config, handler.Timeout); !ok {
		return
	}
	if entry.Closed, ok = o.readClosing(entry.Type, path, config); !ok {
		return
	}
	entry.Background = says(config, handlers.Background.Field, "true")
	o.readLaunch(&entry, path, config)
	entry.Position = position(config.Position())
	o.limit(&entry, config)
	o.entries = append(o.entries, entry)
	if o.survey != nil {
		o.survey.Hooks = append(o.survey.Hooks, Surveyed{Entry: entry, Group: group, Config: config, Action: action})
	}
}

// misread returns the fault of a value that the agent can't read: what, or one of its
// type.
func (o *observed) misread(node *document.Node, what dialect.Wrong) dialect.Wrong {
	if node.Kind() != document.String && len(o.contract.Handlers.Fields) == 0 {
		return dialect.WrongField
	}
	return what
}

// readClosing reads whether failures of a hook refuse; ok is false if a fault disables
// the hook.
func (o *observed) readClosing(kind, path string, config *document.Node) (closed, ok bool) {
	rules := o.contract.Handlers.Closing
	if rules.Types != nil && !slices.Contains(rules.Types, kind) {
		return false, true
	}
	node, given := config.Field(rules.Field)
	closed = says(config, rules.Field, rules.Value)
	if !given || closed || rules.Open == "" || says(config, rules.Field, rules.Open) {
		return closed, true
	}
	return false, o.breachUnless(dialect.WrongClosing, node, path+"."+rules.Field, fmt.Sprintf("must be %s or %s, not %s", rules.Value, rules.Open, shown(node)))
}

// readLaunch reads for which calls and how a hook starts, and warns of fields without
// effect.
func (o *observed) readLaunch(entry *hook.Entry, path string, config *document.Node) {
	rules := o.contract.Handlers
	condition, given := textOf(config, rules.Condition.Field)
	if entry.If = condition; given && condition == "" {
		entry.Uncertain = hook.Off{Why: fmt.Sprintf("%s is empty: whether the hook runs then was never observed", rules.Condition.Field), Rule: rules.Condition.Unseen}
	}
	if name, ok := textOf(config, rules.Choice.Field); ok && name != rules.Choice.Usual {
		if _, known := rules.Choice.Other(name); known {
			entry.Shell = name
		}
	}
	if arguments, ok := config.Field(rules.Arguments.Field); ok && rules.Arguments.Field != "" && arguments.Kind() == document.Array {
		entry.Args = []string{}
		for _, item := range arguments.Items() {
			entry.Args = append(entry.Args, item.Text())
		}
	}
	for _, unused := range rules.Unused {
		if field, ok := config.Lookup(unused.Name); ok && o.survey == nil {
			o.warn(unused.Fact, field.NamePosition, path+"."+unused.Name, "has no effect that is known")
		}
	}
}

// textOf returns the text of a field of the contract.
func textOf(config *document.Node, field string) (string, bool) {
	node, ok := config.Field(field)
	if !ok || field == "" || node.Kind() != document.String {
		return "", false
	}
	return node.Text(), true
}

// says reports whether a field has a value, written as JSON.
func says(config *document.Node, field, value string) bool {
	node, ok := config.Field(field)
	return ok && field != "" && string(jsonvalue.Marshal(node.Value())) == value
}

// firstOf returns the first field that is present.
func firstOf(config *document.Node, names []string, otherwise string) (*document.Node, bool) {
	if len(names) == 0 {
		names = []string{otherwise}
	}
	for _, name := range names {
		if node, ok := config.Field(name); ok {
			return node, true
		}
	}
	return nil, false
}

// readTimeout reads a timeout; ok is false if a fault disables the hook.
func (o *observed) readTimeout(path string, config *document.Node, usual time.Duration) (d time.Duration, ok bool) {
	rules := o.contract.Handlers.Timeout
	if usual == 0 {
		usual = rules.On(o.event)
	}
	node, given := firstOf(config, o.contract.Settings.Shape.Timeout, "timeout")
	if !given {
		return usual, true
	}
	what := dialect.WrongTimeout
	if node.Kind() == document.Null {
		what = dialect.NullTimeout
	}
	whole, err := strconv.ParseUint(string(node.Number()), 10, 64)
	if rules.Whole && err == nil && whole >= 1<<63 {
		what = dialect.HugeTimeout
	}
	if rules.Coerces && node.Kind() != document.Number {
		if d, ok := duration(coerced(node), rules.Unit); ok {
			return d, true
		}
	}
	if node.Kind() == document.Number && (!rules.Whole || err == nil && what != dialect.HugeTimeout) {
		value, _ := node.Number().Float64()
		unit := rules.Unit
		if rules.Milliseconds > 0 && value >= rules.Milliseconds {
			unit = time.Millisecond
		}
		if value == 0 && rules.Zero > 0 {
			return rules.Zero, true
		}
		if d, ok := duration(value, unit); ok {
			return d, true
		}
	}
	above := "above 0"
	if rules.Zero > 0 {
		above = "from 0 on"
	}
	if !o.breachUnless(what, node, path+".timeout", fmt.Sprintf("must be a %snumber of %s %s, not %s", map[bool]string{true: "whole "}[rules.Whole], rules.Units, above, cmp.Or(string(node.Number()), shown(node)))) {
		return 0, false
	}
	return usual, true
}
