// Package settingsfile changes settings files of agents as a careful person would: what
// has to be another value becomes one, what is to be there is added, and every other
// byte stays, comments and indentation included.
//
// Most callers need Read, Hooks for what stands in the file, and Commit. The package
// knows where hooks stand from contracts; it judges none.
package settingsfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// A File is the text of a settings file, and what it says.
type File struct {
	Path     string
	Contract *dialect.Contract
	// Missing tells that there is no such file; Data is empty then.
	Missing bool
	Data    []byte
	root    *document.Node
}

// most is how large a settings file may be.
const most = 10 << 20

// Read reads a settings file of an agent. The error of a text that is no JSON, as the
// agent takes it, is a *document.SyntaxError.
func Read(contract *dialect.Contract, path string) (*File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Parse(contract, path, nil)
	}
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file", path)
	case info.Size() > most:
		return nil, fmt.Errorf("%s: larger than %d MiB, the most that is read", path, most>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(contract, path, data)
}

// Parse is Read for a text; nil stands for a file that is missing.
func Parse(contract *dialect.Contract, path string, data []byte) (*File, error) {
	f := &File{Path: path, Contract: contract, Data: data, Missing: data == nil}
	text := data
	if f.Missing {
		text = []byte("{}")
	}
	var err error
	if f.root, err = document.Parse(path, text, document.Options{AllowComments: contract.Settings.Comments}); err != nil {
		return nil, err
	}
	if f.root.Kind() != document.Object {
		return nil, fmt.Errorf("%s: must be an object, not %s", f.root.Position(), f.root.Kind().Article())
	}
	return f, nil
}

// Root is the file's object, an empty one where there is no file.
func (f *File) Root() *document.Node { return f.root }

// A Hook is one that stands in a settings file with a command.
type Hook struct {
	Event hook.Event
	// Command is what the shell gets or, where there are Arguments, a program's name.
	Command   *document.Node
	Arguments *document.Node
	// Shell is the shell that the hook chooses in place of the agent's own; empty where it
	// takes that.
	Shell string
	// item is what stands for the hook among those of the event: its group, where it has
	// one to itself.
	item *document.Node
}

// Args are the texts of the arguments.
func (h Hook) Args() []string {
	if h.Arguments == nil {
		return nil
	}
	args := make([]string, 0, len(h.Arguments.Items()))
	for _, item := range h.Arguments.Items() {
		args = append(args, item.Text())
	}
	return args
}

// Plain tells whether all arguments are texts, as there may be none.
func (h Hook) Plain() bool {
	return h.Arguments == nil || !slices.ContainsFunc(h.Arguments.Items(), func(item *document.Node) bool { return item.Kind() != document.String })
}

// Hooks are those with commands, in the order in which they are written. What is
// malformed is left out.
func (f *File) Hooks() []Hook {
	var all []Hook
	hooks, _ := f.root.Field(f.Contract.Settings.Hooks)
	if hooks == nil {
		return nil
	}
	for _, field := range hooks.Fields() {
		event := hook.Event(field.Name)
		if _, known := f.Contract.Event(event); !known {
			continue
		}
		for _, item := range field.Value.Items() {
			if f.Contract.Settings.Shape.Flat {
				all = f.appendHook(all, event, item, item)
				continue
			}
			inner, _ := item.Field("hooks")
			if inner == nil {
				continue
			}
			for _, config := range inner.Items() {
				all = f.appendHook(all, event, config, item)
			}
		}
	}
	return all
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
			h := Hook{Event: event, Command: node, item: item}
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

// A Change puts a text in the place of a part of a file.
type Change struct {
	Start, End int
	Text       []byte
}

// Replace is the change that puts a value in the place of another.
func Replace(node *document.Node, value any) Change {
	return Change{node.Position().Offset, node.End(), literal(value)}
}

// literal is a value as people write it in JSON.
func literal(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	// Texts and lists of texts can be written always.
	_ = encoder.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// With gives the file's text with changes that do not overlap.
func (f *File) With(changes []Change) []byte {
	changes = slices.Clone(changes)
	slices.SortFunc(changes, func(a, b Change) int { return a.Start - b.Start })
	var out []byte
	from := 0
	for _, c := range changes {
		out = append(append(out, f.Data[from:c.Start]...), c.Text...)
		from = c.End
	}
	return append(out, f.Data[from:]...)
}

// Command is a hook as the settings of a contract have it.
func Command(contract *dialect.Contract, text string) *jsonvalue.Object {
	return jsonvalue.New(
		jsonvalue.Member{Key: "type", Value: hook.TypeCommand},
		jsonvalue.Member{Key: foremost(contract.Settings.Shape.Command, "command"), Value: text},
	)
}

// SetTimeout has a hook wait so many of the contract's units.
func SetTimeout(contract *dialect.Contract, entry *jsonvalue.Object, units float64) {
	entry.Set(foremost(contract.Settings.Shape.Timeout, "timeout"), json.Number(strconv.FormatFloat(units, 'f', -1, 64)))
}

// foremost is the first of several names, or the usual one.
func foremost(names []string, usual string) string {
	if len(names) == 0 {
		return usual
	}
	return names[0]
}

// Entries are hooks with a matcher, or without one, as they stand below an event: one
// group where there are groups.
func Entries(contract *dialect.Contract, matcher string, hooks []*jsonvalue.Object) []any {
	var list []any
	for _, entry := range hooks {
		if contract.Settings.Shape.Flat && matcher != "" {
			entry.Set("matcher", matcher)
		}
		list = append(list, entry)
	}
	if contract.Settings.Shape.Flat || len(hooks) == 0 {
		return list
	}
	group := jsonvalue.New()
	if matcher != "" {
		group.Set("matcher", matcher)
	}
	group.Set("hooks", list)
	return []any{group}
}

// Entry is one hook as it stands below an event.
func Entry(contract *dialect.Contract, matcher, command string) any {
	return Entries(contract, matcher, []*jsonvalue.Object{Command(contract, command)})[0]
}

// Whole is the text of a settings file with one entry and whatever else the agent needs
// to look at it.
func Whole(contract *dialect.Contract, event hook.Event, entry any) []byte {
	return Of(contract, jsonvalue.New(jsonvalue.Member{Key: string(event), Value: []any{entry}}))
}

// Of is the text of a settings file with all hooks by their events.
func Of(contract *dialect.Contract, hooks *jsonvalue.Object) []byte {
	rules, whole := contract.Settings, jsonvalue.New()
	if rules.Shape.Version > 0 {
		whole.Set("version", json.Number(strconv.Itoa(rules.Shape.Version)))
	}
	if path := rules.Switch.Path; len(path) > 0 && !rules.Switch.Default {
		whole.Set(path[0], nested(path[1:], !rules.Switch.Off))
	}
	whole.Set(rules.Hooks, hooks)
	return append(indented(whole, "", "  "), '\n')
}

// nested is a value below some names.
func nested(path []string, value any) any {
	for _, name := range slices.Backward(path) {
		value = jsonvalue.New(jsonvalue.Member{Key: name, Value: value})
	}
	return value
}

// SwitchedOn gives the file's text with hooks switched on, where the agent has them off
// unless a file says so and this one says nothing; ok is false where nothing is to be
// changed.
func (f *File) SwitchedOn() (text []byte, ok bool) {
	rules := f.Contract.Settings.Switch
	if len(rules.Path) == 0 || rules.Default {
		return nil, false
	}
	at := f.root
	for i, name := range rules.Path {
		next, there := at.Field(name)
		switch {
		case !there:
			return f.With([]Change{f.inside(at, name, nested(rules.Path[i+1:], !rules.Off), f.unit())}), true
		case next.Kind() != document.Object:
			// Whoever has written a value means it.
			return nil, false
		}
		at = next
	}
	return nil, false
}

// Added gives the file's text with one more entry behind those of an event, and how many
// of the objects and lists around it had to be made: the list of the event, the object
// of all hooks.
func (f *File) Added(event hook.Event, entry any) (text []byte, made int, err error) {
	if f.Missing {
		return Whole(f.Contract, event, entry), 2, nil
	}
	unit := f.unit()
	hooks, ok := f.root.Field(f.Contract.Settings.Hooks)
	if !ok {
		value := jsonvalue.New(jsonvalue.Member{Key: string(event), Value: []any{entry}})
		return f.With([]Change{f.inside(f.root, f.Contract.Settings.Hooks, value, unit)}), 2, nil
	}
	if hooks.Kind() != document.Object {
		return nil, 0, fmt.Errorf("%s: must be an object, not %s", hooks.Position(), hooks.Kind().Article())
	}
	list, ok := hooks.Field(string(event))
	if !ok {
		return f.With([]Change{f.inside(hooks, string(event), []any{entry}, unit)}), 1, nil
	}
	if list.Kind() != document.Array {
		return nil, 0, fmt.Errorf("%s: must be an array, not %s", list.Position(), list.Kind().Article())
	}
	return f.With([]Change{f.inside(list, "", entry, unit)}), 0, nil
}

// unit is what one level is indented by.
func (f *File) unit() string {
	for _, field := range f.root.Fields() {
		if lead := f.lead(field.NamePosition.Offset); lead != "" {
			return lead
		}
	}
	return "  "
}

// lead is the white space at the start of the line of a byte.
func (f *File) lead(offset int) string {
	start := bytes.LastIndexByte(f.Data[:offset], '\n') + 1
	end := start
	for end < offset && (f.Data[end] == ' ' || f.Data[end] == '\t') {
		end++
	}
	return string(f.Data[start:end])
}

// inside adds a value behind the last of a container, on a line of its own.
func (f *File) inside(container *document.Node, name string, value any, unit string) Change {
	lead := f.lead(container.Position().Offset)
	text := indented(value, lead+unit, unit)
	if name != "" {
		text = slices.Concat(literal(name), []byte(": "), text)
	}
	text = append([]byte("\n"+lead+unit), text...)
	last := container.Position().Offset + 1
	switch fields, items := container.Fields(), container.Items(); {
	case len(fields) > 0:
		last, text = fields[len(fields)-1].Value.End(), append([]byte{','}, text...)
	case len(items) > 0:
		last, text = items[len(items)-1].End(), append([]byte{','}, text...)
	}
	if bytes.IndexByte(f.Data[last:container.End()], '\n') < 0 {
		// The container ends on this line.
		text = append(text, "\n"+lead...)
	}
	return Change{last, last, text}
}

func indented(value any, lead, unit string) []byte {
	var out bytes.Buffer
	// What was just written is JSON.
	_ = json.Indent(&out, jsonvalue.Marshal(value), lead, unit)
	return out.Bytes()
}

// Removed gives the file's text without the entry of a hook, and without as many of the
// lists and objects around it as were made for it, if they are empty then.
func (f *File) Removed(h Hook, made int) ([]byte, error) {
	hooks, _ := f.root.Field(f.Contract.Settings.Hooks)
	list, _ := hooks.Field(string(h.Event))
	data := f.With([]Change{without(list.Items(), h.item)})
	for _, path := range [][]string{{f.Contract.Settings.Hooks, string(h.Event)}, {f.Contract.Settings.Hooks}}[:made] {
		next, err := Parse(f.Contract, f.Path, data)
		if err != nil {
			return nil, err
		}
		node, ok := next.root.At(path...)
		if !ok || len(node.Items())+len(node.Fields()) > 0 {
			return data, nil
		}
		parent, _ := next.root.At(path[:len(path)-1]...)
		data = next.With([]Change{withoutField(parent.Fields(), node)})
	}
	return data, nil
}

// without takes an item out of a list, with the comma on its side.
func without(items []*document.Node, item *document.Node) Change {
	i := slices.Index(items, item)
	switch {
	case i > 0:
		return Change{Start: items[i-1].End(), End: item.End()}
	case len(items) > 1:
		return Change{Start: item.Position().Offset, End: items[1].Position().Offset}
	}
	return Change{Start: item.Position().Offset, End: item.End()}
}

func withoutField(fields []document.Field, value *document.Node) Change {
	i := slices.IndexFunc(fields, func(f document.Field) bool { return f.Value == value })
	switch {
	case i > 0:
		return Change{Start: fields[i-1].Value.End(), End: value.End()}
	case len(fields) > 1:
		return Change{Start: fields[i].NamePosition.Offset, End: fields[1].NamePosition.Offset}
	}
	return Change{Start: fields[i].NamePosition.Offset, End: value.End()}
}

// Commit has the file hold another text, if it holds still what was read; otherwise the
// error is atomicfile.ErrChanged. Nobody sees half of it.
func (f *File) Commit(text []byte) error {
	if f.Missing {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			return err
		}
		err := atomicfile.Create(f.Path, 0o644, text)
		if errors.Is(err, fs.ErrExist) {
			return atomicfile.ErrChanged
		}
		return err
	}
	return atomicfile.Replace(f.Path, f.Data, text)
}

// Sum tells texts apart.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Files are those that an agent reads for a project or, for the user, those of the home
// directory, whether they are there or not.
func Files(contract *dialect.Contract, user bool) []dialect.File {
	var files []dialect.File
	for _, file := range contract.Settings.Files {
		if home := strings.HasPrefix(file.Path, "~/"); home == user && !strings.HasPrefix(file.Path, "/") {
			files = append(files, file)
		}
	}
	return files
}
