package registry

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/spelling"
)

// origin is what all entries of one hooks object share.
type origin struct {
	source    hook.Source
	extension string
}

// reader collects entries and warnings over several hooks objects.
type reader struct {
	contract *dialect.Contract
	logger   *slog.Logger
	limits   hook.Limits
	origin   origin
	entries  map[hook.Event][]hook.Entry
	total    int
	warnings []hook.Warning
}

// silent returns a reader with the same contract that logs no warnings.
func (r *reader) silent() *reader {
	return &reader{contract: r.contract, logger: slog.New(slog.DiscardHandler)}
}

// state orders the entries of each event (HOOK-187) and counts all of them (HOOK-009).
func (r *reader) state() *state {
	for _, entries := range r.entries {
		bySource(entries)
	}
	return &state{entries: r.entries, total: r.total, warnings: r.warnings}
}

// warn records a fault of the value at path, which is relative to the hooks key.
func (r *reader) warn(rule string, at document.Position, path, format string, args ...any) {
	text := path + ": " + fmt.Sprintf(format, args...)
	if r.origin.extension != "" {
		text = fmt.Sprintf("extension %q: %s", r.origin.extension, text)
	}
	warning := hook.Warning{Rule: rule, Text: text, Position: position(at)}
	r.warnings = append(r.warnings, warning)
	r.logger.Warn(text, "rule", rule, "position", warning.Position.String())
}

func position(p document.Position) hook.Position {
	return hook.Position{File: p.File, Line: p.Line, Column: p.Column}
}

// read reads one hooks object: event names with their definitions. Every entry gets the
// object's source (HOOK-085). The contract defines the effect of malformed parts
// (INT-18).
//
//hooktest:impl HOOK-080 HOOK-081 HOOK-203
func (r *reader) read(from origin, hooks *document.Node) {
	if hooks == nil {
		return
	}
	r.origin = from
	if r.contract.Reading != nil {
		r.readObserved(hooks)
		return
	}
	if hooks.Kind() != document.Object {
		r.warn("INT-35", hooks.Position(), "hooks", "must be an object of event names, not %s: no hook in it is read", hooks.Kind().Article())
		return
	}
	r.duplicates("hooks", hooks)
	for _, field := range hooks.Fields() {
		if last, _ := hooks.Field(field.Name); last != field.Value {
			continue
		}
		event := hook.Event(field.Name)
		if _, known := r.contract.Event(event); !known {
			r.warn("INT-35", field.NamePosition, member("hooks", field.Name), "unknown event%s: its hooks are dropped", r.didYouMean(field.Name))
			continue
		}
		r.definitions(event, field)
	}
}

// definitions reads an event's groups in the order in which they are written
// (INT-28).
//
//hooktest:impl HOOK-080
func (r *reader) definitions(event hook.Event, field document.Field) {
	path := member("hooks", field.Name)
	if field.Value.Kind() != document.Array {
		r.warn("INT-35", field.Value.Position(), path, "must be an array of groups, not %s: its hooks are dropped", field.Value.Kind().Article())
		return
	}
	for i, group := range field.Value.Items() {
		r.group(event, fmt.Sprintf("%s[%d]", path, i), group)
	}
}

// group reads one definition: the fields that apply to all its hooks, including their
// source (HOOK-085), then each hook. A malformed definition has no effect on its
// neighbours (INT-18, INT-35).
//
//hooktest:impl HOOK-082
func (r *reader) group(event hook.Event, path string, group *document.Node) {
	if group.Kind() != document.Object {
		r.warn("INT-35", group.Position(), path, "a group must be an object, not %s: the group is dropped", group.Kind().Article())
		return
	}
	r.duplicates(path, group)
	shared := hook.Entry{Event: event, Source: r.origin.source, Extension: r.origin.extension}
	if matcher, ok := group.Field("matcher"); ok && matcher.Kind() != document.Null {
		if matcher.Kind() != document.String {
			r.warn("INT-18", matcher.Position(), path+".matcher", "must be a string, not %s: the group is dropped", matcher.Kind().Article())
			return
		}
		text := matcher.Text()
		shared.Matcher = &text
	}
	hooks, ok := group.Field("hooks")
	switch {
	case !ok:
		r.warn("HOOK-082", group.Position(), path, "the hooks array is missing%s: the group is dropped", misplaced(group))
		return
	case hooks.Kind() != document.Array:
		r.warn("HOOK-082", hooks.Position(), path+".hooks", "must be an array, not %s: the group is dropped", hooks.Kind().Article())
		return
	}
	if sequential, ok := group.Field("sequential"); ok {
		if sequential.Kind() != document.Bool {
			r.warn("INT-21", sequential.Position(), path+".sequential", "must be a boolean, not %s: it counts as false", sequential.Kind().Article())
		}
		shared.Sequential = sequential.Bool()
	}
	for i, config := range hooks.Items() {
		r.entry(shared, fmt.Sprintf("%s.hooks[%d]", path, i), config)
	}
}

// misplaced returns the hint for a group that looks like a hook, or "".
func misplaced(group *document.Node) string {
	if _, direct := group.Field("command"); direct {
		return ` (a hook belongs into the group's "hooks" array)`
	}
	return ""
}

// entry reads one hook and counts it (HOOK-009). A plugin needs no command (INT-22). A
// malformed hook is dropped (INT-35).
//
//hooktest:impl HOOK-083 HOOK-191 HOOK-195
func (r *reader) entry(entry hook.Entry, path string, config *document.Node) {
	if config.Kind() != document.Object {
		r.warn("HOOK-191", config.Position(), path, "a hook must be an object, not %s: the hook is dropped", config.Kind().Article())
		return
	}
	r.duplicates(path, config)
	handler, ok := r.handler(path, config)
	if !ok {
		return
	}
	entry.Type = handler.Type
	if entry.Command, ok = r.command(path, config, handler); !ok {
		return
	}
	entry.Timeout = r.timeout(path, config)
	entry.Position = position(config.Position())
	if r.entries == nil {
		r.entries = make(map[hook.Event][]hook.Entry)
	}
	r.entries[entry.Event] = append(r.entries[entry.Event], entry)
	r.total++
}

// handler reads the kind of a hook.
//
//hooktest:impl HOOK-083 HOOK-191
func (r *reader) handler(path string, config *document.Node) (dialect.Handler, bool) {
	node, ok := config.Field("type")
	switch {
	case !ok:
		r.warn("HOOK-191", config.Position(), path, "type is missing, it must be %s: the hook is dropped", r.types())
		return dialect.Handler{}, false
	case node.Kind() != document.String:
		r.warn("HOOK-191", node.Position(), path+".type", "must be %s, not %s: the hook is dropped", r.types(), node.Kind().Article())
		return dialect.Handler{}, false
	}
	handler, known := r.contract.Handlers.Handler(node.Text())
	if !known {
		r.warn("HOOK-191", node.Position(), path+".type", "must be %s, not %s: the hook is dropped", r.types(), quote(node.Text()))
	}
	return handler, known
}

// types lists the kinds of hooks for a message.
func (r *reader) types() string {
	names := make([]string, len(r.contract.Handlers.Types))
	for i, handler := range r.contract.Handlers.Types {
		names[i] = strconv.Quote(handler.Type)
	}
	return strings.Join(names, " or ")
}

// command reads a hook's command. A hook that needs none, such as a plugin, may have
// one (INT-22). For other hooks a missing or non-text command is malformed (INT-35).
//
//hooktest:impl HOOK-083 HOOK-191
func (r *reader) command(path string, config *document.Node, handler dialect.Handler) (string, bool) {
	node, ok := config.Field("command")
	switch {
	case !ok && !handler.Command:
		return "", true
	case !ok:
		r.warn("HOOK-191", config.Position(), path, "command is missing: the hook is dropped")
	case handler.Command && node.Text() == "":
		r.warn("HOOK-191", node.Position(), path+".command", "must be a string that is not empty, not %s: the hook is dropped", shown(node))
	default:
		return node.Text(), true
	}
	return "", false
}

// duplicates warns of values that a later one of the same name replaces, as in
// JavaScript's JSON.parse.
func (r *reader) duplicates(path string, object *document.Node) {
	for _, field := range object.Duplicates() {
		r.warn("INT-35", field.NamePosition, member(path, field.Name), "is written again further down, which replaces this value")
	}
}

// member extends a path by a name, which is quoted unless it is a short plain word.
func member(path, name string) string {
	odd := strings.ContainsFunc(name, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_'
	})
	if odd || name == "" || len(name) > maxShown {
		return path + "[" + quote(name) + "]"
	}
	return path + "." + name
}

// shown returns a value for a warning: a string as it is, otherwise its kind.
func shown(node *document.Node) string {
	if node.Kind() == document.String {
		return quote(node.Text())
	}
	return node.Kind().Article()
}

// maxShown is how much third-party text a warning repeats.
const maxShown = 80

// quote returns third-party text on one line, cut to maxShown.
func quote(text string) string {
	if utf8.RuneCountInString(text) <= maxShown {
		return strconv.Quote(text)
	}
	return strconv.Quote(string([]rune(text)[:maxShown])) + "…"
}

// didYouMean returns the hint for an unknown event name, or "".
func (r *reader) didYouMean(name string) string {
	if event, ok := spelling.Nearest(hook.Event(name), r.contract.EventNames()); ok {
		return `, did you mean "` + string(event) + `"`
	}
	return ""
}
