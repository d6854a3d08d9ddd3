package casefile

import (
	"fmt"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/promptanswer"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lists"
)

// A reader converts a document that matches the schema into cases.
type reader struct {
	dir    string
	faults []error
}

func (r *reader) fault(at document.Position, format string, args ...any) {
	r.faults = append(r.faults, &Fault{at, fmt.Sprintf(format, args...)})
}

func (r *reader) cases(root *document.Node) []Case {
	all, _ := root.Field("cases")
	cases := make([]Case, 0, len(all.Items()))
	seen := map[[2]string]document.Position{}
	for _, item := range all.Items() {
		c := r.one(item, root)
		name, _ := item.Field("name")
		if before, twice := seen[[2]string{c.Script, c.Name}]; twice {
			r.fault(name.Position(), "another case is called so, in line %d", before.Line)
		}
		seen[[2]string{c.Script, c.Name}] = name.Position()
		r.judge(c, item)
		cases = append(cases, c)
	}
	return cases
}

// one reads a case. Missing keys come from the defaults or, for the hook and the agents, from the
// top of the file.
func (r *reader) one(item, root *document.Node) Case {
	defaults, _ := root.Field("defaults")
	if defaults == nil {
		defaults = document.Record(nil, root.Position())
	}
	own := layers{item, defaults}
	c := Case{
		At: item.Position(), Name: own.text("name"), Why: own.text("why"), Event: own.text("event"),
		Bash: own.given("bash"), Write: own.given("write"), Prompt: own.given("prompt"), Stdin: own.given("stdin"),
		Input: object(item, "input"), CWD: own.text("cwd"), Setup: own.text("setup"), Skip: own.text("skip"),
		Timeout: own.number("timeout", 0), Repeat: own.number("repeat", 1),
		Tags: slices.Concat(texts(defaults, "tags"), texts(item, "tags")),
	}
	r.hook(&c, layers{item, root})
	if answer, ok := own.field("model"); ok {
		said := promptanswer.Text(answer)
		c.Model = &said
	}
	c.Agents = layers{item, root}.list("agents")
	if c.Bash == nil && c.Write == nil && c.Prompt == nil && c.Stdin == nil {
		c.Tool = own.text("tool")
	} else {
		c.Tool = layers{item}.text("tool")
	}
	for _, folder := range own.list("path") {
		c.Path = append(c.Path, r.joined(folder))
	}
	if set, ok := item.Field("set"); ok {
		for _, field := range set.Fields() {
			c.Set = append(c.Set, Change{field.Name, field.Value.Value()})
		}
	}
	for _, layer := range []*document.Node{defaults, item} {
		for name, value := range entries(layer, "env") {
			set(&c.Env, name, optional(value))
		}
		for name, value := range entries(layer, "files") {
			set(&c.Files, name, value.Text())
		}
	}
	if expect, ok := item.Field("expect"); ok {
		r.expectations(&c, expect)
	}
	return c
}

// hook reads the path of a script and its arguments, or a hook in settings format.
func (r *reader) hook(c *Case, from layers) {
	value, ok := from.field("hook")
	if !ok {
		return
	}
	switch value.Kind() {
	case document.Object:
		c.Entry, _ = value.Value().(*jsonvalue.Object)
		c.Script = settingsfile.Title(c.Entry)
	case document.Array:
		words := listed(value)
		c.Script, c.Args = r.joined(words[0]), words[1:]
	default:
		c.Script, c.Args = r.joined(value.Text()), []string{}
	}
}

// joined returns a path relative to the file's folder.
func (r *reader) joined(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.dir, filepath.FromSlash(path))
}

// others is the key with the expectations for agents without their own.
const others = "others"

func (r *reader) expectations(c *Case, value *document.Node) {
	// Else it is an expectation per agent.
	keyed := func(f document.Field) bool { return slices.Contains(expectationKeys(), f.Name) }
	if value.Kind() == document.String || slices.ContainsFunc(value.Fields(), keyed) {
		c.Expect = r.expect(value)
		return
	}
	c.ByAgent = map[string]Expect{}
	for _, field := range value.Fields() {
		if field.Name == others {
			c.Expect = r.expect(field.Value)
		} else {
			c.ByAgent[field.Name] = r.expect(field.Value)
		}
	}
}

// expect reads the expectation for one agent: a verdict, or an object.
func (r *reader) expect(value *document.Node) Expect {
	e := Expect{Node: value}
	if value.Kind() == document.String {
		e.Verdict = effect.Kind(value.Text())
		return e
	}
	own := layers{value}
	e.Verdict = effect.Kind(own.text("verdict"))
	for _, t := range []struct {
		key string
		to  **Text
	}{
		{"reason", &e.Reason}, {"stdout", &e.Stdout}, {"stderr", &e.Stderr}, {"model_sees", &e.ModelSees}, {"user_sees", &e.UserSees},
		{"context", &e.Context}, {"system_message", &e.SystemMessage}, {"warns", &e.Warns},
	} {
		if text, ok := value.Field(t.key); ok {
			read := r.text(text)
			*t.to = &read
		}
	}
	if exit, ok := value.Field("exit"); ok {
		code := integer(exit)
		e.Exit = &code
	}
	if suppress, ok := value.Field("suppress"); ok {
		is := suppress.Bool()
		e.Suppress = &is
	}
	e.MaxMS = own.number("max_ms", 0)
	e.Input, e.LLMRequest, e.LLMResponse, e.ToolConfig = object(value, "input"), object(value, "llm_request"), object(value, "llm_response"), object(value, "tool_config")
	for name, value := range entries(value, "json") {
		path, err := ParsePath(name)
		if err != nil {
			r.fault(value.Position(), "%v", err)
		}
		e.JSON = append(e.JSON, Value{path, value.Value()})
	}
	for name, text := range entries(value, "files") {
		set(&e.Files, name, r.text(text))
	}
	if findings, ok := value.Field("findings"); ok {
		e.Findings = listed(findings)
	}
	return e
}

func (r *reader) text(value *document.Node) Text {
	switch {
	case value.Kind() == document.String && value.Text() == "":
		none := ""
		return Text{Is: &none}
	case value.Kind() == document.String:
		return Text{Contains: []string{value.Text()}}
	}
	t := Text{Is: layers{value}.given("is"), Contains: parts(value, "contains"), Lacks: parts(value, "lacks")}
	if pattern, ok := value.Field("matches"); ok {
		var err error
		if t.Matches, err = regexp.Compile(pattern.Text()); err != nil {
			r.fault(pattern.Position(), "%v", err)
		}
	}
	return t
}

// parts returns one text or a list of them.
func parts(value *document.Node, key string) []string {
	inner, ok := value.Field(key)
	if ok && inner.Kind() == document.String {
		return []string{inner.Text()}
	}
	return texts(value, key)
}

// layers are objects: the first one with a field applies.
type layers []*document.Node

func (l layers) field(name string) (*document.Node, bool) {
	for _, layer := range l {
		if value, ok := layer.Field(name); ok {
			return value, true
		}
	}
	return nil, false
}

// text returns "" if no layer has the field.
func (l layers) text(name string) string {
	if text := l.given(name); text != nil {
		return *text
	}
	return ""
}

func (l layers) given(name string) *string {
	value, ok := l.field(name)
	if !ok {
		return nil
	}
	return optional(value)
}

func (l layers) number(name string, otherwise int) int {
	if value, ok := l.field(name); ok {
		return integer(value)
	}
	return otherwise
}

func (l layers) list(name string) []string {
	value, ok := l.field(name)
	if !ok {
		return nil
	}
	return listed(value)
}

// texts returns the texts of a list, or none if the field is missing.
func texts(of *document.Node, name string) []string { return layers{of}.list(name) }

func listed(list *document.Node) []string {
	return lists.Of(list.Items(), func(item *document.Node) string { return item.Text() })
}

// optional returns nil for null.
func optional(value *document.Node) *string {
	if value.Kind() != document.String {
		return nil
	}
	text := value.Text()
	return &text
}

// integer returns a number that the schema has checked, or the largest int for one that is too
// large.
func integer(value *document.Node) int {
	n, err := strconv.Atoi(string(value.Number()))
	if err != nil {
		f, _ := value.Number().Float64()
		return int(f)
	}
	return n
}

// object returns nil if the field is missing.
func object(of *document.Node, name string) *jsonvalue.Object {
	value, ok := of.Field(name)
	if !ok {
		return nil
	}
	found, _ := value.Value().(*jsonvalue.Object)
	return found
}

// entries iterates over the fields of a field.
func entries(of *document.Node, name string) iter.Seq2[string, *document.Node] {
	return func(yield func(string, *document.Node) bool) {
		value, ok := of.Field(name)
		if !ok {
			return
		}
		for _, field := range value.Fields() {
			if !yield(field.Name, field.Value) {
				return
			}
		}
	}
}

func set[V any](in *map[string]V, name string, value V) {
	if *in == nil {
		*in = map[string]V{}
	}
	(*in)[name] = value
}
