// Package page turns a trace report into one HTML file. It shows the rungs of the
// clauses, the gaps and, for each clause, the evidence.
//
// The file needs no other file and makes no requests. Everything but the raw evidence
// can be read without scripts. The script adds search, filters, keys and a drawer with
// the evidence. The package reads no source, runs nothing and judges nothing.
package page

import (
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace"
	h "github.com/hooktest/hooktest/internal/webpage"
)

//go:embed css js
var parts embed.FS

// styles and scripts are in the order of the page. Each list becomes one element.
func styles() []string {
	return []string{"css/rungs.css", "css/overview.css", "css/catalogue.css", "css/tables.css", "css/drawer.css", "css/paper.css"}
}

func scripts() []string {
	return []string{"js/model.js", "js/route.js", "js/filter.js", "js/text.js", "js/evidence.js", "js/drawer.js", "js/matrix.js", "js/keys.js"}
}

// Write writes the report as one HTML document. Equal reports give equal bytes. Only w
// returns errors.
func Write(w io.Writer, r trace.Report) error {
	css, err := joined(styles())
	if err != nil {
		return err
	}
	js, err := joined(scripts())
	if err != nil {
		return err
	}
	r = shown(r)
	// The evidence is packed while the rest is made.
	packed := make(chan string, 1)
	go func() { packed <- pack(r) }()
	b := newBinder(r)
	sections, gates := b.sections(), b.gates()
	revision, title := short(r.Revision), "Traceability of "+r.Module
	if revision != "" {
		title += " at " + revision
	}
	meta := h.El("meta", h.Attr("name", "color-scheme"), h.Attr("content", "light dark"))
	return h.Page{Title: title, CSS: css, JS: js, Meta: meta}.Write(w,
		h.El("a.skip", h.Href("#main"), "to the content"),
		b.top(revision),
		h.El("nav.views", h.Attr("aria-label", "Views"), h.El("ul",
			tab("overview", "Overview"), tab("requirements", "Requirements"), tab("matrix", "Matrix"),
			tab("mutants", "Mutants ", h.El("span.n", len(r.Mutants))), tab("cases", "Cases"), tab("code", "Code"), tab("schemas", "Schemas"),
			tab("gates", "Gates", h.If(len(gates) > 0, " ", h.El("span.n", len(gates)))), tab("ledger", "Ledger"),
		)),
		b.filters(sections),
		h.El("main#main", h.Attr("tabindex", "-1"),
			b.overview(sections, gates), b.requirements(sections), b.matrix(sections), b.kills(sections),
			b.cases(), b.files(), b.schemas(), b.found(gates), b.ledger(),
		),
		h.El("footer.soft", h.El("p", "One file, complete in itself: it loads nothing and sends nothing. Raw evidence (scripts of checks and hooks, what hooks saw, edits of mutants, counter-examples) is packed into it and shown by the page’s script; all else can be read without.")),
		h.El("dialog#drawer", h.Attr("aria-labelledby", "drawer-title")),
		help(),
		h.Data("bulk", <-packed),
	)
}

func tab(id string, parts ...any) h.Markup { return h.El("li", h.El("a", h.Href(h.At(id)), parts)) }

func help() h.Markup {
	key := func(means string, keys ...any) h.Markup { return h.El("div", h.El("dt", keys...), h.El("dd", means)) }
	kbd := func(name string) h.Markup { return h.El("kbd", name) }
	return h.El("dialog#help", h.Attr("aria-labelledby", "help-title"),
		h.El("h2#help-title", "Keys"),
		h.El("dl",
			key("search", kbd("/")),
			key("next and previous gap among what the filters show", kbd("n"), " ", kbd("p")),
			key("next and previous clause", kbd("j"), " ", kbd("k")),
			key("open the evidence of the clause in focus", kbd("Enter")),
			key("the views, in their order", kbd("1"), "–", kbd("9")),
			key("close the drawer, or empty the search", kbd("Esc")),
			key("this list", kbd("?")),
		),
		h.El("p.soft", "The address holds view, clause and filters: it can be kept and passed on."),
		h.El("form", h.Attr("method", "dialog"), h.El("button", "Close")),
	)
}

// filters are what a reader can choose; the script shows them.
func (b *binder) filters(sections []*section) h.Markup {
	box := func(name string) h.Markup {
		return h.El("label.box", h.El("input", h.Attr("type", "checkbox"), h.Attr("name", name), h.Attr("value", "1")), " ", name)
	}
	return h.Filters(h.El("button#keys", h.Attr("type", "button"), h.Attr("aria-label", "Keys"), "?"),
		h.Choice("rung", "rung", h.Option("", "any"), h.Option("gap", "gaps alone"),
			h.Each([]string{"unlinked", "linked", "executed", "passed", "proven", "inspected", "uninspected"}, h.Word)),
		h.Choice("section", "section", h.Option("", "all"), h.Each(sections, func(s *section) h.Markup {
			return h.Option(fmt.Sprint(s.Number), fmt.Sprintf("%d %s", s.Number, s.Title))
		})),
		h.Choice("decided by", "verify", h.Option("", "either"), h.Word("test"), h.Word("inspection")),
		h.If(len(b.report.Implementations) > 0, h.El("span.pair",
			h.Choice("verdict of", "impl", h.Each(b.report.Implementations, func(i trace.Implementation) h.Markup { return h.Option(i.Name, i.Name) })),
			"\n", h.El("select", h.Attr("name", "verdict"), h.Attr("aria-label", "verdict"), h.Option("", "any"), h.Option("not-pass", "not pass"),
				h.Each(verdictMarks(), func(m verdictMark) h.Markup {
					return h.El("option", h.Attr("value", string(m.Verdict)), h.Attr("data-letter", m.Letter), m.Verdict)
				})),
		)),
		box("suspect"), box("waived"), box("equivalent"),
	)
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

// view is one of the page's views, with its heading.
func view(id, label, title string, parts ...any) h.Markup {
	return h.El("section.view", h.Attr("id", id), h.Attr("aria-labelledby", label), h.El("h2", h.Attr("id", label), title), parts)
}

// table is a table in a frame that scrolls. A column whose name begins with # has numbers.
func table(class string, columns []string, rows ...any) h.Markup {
	head := h.El("thead", h.El("tr", h.Each(columns, func(name string) h.Markup {
		name, number := strings.CutPrefix(name, "#")
		return h.El("th", h.Attr("scope", "col"), h.If(number, h.Class("num")), name)
	})))
	return h.El("div.scroll", h.El("table", h.If(class != "", h.Class(class)), head, h.El("tbody", rows)))
}

// small is a small text after another one, if there is any.
func small(before, text string) []any {
	return h.If(text != "", " ", h.El("small", before, text))
}

// linked is a link to an address of the page, or the text alone if it is not on the page.
func linked(address, text string) h.Markup {
	if address == "" {
		return h.Join(text)
	}
	return h.El("a", h.Href(address), text)
}

func numbered(s trace.Section) h.Markup { return h.Join(h.El("span.num", s.Number), " ", s.Title) }

// prose shows text of the catalogue, with code between backticks.
func prose(text string) h.Markup {
	pieces := strings.Split(text, "`")
	if len(pieces)%2 == 0 {
		return h.Join(text)
	}
	code := false
	return h.Each(pieces, func(piece string) h.Markup {
		code = !code
		if code {
			return h.Join(piece)
		}
		return h.El("code", piece)
	})
}
