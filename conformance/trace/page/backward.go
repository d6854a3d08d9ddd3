package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	h "github.com/hooktest/hooktest/internal/webpage"
)

// fewOthers is the number of other failed checks in the table; the drawer has all.
const fewOthers = 2

// kills is the view of every mutant with the checks that noticed it, by section.
func (b *binder) kills(sections []*section) h.Markup {
	counts := map[proof.Status]int{}
	bySection := map[int][]trace.Mutant{}
	number := map[string]int{}
	for _, r := range b.report.Requirements {
		number[r.ID] = r.Section
	}
	for _, m := range b.report.Mutants {
		counts[m.Status]++
		n := number[catalogue.Owner(m.Clause)]
		bySection[n] = append(bySection[n], m)
	}
	var all []h.Markup
	for _, s := range sections {
		if mutants := bySection[s.Number]; len(mutants) > 0 {
			all = append(all, b.killed(s.Section, mutants))
			delete(bySection, s.Number)
		}
	}
	if mutants := bySection[0]; len(mutants) > 0 {
		all = append(all, b.killed(trace.Section{Title: "Interpretations"}, mutants))
	}
	return view("mutants", "h-mutants", "Kill matrix",
		h.El("p.legend", "Each mutant is a deliberate violation of one clause. It proves the clause where a check of that clause’s own notices. ",
			h.El("span.scripted", "In the squares, mutants go down and clauses across: ", h.El("b.square.killer", "killed by a check of the clause"), " ", h.El("b.square", "another check failed")), " ",
			h.Each(append(proof.Statuses(), ""), func(s proof.Status) h.Markup {
				return h.Join(h.If(counts[s] > 0, h.El("span.nowrap", statusMark(s).show(), " ", counts[s]), " "))
			})),
		all, h.If(len(all) == 0, h.El("p", "There are no mutants.")),
	)
}

func (b *binder) killed(s trace.Section, mutants []trace.Mutant) h.Markup {
	killed := 0
	for _, m := range mutants {
		if m.Status == proof.Killed {
			killed++
		}
	}
	title := numbered(s)
	if s.Number == 0 {
		title = h.Join(s.Title)
	}
	return h.El("section.kill", h.Attr("data-section", fmt.Sprint(s.Number)), h.Attr("aria-label", s.Title),
		h.El("h3", title, " ", h.El("span.soft", killed, " of ", len(mutants), " killed")),
		h.El("div.map-grid", h.Flag("hidden")),
		table("kills", []string{"mutant", "status", "killed by", "others that failed", "edits"}, h.Each(mutants, b.kill)),
	)
}

func (b *binder) kill(m trace.Mutant) h.Markup {
	line := b.mutant(m.ID)
	others := m.Others[:min(len(m.Others), fewOthers)]
	further, outside := "", ""
	if n := len(m.Others) - len(others); n > 0 {
		further = fmt.Sprintf("and %d more", n)
	}
	if !m.InLink {
		outside = "outside of what names the clause"
	}
	return h.El("tr", h.El("th", h.El("a", h.Href(h.At(m.Clause)), m.Clause), "/", line.Name), h.El("td", h.Class(line.Mark.Class), line.Mark.Word),
		h.El("td", line.Killer, h.If(line.Detail != "", h.El("small", line.Detail))), h.El("td", strings.Join(others, ", "), small("", further)),
		h.El("td", line.Where, small("", outside)))
}

// chips are clauses, or requirements, with their rungs. Of an id, only the part after the
// requirement's id is shown if the chip before it has the same requirement.
func (b *binder) chips(ids []string) h.Markup {
	owner := ""
	return h.Each(ids, func(id string) h.Markup {
		word := id
		if catalogue.Owner(id) == owner && owner != id {
			word = strings.TrimPrefix(id, owner)
		}
		owner = catalogue.Owner(id)
		if address := b.place(id); address != "" {
			return h.Join(h.El("a", h.Class(b.marks[id].Class), h.Href(address), word), " ")
		}
		return h.Join(h.El("b.vF", id), " ")
	})
}

// cases is the view of the cases, by folder.
func (b *binder) cases() h.Markup {
	folders := lists.Groups(b.report.Cases, func(x, y trace.Case) bool { return folderOf(x) == folderOf(y) })
	return view("cases", "h-cases", "By case", h.Each(folders, func(in []trace.Case) h.Markup {
		folder := folderOf(in[0])
		return h.El("section", h.Attr("aria-label", folder),
			h.El("h3", folder, " ", h.El("span.soft", english.Count(len(in), "case"))),
			table("cases", []string{"case", "decides", "#runs", "#took"}, h.Each(in, func(c trace.Case) h.Markup {
				return h.El("tr", h.Attr("id", b.anchors["case:"+c.Name]), h.El("th", strings.TrimPrefix(c.Name, folder+"/"), h.El("br"), h.El("small", c.Title)), h.El("td", b.chips(c.Clauses)),
					h.El("td.num.files", english.Count(len(c.Files), "file")), h.El("td.num", fmt.Sprintf("%.0f ms", c.Milliseconds)))
			})))
	}), h.If(len(folders) == 0, h.El("p", "There are no cases.")))
}

// folderOf returns the folder of a case; empty if it is in none.
func folderOf(c trace.Case) string {
	if folder, _, ok := strings.Cut(c.Name, "/"); ok {
		return folder
	}
	return ""
}

// files is the view of the engine's files.
func (b *binder) files() h.Markup {
	return view("code", "h-code", "By file of the engine", h.Each(b.report.Files, b.file),
		h.If(len(b.report.Files) == 0, h.El("p", "No file of the engine is linked.")))
}

func (b *binder) file(f trace.File) h.Markup {
	executed := 0
	rows := h.Each(f.Declarations, func(d trace.Declaration) h.Markup {
		result := mark{"not executed", "vF"}
		if d.Executed {
			result = mark{"executed", "vP"}
			executed++
		}
		return h.El("tr", h.El("td", strings.TrimPrefix(lines("", d.Line, d.EndLine), ":")), h.El("th", h.El("code", d.Name)), h.El("td", b.chips(d.Names)), h.El("td", result.show()))
	})
	mutants := english.Count(len(f.Mutants), "mutant")
	return h.El("section", h.Attr("id", b.anchors["file:"+f.Path]), h.Class("file"), h.Attr("aria-label", f.Path),
		h.El("h3", h.El("code", f.Path), " ", h.El("span.soft", english.Count(len(f.Declarations), "linked declaration"), ", ", executed, " executed",
			h.If(len(f.Mutants) > 0, ", ", mutants))),
		h.If(len(f.Declarations) > 0, table("declarations", []string{"lines", "declaration", "names", "executed"}, rows)),
		h.If(len(f.Mutants) > 0, h.El("details.mutants", h.El("summary", mutants, " of this file"), h.Each(append(proof.Statuses(), ""), func(s proof.Status) h.Markup {
			ids := slices.DeleteFunc(slices.Clone(f.Mutants), func(id string) bool { return b.mutants[id].Status != s })
			return h.Join(h.If(len(ids) > 0, h.El("p", statusMark(s).show()), h.El("ul.rows", h.Each(ids, func(id string) h.Markup { return h.El("li", id) }))))
		}))),
	)
}

// schemas is the view of the schemas, by file.
func (b *binder) schemas() h.Markup {
	files := lists.Groups(b.report.Schemas, func(x, y trace.SchemaNode) bool { return x.File == y.File })
	return view("schemas", "h-schemas", "By schema node", h.Each(files, func(nodes []trace.SchemaNode) h.Markup {
		return h.El("section", h.Attr("aria-label", nodes[0].File),
			h.El("h3", h.El("code", nodes[0].File)),
			table("nodes", []string{"pointer", "names", "weakened keywords, and the vector that was then accepted"}, h.Each(nodes, b.node)))
	}), h.If(len(files) == 0, h.El("p", "No schema names a requirement.")))
}

func (b *binder) node(n trace.SchemaNode) h.Markup {
	weakened := h.Each(n.Weakenings, func(w trace.Weakening) h.Markup {
		result := mark{"survived", "vF"}
		if w.Killed {
			result = mark{"killed", "vP"}
		}
		return h.Join(result.show(), " ", h.El("b", w.Keyword), h.If(w.Vector != "", " ", w.Vector), h.El("br"))
	})
	if len(n.Weakenings) == 0 {
		weakened = h.El("span.soft", "none")
	}
	return h.El("tr", h.Attr("id", b.anchors["node:"+n.File+"#"+n.Pointer]), h.El("th", h.El("code", cmp.Or(n.Pointer, "(root)"))), h.El("td", b.chips(n.Names)), h.El("td", weakened))
}
