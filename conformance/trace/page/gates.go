package page

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace"
	h "github.com/hooktest/hooktest/internal/webpage"
)

// A gate is a gate that found something. Only those are shown.
type gate struct {
	name, kind     string
	mark           mark
	blocking, told int
	findings       []trace.Finding
}

func (b *binder) gates() []gate {
	var all []gate
	for _, g := range trace.Gates() {
		one := gate{name: string(g), kind: g.Kind(), mark: mark{"pass", "vX"}}
		for _, f := range b.report.Findings {
			if f.Gate != g {
				continue
			}
			one.findings = append(one.findings, f)
			if f.Blocks {
				one.blocking++
				one.mark = mark{"fail", "vF"}
			} else {
				one.told++
			}
		}
		if len(one.findings) > 0 {
			all = append(all, one)
		}
	}
	return all
}

// silent returns the number of gates that found nothing.
func silent(gates []gate) int { return len(trace.Gates()) - len(gates) }

// counts returns how many findings block and how many do not, each after a comma.
func (g gate) counts() (blocking, told string) {
	if g.blocking > 0 {
		blocking = fmt.Sprintf(", %d blocking", g.blocking)
	}
	if g.told > 0 {
		told = fmt.Sprintf(", %d not blocking", g.told)
	}
	return blocking, told
}

// found is the view of what the gates found, and of what is waived.
func (b *binder) found(gates []gate) h.Markup {
	waivers := h.El("p", "Nothing is waived.")
	if len(b.report.Waivers) > 0 {
		waivers = table("waivers", []string{"of", "excuses from", "until", "reason", "clauses"}, h.Each(b.report.Waivers, b.waiver))
	}
	return view("gates", "h-gates", "Gates",
		h.El("p.legend", "Integrity gates can’t be switched off; coverage gates require what the policy sets. ", silent(gates), " gates found nothing."),
		h.Each(gates, func(g gate) h.Markup {
			blocking, told := g.counts()
			return h.El("section", h.Attr("id", "gate:"+g.name), h.Attr("aria-label", g.name),
				h.El("h3", g.mark.show(), " ", g.name, " ", h.El("span.soft", g.kind, blocking, told)),
				h.El("ul.rows.findings", h.Each(g.findings, b.finding)))
		}),
		h.If(len(gates) == 0, h.El("p", "No gate found anything.")),
		h.El("h2#waivers", "Waivers"), waivers,
	)
}

func (b *binder) finding(f trace.Finding) h.Markup {
	result, subject := mark{"reported", "vX"}, h.El("b", f.Subject)
	if f.Blocks {
		result = mark{"blocks", "vF"}
	}
	if address := b.place(f.Subject); address != "" {
		subject = linked(address, f.Subject)
	}
	return h.El("li", result.show(), " ", subject, " ", f.Message,
		h.If(f.Position != "", " ", h.El("code.soft", f.Position)), h.If(f.Hint != "", " ", h.El("span.hint", f.Hint)))
}

func (b *binder) waiver(w trace.Waiver) h.Markup {
	clauses := b.chips(w.Matches)
	if len(w.Matches) == 0 {
		clauses = h.El("b.vX", "none")
	}
	return h.El("tr", h.El("th", h.Attr("scope", "row"), linked(b.place(w.ID), w.ID)), h.El("td", w.Rung), h.El("td.nowrap", w.Until),
		h.El("td", w.Reason, " ", h.El("code.soft", w.Position)), h.El("td", clauses))
}

// place returns the address of a finding's subject on the page.
func (b *binder) place(subject string) string {
	if _, ok := b.marks[subject]; ok {
		return h.At(subject)
	}
	// Mutants and checks are with their clause.
	if clause, _, ok := strings.Cut(subject, "/"); ok {
		if _, ok := b.clauses[clause]; ok {
			return h.At(clause)
		}
	}
	return ""
}

// ledger is the view that accounts for every number.
func (b *binder) ledger() h.Markup {
	l, last, missing := b.report.Ledger, 0, 0
	byNumber := map[int][]trace.Requirement{}
	for _, r := range b.report.Requirements {
		number, _ := numberOf(r.ID)
		last = max(last, number)
		byNumber[number] = append(byNumber[number], r)
	}
	for _, n := range l.Missing {
		last = max(last, n)
	}
	var numbers []h.Markup
	for n := 1; n <= last; n++ {
		// Ids write a number like this.
		padded := fmt.Sprintf("%03d", n)
		ids := h.Each(byNumber[n], func(r trace.Requirement) h.Markup { return b.id(padded, r) })
		if len(byNumber[n]) == 0 {
			missing++
			ids = h.El("b.vF", padded, " missing")
		}
		numbers = append(numbers, h.El("li", ids))
	}
	complete := h.Join("Every number from 1 to ", last, " has an id.")
	if missing > 0 {
		complete = h.El("b.vF", "without an id: ", missing, " of the numbers 1 to ", last)
	}
	return view("ledger", "h-ledger", "Ledger of ids",
		h.El("p", h.El("b", l.Active), " active + ", h.El("b", l.Merged), " merged = ", h.El("b", l.Active+l.Merged), " ids under ", l.Headings, " headings. ", complete),
		h.If(len(l.Findings) > 0, h.El("ul.notes", h.Each(l.Findings, func(text string) h.Markup { return h.El("li", text) }))),
		h.El("ol.numbers", h.Attr("aria-label", "Every number"), numbers),
	)
}

// id is a requirement's id in the ledger: its number, and the letter after it if there is one.
func (b *binder) id(padded string, r trace.Requirement) h.Markup {
	_, suffix := numberOf(r.ID)
	class, into := b.marks[r.ID].Class, []any(nil)
	if r.MergedInto != "" {
		class, into = "merged", []any{h.El("a.into", h.Href(h.At(r.MergedInto)), "→ ", r.MergedInto)}
	}
	return h.Join(h.El("a", h.Href(h.At(r.ID)), h.Attr("title", r.ID+" "+r.Title), h.Class(class), padded, suffix), into, " ")
}

// numberOf splits HOOK-016a into 16 and "a". It returns 0 for an id of another form.
func numberOf(id string) (int, string) {
	_, rest, _ := strings.Cut(id, "-")
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(rest)
	}
	n, err := strconv.Atoi(rest[:end])
	if err != nil {
		return 0, id
	}
	return n, rest[end:]
}
