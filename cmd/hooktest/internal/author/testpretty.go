package author

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/internal/english"
)

// writeTestPretty writes for a person what is not as it should be, whole, and the rest in
// a line for each hook.
func writeTestPretty(w io.Writer, r testReport, _ report.Look) error {
	out, ok := w.(*term.Stream)
	if !ok {
		out = term.Plain(w)
	}
	b := caseBlock{block{out: out}}
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
		if more := len(scripts) - shownRemarks; more > 0 {
			scripts = append(slices.Clone(scripts[:shownRemarks]), fmt.Sprintf("%d more", more))
		}
		b.out.Printf("%s %s: %s\n", b.out.Styled(term.Caution, "warning:"), brief(english.And(scripts)), side.text)
		b.out.Printf("%s %s\n", b.out.Styled(term.Bold, "hint:"), side.hint)
	}
	for _, script := range r.scripts() {
		b.scriptLine(script, r.of(script))
	}
	style := term.Good
	if len(r.against()) > 0 || r.counts[caserun.Passed] == 0 {
		style = term.Bad
	}
	b.out.Printf("%s\n", b.out.Styled(style, r.summary()))
	if lost := out.Lost(); lost != nil {
		return lost
	}
	return nil
}

// alikeResults puts together the agents for whom nothing tells the results of a case
// apart.
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

// agentsIn are the agents of results, as a sentence has them.
func agentsIn(alike []caserun.Result) string {
	names := make([]string, len(alike))
	for i, one := range alike {
		names[i] = one.Contract.Name
	}
	return strings.Join(names, ", ")
}

// A caseBlock is the part of a report that speaks of one case.
type caseBlock struct{ block }

// caseLine is a result in one line.
func (b caseBlock) caseLine(alike []caserun.Result, style term.Style, why string) {
	one := alike[0]
	line := fmt.Sprintf("%s  %s", brief(titleOfCase(one.Case)), agentsIn(alike))
	if why != "" {
		line += ": " + brief(why)
	}
	b.out.Printf("%s  %s\n", b.out.Styled(style, strings.ToUpper(string(one.Status))), line)
}

// scriptLine says what became of the cases of a hook.
func (b caseBlock) scriptLine(script string, results []caserun.Result) {
	counts := map[caserun.Status]int{}
	for _, one := range results {
		counts[one.Status]++
	}
	var parts []string
	for _, status := range caserun.Statuses() {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	b.out.Printf("%s: %s\n", brief(script), english.And(parts))
}

// result shows all of one that is not as it should be.
func (b caseBlock) result(alike []caserun.Result) {
	one := alike[0]
	b.out.Printf("%s  %s  %s  %s\n", b.out.Styled(term.Bad, strings.ToUpper(string(one.Status))), b.out.Styled(term.Bold, brief(titleOfCase(one.Case))),
		agentsIn(alike), b.out.Styled(term.Dim, expectedAt(one)))
	if one.Case.Why != "" {
		b.prose("because", one.Case.Why)
	}
	if one.Why != "" {
		b.prose("problem", one.Why)
	}
	if one.Hint != "" {
		b.prose("hint", one.Hint)
	}
	for _, m := range one.Mismatches {
		b.mismatch(m)
	}
	if run := one.Run; run != nil {
		b.prose("agent", run.Words.Agent)
		b.process(run.Result, true)
		b.out.Printf("\n")
		b.findings(run.Findings)
	}
	b.out.Printf("  %s%s\n\n", b.out.Styled(term.Dim, "again"), strings.Repeat(" ", nameWidth-len("again")+2)+again(alike...))
}

// expectedAt is where a result's expectation stands, or its case.
func expectedAt(one caserun.Result) string {
	if len(one.Mismatches) > 0 && !one.Mismatches[0].At.IsZero() {
		return one.Mismatches[0].At.String()
	}
	return one.Case.At.String()
}

// mismatch shows short texts beside each other and long ones as a diff.
func (b caseBlock) mismatch(m caserun.Mismatch) {
	name := m.Field
	if len(name) > nameWidth {
		b.out.Printf("  %s\n", b.out.Styled(term.Dim, name))
		name = ""
	}
	if !strings.Contains(m.Want+m.Got, "\n") && len(m.Want)+len(m.Got) < 2*b.out.Width() {
		b.field(name, "want "+shownOrNone(m.Want)+"\n"+"got  "+shownOrNone(m.Got))
		return
	}
	if strings.HasPrefix(m.Want, "something ") || strings.HasPrefix(m.Want, "nothing ") {
		b.field(name, "want "+brief(m.Want)+"\ngot  "+excerpt(m.Got, int64(len(m.Got))))
		return
	}
	b.field(name, "- want, + got")
	b.changed(patchLines(string(diff.Diff("want", lined(m.Want), "got", lined(m.Got)))))
}

// lined is a text whose last line ends.
func lined(text string) []byte { return []byte(strings.TrimSuffix(text, "\n") + "\n") }

func shownOrNone(text string) string {
	if text == "" {
		return "nothing"
	}
	return brief(text)
}
