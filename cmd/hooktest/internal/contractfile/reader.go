package contractfile

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// A reader applies a file to the contract that it extends.
type reader struct {
	parent *dialect.Contract
	root   *document.Node
	path   string
	name   string
	// events are those of the parent and those that the file adds.
	events []string
	faults []Fault
	// own is set for a user's file, whose lines are facts of their own. Built-in files may set
	// any field and must name facts.
	own bool
	// orphan is set if the parent can't be read, so that nothing is judged that depends on it.
	orphan bool
	// open are the fragments being applied, to detect cycles.
	open []string
	// stated are the facts made from lines of the file. cited are the nodes that name a fact.
	stated []dialect.Fact
	cited  []*document.Node
}

func newReader(parent *dialect.Contract, root *document.Node, path string, own bool) *reader {
	r := &reader{parent: parent, root: root, path: path, name: nameFor(path), own: own}
	if node, ok := root.Field("name"); ok && node.Text() != "" {
		r.name = node.Text()
	}
	r.events = texts(parent.EventNames()...)
	if events, ok := root.Field("events"); ok {
		for _, row := range events.Fields() {
			r.events = append(r.events, row.Name)
		}
	}
	return r
}

func (r *reader) fault(at document.Position, hint, format string, args ...any) {
	r.faults = append(r.faults, Fault{at, fmt.Sprintf(format, args...), hint})
}

// contract returns the file's contract. It is valid only if there are no faults.
func (r *reader) contract() *dialect.Contract {
	base := *r.parent
	if r.own {
		base.Product, base.Extends, base.OnlyNamed = r.name, r.parent.Name, true
	}
	base.Name = r.name
	c, _ := r.laid(reflect.ValueOf(base), r.root).Interface().(dialect.Contract)
	c.Extends = base.Extends
	c.Facts = slices.Concat(stillNamed(*r.parent, c), r.stated)
	if r.own {
		r.checkName()
	}
	r.checkFacts(&c)
	return &c
}

// stillNamed returns the facts of a contract, without those that only the parent's values name.
func stillNamed(parent, c dialect.Contract) []dialect.Fact {
	before, now := factsIn(parent), factsIn(c)
	return slices.DeleteFunc(slices.Clone(c.Facts), func(f dialect.Fact) bool { return before[f.ID] && !now[f.ID] })
}

// factsIn returns the texts of a contract that may be ids of facts.
func factsIn(c dialect.Contract) map[string]bool {
	c.Facts = nil
	all := map[string]bool{}
	eachText(reflect.ValueOf(c), func(text string) { all[text] = true })
	return all
}

func eachText(v reflect.Value, visit func(string)) {
	switch v.Kind() {
	case reflect.String:
		visit(v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), visit)
		}
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			eachText(entries.Value(), visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachText(v.Elem(), visit)
		}
	}
}

func (r *reader) checkName() {
	at := r.root.Position()
	if node, ok := r.root.Field("name"); ok {
		at = node.Position()
	}
	switch {
	case slices.Contains(append(dialect.Names(), "all", r.parent.Name), r.name):
		r.fault(at, "give it another with name: my-"+r.name, "the name %s is taken", r.name)
	case !simple.MatchString(r.name):
		r.fault(at, "such as name: my-agent", "the name %q has to begin with a small letter and to have small letters, digits and - alone", r.name)
	}
}

// checkFacts checks that the facts exist that values of the file name.
func (r *reader) checkFacts(c *dialect.Contract) {
	if r.orphan {
		return
	}
	known := lists.Of(slices.Concat(c.Facts, r.parent.Facts), func(f dialect.Fact) string { return f.ID })
	for _, node := range r.cited {
		if id := node.Text(); id != "" && !slices.Contains(known, id) {
			hint := meant(id, known)
			if hint == "" {
				hint = "write it down under facts, or leave the key out: then the line is its source"
			}
			r.fault(node.Position(), hint, "unknown fact %q", id)
		}
	}
}

// laid applies a node to a copy of a value. Fields of structs, keys of maps and rows of named
// lists are applied one by one, and everything else is replaced. null removes a value.
func (r *reader) laid(base reflect.Value, n *document.Node) reflect.Value {
	t := base.Type()
	if n.Kind() == document.Null {
		return reflect.Zero(t)
	}
	if t == duration() {
		d, err := time.ParseDuration(n.Text())
		if err != nil || d < 0 {
			return r.mistaken(base, n, "a time with its unit, such as 30s")
		}
		return reflect.ValueOf(d)
	}
	switch t.Kind() {
	case reflect.Struct:
		return r.record(base, n)
	case reflect.Pointer:
		return r.pointed(base, n)
	case reflect.Slice:
		return r.list(base, n)
	case reflect.Map:
		return r.mapping(base, n)
	case reflect.String:
		return r.text(base, n)
	case reflect.Bool:
		if n.Kind() != document.Bool {
			return r.mistaken(base, n, "true or false")
		}
		return reflect.ValueOf(n.Bool()).Convert(t)
	case reflect.Int:
		if i, err := n.Number().Int64(); err == nil {
			return reflect.ValueOf(i).Convert(t)
		}
		return r.mistaken(base, n, "a whole number")
	case reflect.Float64:
		f, err := n.Number().Float64()
		if err != nil {
			return r.mistaken(base, n, "a number")
		}
		return reflect.ValueOf(f).Convert(t)
	}
	return r.mistaken(base, n, "nothing: it can't be written")
}

// mistaken reports a value of the wrong kind, and keeps the parent's value.
func (r *reader) mistaken(base reflect.Value, n *document.Node, want string) reflect.Value {
	r.fault(n.Position(), "", "must be %s, not %s", want, shown(n))
	return base
}

// shown formats a value for a message: a scalar itself, or else the kind.
func shown(n *document.Node) string {
	switch n.Kind() {
	case document.String, document.Number, document.Bool:
		text := asJSON(n)
		if len(text) > 60 {
			return n.Kind().Article()
		}
		return text
	}
	return n.Kind().Article()
}

func (r *reader) pointed(base reflect.Value, n *document.Node) reflect.Value {
	inner := reflect.New(base.Type().Elem())
	if !base.IsNil() {
		inner.Elem().Set(base.Elem())
	}
	inner.Elem().Set(r.laid(inner.Elem(), n))
	return inner
}

// record applies fields to a struct.
func (r *reader) record(base reflect.Value, n *document.Node) reflect.Value {
	t := base.Type()
	if n.Kind() != document.Object {
		return r.mistaken(base, n, "a mapping")
	}
	before := len(r.faults)
	base = r.alike(base, n)
	changed := reflect.New(t).Elem()
	changed.Set(base)
	own := false
	for _, f := range n.Fields() {
		if f.Name == like || n == r.root && f.Name == shared {
			continue
		}
		field, ok := r.field(t, f)
		if !ok {
			continue
		}
		at := changed.FieldByIndex(field.Index)
		if slices.Contains(quoted(), place{t, field.Name}) && f.Value.Kind() != document.Null {
			at.SetString(asJSON(f.Value))
		} else {
			at.Set(r.laid(at, f.Value))
		}
		if isFact(field) {
			r.cited = append(r.cited, f.Value)
		}
		// A field that is a struct names a fact of its own.
		own = own || field.Type.Kind() != reflect.Struct
	}
	if own && r.own {
		r.state(changed, n)
	}
	// A fragment is incomplete, and so may be a value with a fault in it.
	if fault := contradiction(changed.Interface()); fault != "" && len(r.open) == 0 && len(r.faults) == before && !r.orphan {
		r.fault(n.Position(), "", "%s", fault)
	}
	return changed
}

// contradiction describes what is wrong with a value whose parts are valid individually.
func contradiction(value any) string {
	switch v := value.(type) {
	case dialect.Field:
		sample, err := jsonvalue.Parse([]byte(v.Sample))
		switch {
		case v.Sample == "" && !v.Optional:
			return "sample is missing, a plausible value of the field"
		case err == nil && v.Kind != jsonvalue.KindOf(sample):
			return fmt.Sprintf("kind is %q, and the sample is %s", v.Kind, jsonvalue.Article(jsonvalue.KindOf(sample)))
		}
	case dialect.BaseField:
		if v.Is == dialect.Invented && v.Sample == "" {
			return "sample is missing, a plausible value of the field; or is, which says where its value comes from"
		}
	case dialect.Tool:
		sample, err := jsonvalue.Parse([]byte(v.Sample))
		if err == nil && jsonvalue.KindOf(sample) != "object" {
			return "the sample has to be an input, with a value for each argument, not " + jsonvalue.Article(jsonvalue.KindOf(sample))
		}
	case dialect.Expressions:
		if _, err := regexp.Compile(v.List); err != nil {
			return err.Error()
		}
	case dialect.Fact:
		switch {
		case v.Text == "" && v.Source == "":
			return "text and source are missing: what was observed, and where"
		case v.Text == "":
			return "text is missing, which says what was observed"
		case v.Source == "":
			return "source is missing, which says where that was observed"
		}
	}
	return ""
}

func isFact(field reflect.StructField) bool {
	return field.Type.Kind() == reflect.String && (strings.HasSuffix(field.Name, "Fact") || slices.Contains([]string{"Rule", "Whole", "Elsewhere", "Unseen"}, field.Name))
}

func (r *reader) field(t reflect.Type, f document.Field) (reflect.StructField, bool) {
	var known []string
	for _, field := range reflect.VisibleFields(t) {
		if !field.IsExported() || named()[t] == field.Name {
			continue
		}
		why, closed := unwritten()[place{t, field.Name}]
		switch {
		case key(field) != f.Name:
		case closed && r.own:
			r.fault(f.NamePosition, "", "%s can't be written: %s", f.Name, why)
			return field, false
		default:
			return field, true
		}
		if !closed || !r.own {
			known = append(known, key(field))
		}
	}
	hint := meant(f.Name, known)
	if hint == "" {
		hint = "known here: " + strings.Join(known, ", ")
	}
	r.fault(f.NamePosition, hint, "unknown key %q", f.Name)
	return reflect.StructField{}, false
}

// state makes the line of the file the fact of a changed value that names none.
func (r *reader) state(changed reflect.Value, n *document.Node) {
	for _, name := range []string{"Fact", "Rule"} {
		field, ok := changed.Type().FieldByName(name)
		if !ok {
			continue
		}
		if _, given := n.Field(key(field)); given {
			return
		}
		at := n.Position()
		id := fmt.Sprintf("%s:%d", r.name, at.Line)
		changed.FieldByIndex(field.Index).SetString(id)
		if !slices.ContainsFunc(r.stated, func(f dialect.Fact) bool { return f.ID == id }) {
			r.stated = append(r.stated, dialect.Fact{
				ID: id, Kind: dialect.Stated, Source: at.String(), Text: fmt.Sprintf("line %d of %s says so", at.Line, r.path),
			})
		}
		return
	}
}

// list returns the node's list or, if the rows have names and the node is a mapping, the changed
// base list.
func (r *reader) list(base reflect.Value, n *document.Node) reflect.Value {
	t := base.Type()
	name, hasNames := named()[t.Elem()]
	switch {
	case n.Kind() == document.Object && hasNames:
		return r.rows(base, n, name)
	case n.Kind() != document.Array && hasNames:
		return r.mistaken(base, n, "a mapping from names to what is different")
	case n.Kind() != document.Array:
		return r.mistaken(base, n, "a list")
	case hasNames:
		r.fault(n.Position(), fmt.Sprintf("write %s: {…}, and null for what goes", strings.ToLower(name)), "must be a mapping from names to what is different, not an array")
		return base
	}
	items := reflect.MakeSlice(t, 0, len(n.Items()))
	for _, item := range n.Items() {
		items = reflect.Append(items, r.laid(reflect.Zero(t.Elem()), item))
	}
	return items
}

// rows changes rows by name, appends new ones, and removes those that are null.
func (r *reader) rows(base reflect.Value, n *document.Node, name string) reflect.Value {
	t := base.Type()
	var rows []reflect.Value
	for i := range base.Len() {
		rows = append(rows, base.Index(i))
	}
	for _, f := range n.Fields() {
		i := slices.IndexFunc(rows, func(row reflect.Value) bool { return row.FieldByName(name).String() == f.Name })
		switch {
		case f.Value.Kind() == document.Null && i >= 0:
			rows = slices.Delete(rows, i, i+1)
		case f.Value.Kind() == document.Null && r.orphan:
		case f.Value.Kind() == document.Null:
			known := lists.Of(rows, func(row reflect.Value) string { return row.FieldByName(name).String() })
			r.fault(f.NamePosition, meant(f.Name, known), "there is no %q that could go", f.Name)
		case i >= 0:
			rows[i] = r.laid(rows[i], f.Value)
		default:
			row := reflect.New(t.Elem()).Elem()
			row.FieldByName(name).SetString(f.Name)
			rows = append(rows, r.laid(row, f.Value))
		}
	}
	changed := reflect.MakeSlice(t, 0, len(rows))
	return reflect.Append(changed, rows...)
}

// mapping applies keys to a map.
func (r *reader) mapping(base reflect.Value, n *document.Node) reflect.Value {
	t := base.Type()
	if n.Kind() != document.Object {
		return r.mistaken(base, n, "a mapping")
	}
	if structs := t.Elem().Kind() == reflect.Struct; structs {
		base, n = r.alike(base, n), n.Only(slices.DeleteFunc(fieldNames(n), func(name string) bool { return name == like })...)
	}
	changed := reflect.MakeMap(t)
	for entries := base.MapRange(); entries.Next(); {
		changed.SetMapIndex(entries.Key(), entries.Value())
	}
	for _, f := range n.Fields() {
		if !r.isWord(t.Key(), f.Name, f.NamePosition) {
			continue
		}
		k := reflect.ValueOf(f.Name).Convert(t.Key())
		if f.Value.Kind() == document.Null {
			changed.SetMapIndex(k, reflect.Value{})
			continue
		}
		before := changed.MapIndex(k)
		if !before.IsValid() {
			before = reflect.Zero(t.Elem())
		}
		changed.SetMapIndex(k, r.laid(before, f.Value))
	}
	return changed
}

func (r *reader) text(base reflect.Value, n *document.Node) reflect.Value {
	t := base.Type()
	if n.Kind() != document.String {
		return r.mistaken(base, n, "a text")
	}
	if !r.isWord(t, n.Text(), n.Position()) {
		return base
	}
	return reflect.ValueOf(n.Text()).Convert(t)
}

// isWord reports whether a text is a valid value of the type.
func (r *reader) isWord(t reflect.Type, text string, at document.Position) bool {
	known, closed := words()[t]
	what := strings.ToLower(t.Name())
	if t == eventType() {
		known, closed = r.events, !r.orphan
	}
	if !closed || slices.Contains(known, text) {
		return true
	}
	hint := meant(text, known)
	if hint == "" {
		hint = "one of " + english.Or(slices.DeleteFunc(slices.Clone(known), func(s string) bool { return s == "" }))
	}
	r.fault(at, hint, "unknown %s %q", what, text)
	return false
}
