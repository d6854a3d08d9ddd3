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
	b := block{out: out}
	for _, one := range r.results {
		switch one.Status {
		case caserun.Passed:
			if r.all {
				b.caseLine(one, term.Good, "")
			}
		case caserun.Skipped:
			b.caseLine(one, term.Dim, one.Why)
		default:
			b.result(one)
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

// caseLine is a result in one line.
func (b block) caseLine(one caserun.Result, style term.Style, why string) {
	line := fmt.Sprintf("%s  %s", brief(titleOfCase(one.Case)), one.Contract.Name)
	if why != "" {
		line += ": " + brief(why)
	}
	b.out.Printf("%s  %s\n", b.out.Styled(style, strings.ToUpper(string(one.Status))), line)
}

// scriptLine says what became of the cases of a hook.
func (b block) scriptLine(script string, results []caserun.Result) {
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
func (b block) result(one caserun.Result) {
	b.out.Printf("%s  %s  %s  %s\n", b.out.Styled(term.Bad, strings.ToUpper(string(one.Status))), b.out.Styled(term.Bold, brief(titleOfCase(one.Case))),
		one.Contract.Name, b.out.Styled(term.Dim, expectedAt(one)))
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
	b.out.Printf("  %s%s\n\n", b.out.Styled(term.Dim, "again"), strings.Repeat(" ", nameWidth-len("again")+2)+again(one))
}

// expectedAt is where a result's expectation stands, or its case.
func expectedAt(one caserun.Result) string {
	if len(one.Mismatches) > 0 && !one.Mismatches[0].At.IsZero() {
		return one.Mismatches[0].At.String()
	}
	return one.Case.At.String()
}

// mismatch shows short texts beside each other and long ones as a diff.
func (b block) mismatch(m caserun.Mismatch) {
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
