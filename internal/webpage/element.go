package webpage

import (
	"fmt"
	"html"
	"strings"
)

// Markup is a part of a page: text and whole elements. Only this package makes it, so no other text
// becomes markup.
type Markup struct{ text string }

// An Attribute is an attribute of an element.
type Attribute struct{ text string }

// A constant is a text from the source: other packages can't convert data to it.
type constant string

// El returns an element. The selector gives its name, id and classes, as in section#gates.view. A
// part is an Attribute, Markup, or a list of these; any other value is shown as escaped text.
func El(selector constant, parts ...any) Markup {
	head, classes, _ := strings.Cut(string(selector), ".")
	name, id, _ := strings.Cut(head, "#")
	var out strings.Builder
	// Lines make the source of a page readable.
	if in(lines, name) {
		out.WriteByte('\n')
	}
	out.WriteString("<" + name)
	if id != "" {
		out.WriteString(Attr("id", id).text)
	}
	if classes != "" {
		out.WriteString(Attr("class", strings.ReplaceAll(classes, ".", " ")).text)
	}
	addAttributes(&out, parts)
	out.WriteByte('>')
	addContent(&out, parts)
	if !in(open, name) {
		out.WriteString("</" + name + ">")
	}
	return Markup{out.String()}
}

// The elements that begin a line of the source, those without an end tag, and the attributes that a
// browser loads from or goes to. Each list begins and ends with a space. A page has thousands of
// rows and entries, which HTML lets end with the next one or with the list.
const (
	lines = " head meta title style script body header nav main footer section article div p h1 h2 h3 h4 pre" +
		" ol ul li dl table thead tbody tr details dialog search form label button "
	open      = " br input meta li tr th td option dt dd "
	addresses = " href src srcset action formaction data poster xlink:href "
)

func in(list, name string) bool { return strings.Contains(list, " "+name+" ") }

func addAttributes(out *strings.Builder, parts []any) {
	for _, part := range parts {
		switch p := part.(type) {
		case Attribute:
			out.WriteString(p.text)
		case []any:
			addAttributes(out, p)
		}
	}
}

func addContent(out *strings.Builder, parts []any) {
	for _, part := range parts {
		switch p := part.(type) {
		case Attribute:
		case Markup:
			out.WriteString(p.text)
		case []Markup:
			for _, one := range p {
				out.WriteString(one.text)
			}
		case []any:
			addContent(out, p)
		case string:
			out.WriteString(html.EscapeString(p))
		default:
			out.WriteString(html.EscapeString(fmt.Sprint(p)))
		}
	}
}

// Join returns parts one after another. Attributes in it are lost.
func Join(parts ...any) Markup {
	var out strings.Builder
	addContent(&out, parts)
	return Markup{out.String()}
}

// If returns the parts if the condition holds, and no part otherwise.
func If(holds bool, parts ...any) []any {
	if !holds {
		return nil
	}
	return parts
}

// Each returns a part for each value.
func Each[T any](values []T, part func(T) Markup) Markup {
	var all strings.Builder
	for _, value := range values {
		all.WriteString(part(value).text)
	}
	return Markup{all.String()}
}

// Attr returns an attribute with a value. A link leads to a part of the page: if the value is
// another address, it leads nowhere.
func Attr(name constant, value string) Attribute {
	if in(addresses, string(name)) && !strings.HasPrefix(value, "#") {
		value = "#"
	}
	return Attribute{" " + string(name) + `="` + html.EscapeString(value) + `"`}
}

// Flag returns an attribute without a value.
func Flag(name constant) Attribute { return Attribute{" " + string(name)} }

// Class returns the attribute with the names of an element's classes.
func Class(names string) Attribute { return Attr("class", names) }

// Href returns the attribute of a link to an address of the page.
func Href(address string) Attribute { return Attr("href", address) }

// At is the address of an id of the page.
func At(id string) string {
	return "#" + strings.NewReplacer("%", "%25", " ", "%20", "?", "%3F", "#", "%23").Replace(id)
}

// Data is a script element that is not run, with data in Ascii85. A "<" could end the element, so
// it is written as "v", which Ascii85 does not use.
func Data(id, ascii85 string) Markup {
	return El("script", Attr("type", "application/octet-stream"), Attr("id", id), Markup{strings.ReplaceAll(ascii85, "<", "v")})
}
