// Package page turns a trace report into one HTML file. It shows the rungs of the
// clauses, the gaps and, for each clause, the evidence.
//
// The file needs no other file and makes no requests. Everything but the raw evidence
// can be read without scripts. The script adds search, filters, keys and a drawer with
// the evidence. The package reads no source, runs nothing and judges nothing.
package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/webpage"
)

//go:embed css js tmpl
var parts embed.FS

// styles and scripts are in the order of the page. Each list becomes one element.
func styles() []string {
	return []string{"css/rungs.css", "css/overview.css", "css/catalogue.css", "css/tables.css", "css/drawer.css", "css/paper.css"}
}

func scripts() []string {
	return []string{"js/model.js", "js/route.js", "js/filter.js", "js/text.js", "js/evidence.js", "js/drawer.js", "js/matrix.js", "js/keys.js"}
}

// document is the data of the templates. All text in it is visible.
type document struct {
	CSS    template.CSS
	JS     template.JS
	Policy string

	Overview  overview
	Sections  []*sectionView
	Decisions []clauseView
	Matrix    matrix
	Kills     killMatrix
	Cases     []caseGroup
	Files     []fileView
	Schemas   []schemaFile
	Gates     []gateView
	Waivers   []waiverView
	Ledger    ledger

	packed chan template.HTML
}

// Bulk is the packed evidence. It is made while the rest is written.
func (d document) Bulk() template.HTML { return <-d.packed }

// Write writes the report as one HTML document. Equal reports give equal bytes. Only w
// returns errors.
func Write(w io.Writer, r trace.Report) error {
	t, err := template.New("").Funcs(template.FuncMap{"prose": prose, "plural": english.Count}).ParseFS(parts, "tmpl/*.tmpl")
	if err != nil {
		return fmt.Errorf("reading the page's templates: %w", err)
	}
	d, err := newDocument(shown(r))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, "page", d); err != nil {
		return fmt.Errorf("filling the page's templates: %w", err)
	}
	_, err = out.WriteTo(w)
	return err
}

func newDocument(r trace.Report) (document, error) {
	css, err := joined(styles())
	if err != nil {
		return document{}, err
	}
	js, err := joined(scripts())
	if err != nil {
		return document{}, err
	}
	css, js = webpage.Style(css), webpage.Script(js)
	d := document{
		CSS: template.CSS(css), JS: template.JS(js), Policy: webpage.Policy(css, js),
		packed: make(chan template.HTML, 1),
	}
	go func() { d.packed <- pack(r) }()
	b := newBinder(r)
	d.Sections, d.Decisions = b.sections(), b.decisions()
	d.Overview = b.overview(d.Sections)
	d.Matrix = b.matrix(d.Sections)
	d.Kills = b.kills(d.Sections)
	d.Cases, d.Files, d.Schemas = b.cases(), b.files(), b.schemas()
	d.Gates, d.Waivers, d.Ledger = d.Overview.Findings, b.waivers(), b.ledger()
	return d, nil
}

func joined(names []string) (string, error) {
	var all strings.Builder
	for _, name := range names {
		text, err := parts.ReadFile(name)
		if err != nil {
			return "", fmt.Errorf("reading a part of the page: %w", err)
		}
		all.Write(text)
	}
	return all.String(), nil
}

// prose shows text of the catalogue, with code between backticks.
func prose(text string) template.HTML {
	pieces := strings.Split(text, "`")
	if len(pieces)%2 == 0 {
		return template.HTML(template.HTMLEscapeString(text))
	}
	var b strings.Builder
	for i, piece := range pieces {
		if i%2 == 1 {
			b.WriteString("<code>" + template.HTMLEscapeString(piece) + "</code>")
			continue
		}
		b.WriteString(template.HTMLEscapeString(piece))
	}
	return template.HTML(b.String())
}
