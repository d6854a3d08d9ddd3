package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"github.com/hooktest/hooktest/internal/website"
)

// repository is where files are that the site does not have.
const repository = "https://github.com/hooktest/hooktest/blob/main/"

// A converted document has its HTML and what other pages need of it.
type converted struct {
	title, html string
	// parts are its headings of the second level.
	parts   []heading
	entries []entry
}

type heading struct{ Title, ID string }

// An entry is one part of a page in the index of the search.
type entry struct {
	Page  string `json:"p"`
	Title string `json:"t"`
	URL   string `json:"u"`
	Text  string `json:"x"`
}

// longestEntry is how much text of a part is searched, in bytes.
const longestEntry = 400

// A markdown converts documents to HTML, with the links of the site.
type markdown struct {
	b *builder
	g goldmark.Markdown
}

func newMarkdown(b *builder) markdown {
	// The documents are our own; they have anchors as HTML.
	return markdown{b, goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))}
}

func (m markdown) convert(d document) (c converted, err error) {
	source := []byte(d.markdown)
	root := m.g.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(anchors{}))))
	var plain []*ast.Text
	err = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			h := heading{plainText(n, source), string(id.([]byte))}
			if n.Level == 1 {
				c.title = h.Title
			} else if n.Level == 2 {
				c.parts = append(c.parts, h)
			}
			at := entry{Page: c.title, Title: h.Title, URL: d.path}
			if n.Level > 1 {
				at.URL += "#" + h.ID
			}
			c.entries = append(c.entries, at)
			return ast.WalkSkipChildren, m.link(n, d)
		case *ast.Link:
			n.Destination, err = m.destination(d, string(n.Destination))
			return ast.WalkContinue, err
		case *ast.AutoLink:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			plain = append(plain, n)
			c.describe(string(n.Value(source)))
		case *ast.FencedCodeBlock:
			c.describe(string(n.Lines().Value(source)))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return c, fmt.Errorf("%s: %w", d.path, err)
	}
	if c.title == "" {
		return c, fmt.Errorf("%s has no title", d.path)
	}
	for _, n := range plain {
		m.linkIDs(d, n, source)
	}
	var out bytes.Buffer
	err = m.g.Renderer().Render(&out, source, root)
	// A wide table is scrolled by itself.
	c.html = strings.NewReplacer("<table>", `<div class="wide"><table>`, "</table>", "</table></div>").Replace(out.String())
	return c, err
}

// describe adds a text to the entry of the current part.
func (c *converted) describe(text string) {
	if len(c.entries) == 0 {
		return
	}
	at := &c.entries[len(c.entries)-1]
	if len(at.Text) < longestEntry {
		at.Text = strings.TrimSpace(at.Text + " " + strings.Join(strings.Fields(text), " "))
	}
}

// link resolves the links of a heading, which is not walked further.
func (m markdown) link(heading ast.Node, d document) error {
	for n := heading.FirstChild(); n != nil; n = n.NextSibling() {
		if l, ok := n.(*ast.Link); ok {
			to, err := m.destination(d, string(l.Destination))
			if err != nil {
				return err
			}
			l.Destination = to
		}
	}
	return nil
}

func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(source))
		} else {
			b.WriteString(plainText(c, source))
		}
	}
	return b.String()
}

// destination returns the address of a link on the site: relative to the page, so that the site can
// be read from a folder. A file that is not published leads to the repository.
func (m markdown) destination(d document, to string) ([]byte, error) {
	if place, ok := strings.CutPrefix(to, website.Base); ok {
		return []byte(relative(d.path, place)), nil
	}
	u, err := url.Parse(to)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "" || u.Path == "" {
		return []byte(to), nil
	}
	file := path.Join(path.Dir(d.source), u.Path)
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.Fragment
	}
	if place := m.b.published[file]; place != "" {
		return []byte(relative(d.path, place) + fragment), nil
	}
	if _, err := fs.Stat(m.b.root, file); err != nil {
		return nil, err
	}
	return []byte(repository + file + fragment), nil
}

// relative returns the path from a page of the site to another place of it.
func relative(from, to string) string {
	return strings.Repeat("../", strings.Count(from, "/")) + to
}

// ids are texts that can be the ID of a rule, a requirement or a fact.
var ids = regexp.MustCompile(`[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*`)

// linkIDs turns the IDs in a text into links. In code, only a text that is a single ID becomes one.
func (m markdown) linkIDs(d document, n *ast.Text, source []byte) {
	parent := n.Parent()
	for p := parent; p != nil; p = p.Parent() {
		if p.Kind() == ast.KindLink {
			return
		}
	}
	if parent.Kind() == ast.KindCodeSpan {
		if to := m.page(d, string(n.Value(source))); to != "" && parent.ChildCount() == 1 {
			l := ast.NewLink()
			l.Destination = []byte(to)
			parent.Parent().ReplaceChild(parent.Parent(), parent, l)
			l.AppendChild(l, parent)
		}
		return
	}
	from := n.Segment.Start
	for _, at := range ids.FindAllIndex(n.Value(source), -1) {
		start, end := n.Segment.Start+at[0], n.Segment.Start+at[1]
		to := m.page(d, string(source[start:end]))
		if to == "" {
			continue
		}
		l := ast.NewLink()
		l.Destination = []byte(to)
		l.AppendChild(l, ast.NewTextSegment(text.NewSegment(start, end)))
		parent.InsertBefore(parent, n, ast.NewTextSegment(text.NewSegment(from, start)))
		parent.InsertBefore(parent, n, l)
		from = end
	}
	// The rest keeps the line break after it.
	n.Segment = text.NewSegment(from, n.Segment.Stop)
}

// page returns the address of the page about an ID; empty if there is none, or it is the page itself.
func (m markdown) page(d document, id string) string {
	place := strings.TrimPrefix(m.b.named[id], website.Base)
	if file, _, _ := strings.Cut(place, "#"); place == "" || file == d.path {
		return ""
	}
	return relative(d.path, place)
}

// anchors makes the IDs of headings as GitHub does, for which the documents are written.
type anchors map[string]bool

func (a anchors) Generate(title []byte, _ ast.NodeKind) []byte {
	var b strings.Builder
	for _, r := range strings.ToLower(string(title)) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r):
			b.WriteRune(r)
		}
	}
	id := b.String()
	for i := 1; a[id]; i++ {
		id = fmt.Sprintf("%s-%d", b.String(), i)
	}
	a[id] = true
	return []byte(id)
}

func (a anchors) Put(id []byte) { a[string(id)] = true }
