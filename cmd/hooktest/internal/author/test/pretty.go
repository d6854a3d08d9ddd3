package test

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// writePretty writes failed results in full, and one line for each hook without failures.
func writePretty(w io.Writer, r tested, _ report.Look) error {
	out, ok := w.(*term.Stream)
	if !ok {
		out = term.Plain(w)
	}
	b := caseBlock{view.Block{Out: out}}
	for _, alike := range alikeResults(r.results) {
		switch one := alike[0]; one.Status {
		case caserun.Passed:
			if r.all {
				b.caseLine(alike, term.Good, "")
			}
		case caserun.Skipped:
			b.caseLine(alike, term.Dim, one.Why)
		default:
			b.result(alike)
		}
	}
	for _, side := range r.oneSided {
		scripts := side.scripts
		if more := len(scripts) - view.ShownRemarks; more > 0 {
			scripts = append(slices.Clone(scripts[:view.ShownRemarks]), fmt.Sprintf("%d more", more))
		}
		b.Out.Printf("%s %s: %s\n", b.Out.Styled(term.Caution, "warning:"), view.Brief(english.And(scripts)), side.text)
		b.Out.Printf("%s %s\n", b.Out.Styled(term.Bold, "hint:"), side.hint)
	}
	for _, script := range r.scripts() {
		b.scriptLine(script, r.of(script))
	}
	style := term.Good
	if len(r.against()) > 0 || r.counts[caserun.Passed] == 0 {
		style = term.Bad
	}
	b.Out.Printf("%s\n", b.Out.Styled(style, r.summary()))
	if lost := out.Lost(); lost != nil {
		return lost
	}
	return nil
}

// alikeResults groups the agents with equal results of a case.
func alikeResults(results []caserun.Result) [][]caserun.Result {
	var groups [][]caserun.Result
	for _, one := range results {
		last := len(groups) - 1
		if last >= 0 {
			first := groups[last][0]
			same := first.Case.At == one.Case.At && first.Case.Name == one.Case.Name && first.Status == one.Status
			if same && (one.Status == caserun.Passed || one.Run == nil && first.Run == nil && len(one.Mismatches) == 0 && first.Why == one.Why) {
				groups[last] = append(groups[last], one)
				continue
			}
		}
		groups = append(groups, []caserun.Result{one})
	}
	return groups
}

// agentsIn lists the agents of results for a sentence.
func agentsIn(alike []caserun.Result) string {
	names := lists.Of(alike, func(one caserun.Result) string { return one.Contract.Name })
	return strings.Join(names, ", ")
}

// A caseBlock is the part of a report about one case.
type caseBlock struct{ view.Block }

func (b caseBlock) caseLine(alike []caserun.Result, style term.Style, why string) {
	one := alike[0]
	line := fmt.Sprintf("%s  %s", view.Brief(titleOfCase(one.Case)), agentsIn(alike))
	if why != "" {
		line += ": " + view.Brief(why)
	}
	b.Out.Printf("%s  %s\n", b.Out.Styled(style, strings.ToUpper(string(one.Status))), line)
}

func (b caseBlock) scriptLine(script string, results []caserun.Result) {
	counts := map[caserun.Status]int{}
	for _, one := range results {
		counts[one.Status]++
	}
	b.Out.Printf("%s: %s\n", view.Brief(script), numbers(counts, false))
}

// result writes a failed result in full.
func (b caseBlock) result(alike []caserun.Result) {
	one := alike[0]
	b.Out.Printf("%s  %s  %s  %s\n", b.Out.Styled(term.Bad, strings.ToUpper(string(one.Status))), b.Out.Styled(term.Bold, view.Brief(titleOfCase(one.Case))),
		agentsIn(alike), b.Out.Styled(term.Dim, expectedAt(one).String()))
	if one.Case.Why != "" {
		b.Prose("because", one.Case.Why)
	}
	if one.Why != "" {
		b.Prose("problem", one.Why)
	}
	if one.Hint != "" {
		b.Prose("hint", one.Hint)
	}
	for _, m := range one.Mismatches {
		b.mismatch(m)
	}
	if run := one.Run; run != nil {
		b.Prose("agent", run.Words.Agent)
		b.Process(run.Result, true)
		b.Out.Printf("\n")
		b.Findings(run.Findings)
	}
	b.Out.Printf("  %s%s\n\n", b.Out.Styled(term.Dim, "again"), strings.Repeat(" ", view.NameWidth-len("again")+2)+again(alike...))
}

// expectedAt returns the place of a result's expectation, or else of its case.
func expectedAt(one caserun.Result) document.Position {
	if len(one.Mismatches) > 0 && !one.Mismatches[0].At.IsZero() {
		return one.Mismatches[0].At
	}
	return one.Case.At
}

// mismatch shows short texts next to each other and long ones as a diff.
func (b caseBlock) mismatch(m caserun.Mismatch) {
	name := m.Field
	if len(name) > view.NameWidth {
		b.Out.Printf("  %s\n", b.Out.Styled(term.Dim, name))
		name = ""
	}
	if !strings.Contains(m.Want+m.Got, "\n") && len(m.Want)+len(m.Got) < 2*b.Out.Width() {
		b.Field(name, "want "+shownOrNone(m.Want)+"\n"+"got  "+shownOrNone(m.Got))
		return
	}
	if strings.HasPrefix(m.Want, "something ") || strings.HasPrefix(m.Want, "nothing ") {
		b.Field(name, "want "+view.Brief(m.Want)+"\ngot  "+view.Excerpt(m.Got, int64(len(m.Got))))
		return
	}
	b.Field(name, "- want, + got")
	b.Changed(view.Patch(lined(m.Want), lined(m.Got)))
}

// lined returns a text that ends with a newline.
func lined(text string) []byte { return []byte(strings.TrimSuffix(text, "\n") + "\n") }

func shownOrNone(text string) string {
	if text == "" {
		return "nothing"
	}
	return view.Brief(text)
}
