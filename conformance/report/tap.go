package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/visible"
)

func tapFormat() Format[Run] {
	return Document("tap", "TAP version 14", writeTAP)
}

// writeTAP writes one test point for each check. What was not judged is skipped;
// expected failures, and interpretations that the implementation decides in
// another way, are TODO points, which do not fail. Wrong known failures are one
// more point, which fails, and so is what else is against the run. A run that is
// incomplete, or in which nothing was judged, bails out.
func writeTAP(w io.Writer, r Run) error {
	var b bytes.Buffer
	checks, extraPoints := r.stream.Checks(), r.extraPoints()
	points := len(checks) + len(extraPoints)
	fmt.Fprintf(&b, "TAP version 14\n1..%d\n# %s\n# %s\n", points, r.subject(), strings.Join(r.circumstances(), ", "))
	for i, c := range checks {
		r.tapPoint(&b, i+1, c)
	}
	for i, point := range extraPoints {
		fmt.Fprintf(&b, "not ok %d - %s\n  ---\n  %s:\n", len(checks)+i+1, point.name, point.key)
		for _, line := range point.lines {
			fmt.Fprintf(&b, "    - %s\n", yamlString(line))
		}
		b.WriteString("  ...\n")
	}
	for _, line := range r.summary() {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	if r.inconclusive() {
		fmt.Fprintf(&b, "Bail out! %s\n", r.outcome())
	}
	_, err := w.Write(b.Bytes())
	return err
}

// A extraPoint is a test point that does not belong to a check.
type extraPoint struct {
	name, key string
	lines     []string
}

func (r Run) extraPoints() []extraPoint {
	return slices.DeleteFunc([]extraPoint{
		{"the known failures are true", "untrue", r.untrueLines()},
		{"nothing required is lost, and the adapter ends as it should", "against", r.otherwise()},
	}, func(p extraPoint) bool { return len(p.lines) == 0 })
}

func (r Run) tapPoint(b *bytes.Buffer, n int, c stream.Check) {
	status, directive := "ok", ""
	switch {
	case c.Verdict == outcome.Unsupported, c.Verdict == outcome.NotObservable, c.Verdict == outcome.NotRun:
		directive = " # SKIP " + string(c.Verdict)
	case c.Verdict == outcome.ExpectedFailure:
		status, directive = "not ok", " # TODO "+string(c.Verdict)
		if c.Expected != nil {
			directive += ": " + tapText(c.Expected.Reason)
		}
	case c.Verdict != outcome.Pass && c.Level == cases.LevelInterpretation:
		status, directive = "not ok", " # TODO an interpretation, told and not failed"
	case c.Verdict != outcome.Pass:
		status = "not ok"
	}
	fmt.Fprintf(b, "%s %d - %s%s\n", status, n, tapText(r.marked(c.Check)+" in "+c.Case), directive)
	if c.Verdict != outcome.Pass {
		r.tapDiagnostics(b, c)
	}
}

// tapText escapes what would begin a directive or an escape.
func tapText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `#`, `\#`).Replace(visible.Line(text))
}

func (r Run) tapDiagnostics(b *bytes.Buffer, c stream.Check) {
	file, line := r.place(c)
	b.WriteString("  ---\n")
	field := func(indent, name, value string) { fmt.Fprintf(b, "  %s%s: %s\n", indent, name, yamlString(value)) }
	field("", "verdict", string(c.Verdict))
	field("", "blame", string(c.Blame))
	if len(c.Waits) > 0 {
		field("", "waits", strings.Join(c.Waits, ", "))
	}
	field("", "file", file)
	fmt.Fprintf(b, "  line: %d\n", line)
	if len(c.Mismatches) > 0 {
		b.WriteString("  mismatches:\n")
	}
	for _, m := range c.Mismatches {
		fmt.Fprintf(b, "    - line: %d\n", m.Line)
		field("    ", "what", m.What)
		field("    ", "want", m.Want)
		field("    ", "got", m.Got)
	}
	if c.Evidence.Stderr != nil {
		field("", "stderr", c.Evidence.Stderr.Text)
	}
	if c.Repro != "" {
		field("", "repro", c.Repro)
	}
	b.WriteString("  ...\n")
}

// yamlString is a double-quoted scalar on one line. Control characters are
// made visible first, since YAML knows some of JSON's escapes only.
func yamlString(text string) string { return jsonString(visible.Text(text)) }
