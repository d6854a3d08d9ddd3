package page

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/webpage"
)

// A gateView is a gate with its findings. Only gates with findings are shown.
type gateView struct {
	Name, Kind     string
	Mark           mark
	Blocking, Told int
	Findings       []findingView
}

type findingView struct {
	trace.Finding
	Mark mark
	// Target is empty for a subject that is not on the page.
	Target template.URL
}

func (b *binder) gates() []gateView {
	var all []gateView
	for _, g := range trace.Gates() {
		view := gateView{Name: string(g), Kind: g.Kind()}
		for _, f := range b.report.Findings {
			if f.Gate != g {
				continue
			}
			finding := findingView{Finding: f, Mark: mark{"told", "vX"}, Target: b.place(f.Subject)}
			if f.Blocks {
				finding.Mark = mark{"blocks", "vF"}
				view.Blocking++
			} else {
				view.Told++
			}
			view.Findings = append(view.Findings, finding)
		}
		if len(view.Findings) == 0 {
			continue
		}
		view.Mark = mark{"open", "vX"}
		if view.Blocking > 0 {
			view.Mark = mark{"closed", "vF"}
		}
		all = append(all, view)
	}
	return all
}

// place returns the address of a finding's subject on the page.
func (b *binder) place(subject string) template.URL {
	if _, ok := b.clauses[subject]; ok {
		return webpage.At(subject)
	}
	if slices.ContainsFunc(b.report.Requirements, func(r trace.Requirement) bool { return r.ID == subject }) {
		return webpage.At(subject)
	}
	// Mutants and checks are with their clause.
	if clause, _, ok := strings.Cut(subject, "/"); ok {
		if _, ok := b.clauses[clause]; ok {
			return webpage.At(clause)
		}
	}
	return ""
}

// ledger accounts for every number.
type ledger struct {
	trace.Ledger
	Sum     int
	Numbers []numberView
	Missing int
	Last    int
}

type numberView struct {
	Number int
	IDs    []idView
}

type idView struct {
	// Suffix is the letter after the number, if there is one.
	ID, Suffix, Title, Merged string
	Mark                      mark
	Target, MergedInto        template.URL
}

type waiverView struct {
	trace.Waiver
	Target template.URL
	Chips  []clauseChip
}

func (b *binder) ledger() ledger {
	l := ledger{Ledger: b.report.Ledger, Sum: b.report.Ledger.Active + b.report.Ledger.Merged}
	byNumber := map[int][]idView{}
	for _, r := range b.report.Requirements {
		number, suffix := numberOf(r.ID)
		l.Last = max(l.Last, number)
		view := idView{ID: r.ID, Suffix: suffix, Title: r.Title, Mark: b.marks[r.ID], Target: webpage.At(r.ID), Merged: r.MergedInto}
		if r.MergedInto != "" {
			view.MergedInto = webpage.At(r.MergedInto)
		}
		byNumber[number] = append(byNumber[number], view)
	}
	for _, n := range l.Ledger.Missing {
		l.Last = max(l.Last, n)
	}
	for n := 1; n <= l.Last; n++ {
		l.Numbers = append(l.Numbers, numberView{n, byNumber[n]})
		if len(byNumber[n]) == 0 {
			l.Missing++
		}
	}
	return l
}

func (b *binder) waivers() []waiverView {
	var all []waiverView
	for _, w := range b.report.Waivers {
		all = append(all, waiverView{Waiver: w, Target: b.place(w.ID), Chips: b.chips(w.Matches)})
	}
	return all
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

// Padded returns the number as ids write it.
func (n numberView) Padded() string { return fmt.Sprintf("%03d", n.Number) }
