package format

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

func githubFormat() report.Format[trace.Report] {
	return report.Document("github", "the findings as GitHub's workflow commands", writeGitHub)
}

// writeGitHub writes an error for each finding that blocks, a warning for each other
// one, and the ladder as a last notice. Errors come first, because only the first
// annotations are shown.
func writeGitHub(w io.Writer, r trace.Report) error {
	var b bytes.Buffer
	for _, f := range blockingFirst(r.Findings) {
		kind := "warning"
		if f.Blocks {
			kind = "error"
		}
		message := visible.Clip(f.Message, notation.AnnotationLength)
		if f.Hint != "" {
			message += "\n" + f.Hint
		}
		file, line := f.Position.Split()
		b.WriteString(notation.Annotation{Kind: kind, File: file, Line: line, Title: fmt.Sprintf("%s %s", f.Gate, f.Subject), Message: message}.String())
	}
	b.WriteString(notation.Annotation{Kind: "notice", Title: "hooktest trace", Message: ladderLine(r.Ladder)}.String())
	_, err := w.Write(b.Bytes())
	return err
}

// blockingFirst returns a copy with the blocking findings first.
func blockingFirst(findings []trace.Finding) []trace.Finding {
	all := slices.Clone(findings)
	slices.SortStableFunc(all, func(a, b trace.Finding) int {
		switch {
		case a.Blocks == b.Blocks:
			return 0
		case a.Blocks:
			return -1
		}
		return 1
	})
	return all
}

// ladderLine returns the ladder in one line.
func ladderLine(l trace.Ladder) string {
	return fmt.Sprintf("of %d clauses: %d linked, %d executed, %d passed, %d proven; of %d by inspection: %d inspected",
		l.Denominator, l.Linked, l.Executed, l.Passed, l.Proven, l.Inspections, l.Inspected)
}
