package schemas

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/spelling"
)

// wording describes the requirement of a schema keyword. It reads the keyword's value
// in the schema's own text, since the library's report has it only inside a sentence.
type wording struct {
	sources map[string]*document.Node
}

// rule is one keyword of a schema.
type rule struct {
	keyword   string
	value     *document.Node // of the keyword
	schema    *document.Node // that holds the keyword
	aboutName bool           // the presence or the name of a field is at fault
}

// rule finds the keyword at the location of a misfit.
func (w *wording) rule(location string) rule {
	id, fragment, _ := strings.Cut(location, "#")
	source, ok := w.sources[id]
	if !ok {
		name, _, _ := Named(id)
		data, err := Source(name)
		if err != nil {
			return rule{}
		}
		if source, err = document.Parse(id, data, document.Options{}); err != nil {
			return rule{}
		}
		w.sources[id] = source
	}
	slash := max(strings.LastIndexByte(fragment, '/'), 0)
	r := rule{keyword: lastToken(fragment)}
	r.value, _ = source.Pointer(fragment)
	r.schema, _ = source.Pointer(fragment[:slash])
	r.aboutName = r.keyword == "unevaluatedProperties" || r.keyword == "not" ||
		strings.HasSuffix(fragment[:slash], "/propertyNames")
	return r
}

// message says what the rule requires and what node is instead. name is the field that
// holds node. otherwise is used for a keyword without a message of its own.
func (r rule) message(node *document.Node, name, otherwise string) string {
	if r.value == nil || r.schema == nil {
		return otherwise
	}
	is := show(node)
	if r.aboutName {
		is = quote(name)
	}
	limit := string(r.value.Number())
	switch r.keyword {
	case "type":
		return "must be " + kinds(r.value) + ", is " + jsonvalue.Article(node.Kind().String())
	case "const":
		return "must be " + show(r.value) + ", is " + is
	case "enum":
		return "must be " + list(r.value.Items()) + ", is " + is + r.didYouMean(is)
	case "pattern":
		if examples, ok := r.schema.Field("examples"); ok && len(examples.Items()) > 0 {
			return "must look like " + show(examples.Items()[0]) + ", is " + is
		}
		return "must match " + r.value.Text() + ", is " + is
	case "unevaluatedProperties":
		return "is an unknown field" + r.didYouMean(is)
	case "not":
		return "must not be there"
	case "minLength":
		if limit == "1" {
			return "must not be empty"
		}
		return "must have at least " + limit + " characters, is " + is
	case "maxLength":
		return "must have at most " + limit + " characters, is " + is
	case "minimum":
		return "must be at least " + limit + ", is " + is
	case "maximum":
		return "must be at most " + limit + ", is " + is
	case "exclusiveMinimum":
		return "must be greater than " + limit + ", is " + is
	case "exclusiveMaximum":
		return "must be less than " + limit + ", is " + is
	case "minItems":
		if limit == "1" {
			return "must not be empty"
		}
		return fmt.Sprintf("must have at least %s items, has %d", limit, len(node.Items()))
	case "maxItems":
		return fmt.Sprintf("must have at most %s items, has %d", limit, len(node.Items()))
	case "minProperties":
		if limit == "1" {
			return "must not be empty"
		}
		return fmt.Sprintf("must have at least %s fields, has %d", limit, len(node.Fields()))
	case "uniqueItems":
		return "must not hold the same item twice"
	case "oneOf":
		return "fits more than one of the forms that exclude each other"
	}
	return otherwise
}

// didYouMean suggests the known field or value that is closest to a quoted word.
func (r rule) didYouMean(quoted string) string {
	var known []string
	if r.keyword == "enum" {
		for _, item := range r.value.Items() {
			known = append(known, show(item))
		}
	} else if properties, ok := r.schema.Field("properties"); ok {
		for _, property := range properties.Fields() {
			known = append(known, quote(property.Name))
		}
	}
	if near, ok := spelling.Nearest(quoted, known); ok {
		return ", did you mean " + near
	}
	return ""
}

// kinds returns the types that a type keyword allows.
func kinds(value *document.Node) string {
	if value.Kind() == document.String {
		return jsonvalue.Article(value.Text())
	}
	words := make([]string, len(value.Items()))
	for i, item := range value.Items() {
		words[i] = jsonvalue.Article(item.Text())
	}
	return strings.Join(words, " or ")
}

func list(items []*document.Node) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = show(item)
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// show returns a value as JSON, a container only as its type.
func show(node *document.Node) string {
	switch node.Kind() {
	case document.Array, document.Object:
		return jsonvalue.Article(node.Kind().String())
	case document.String:
		return quote(node.Text())
	}
	return shorten(string(jsonvalue.Marshal(node.Value())))
}

func quote(s string) string { return string(jsonvalue.Marshal(shorten(s))) }

// shorten limits a message to one short line.
func shorten(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
