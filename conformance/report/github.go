package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

func githubFormat() Format[Run] {
	return Document("github", "annotations as GitHub's workflow commands", writeGitHub)
}

// writeGitHub writes workflow commands: an error for each failure, the worst
// first because GitHub shows only the first few, one for each wrong known failure
// and one for what else is against the run, a notice for each difference, and the
// totals as a last notice.
func writeGitHub(w io.Writer, r Run) error {
	var b bytes.Buffer
	if r.inconclusive() {
		b.WriteString(failing(r.outcome()))
	}
	for _, c := range worstFirst(r.failures()) {
		b.WriteString(r.annotation("error", c))
	}
	for _, k := range r.stream.UntrueFailures() {
		file, line := k.Position.Split()
		b.WriteString(notation.Annotation{Kind: "error", File: file, Line: max(line, 1), Title: "known failure", Message: k.Wrong()}.String())
	}
	for _, line := range r.otherwise() {
		b.WriteString(failing(line))
	}
	for _, c := range r.differences() {
		b.WriteString(r.annotation("notice", c))
	}
	b.WriteString(notation.Annotation{Kind: "notice", Title: "hooktest: " + r.subject(), Message: strings.Join(r.summary(), "\n")}.String())
	_, err := w.Write(b.Bytes())
	return err
}

// failing returns an error annotation that belongs to no file.
func failing(message string) string {
	return notation.Annotation{Kind: "error", Title: "hooktest", Message: message}.String()
}

func (r Run) annotation(kind string, c stream.Check) string {
	file, line := r.place(c)
	var message []string
	if title := r.titles[c.Clause]; title != "" {
		message = append(message, title)
	}
	message = append(message, visible.Clip(visible.Text(reason(c)), notation.AnnotationLength))
	if c.Repro != "" {
		message = append(message, "repro: "+visible.Line(c.Repro))
	}
	return notation.Annotation{
		Kind: kind, File: file, Line: line, Title: fmt.Sprintf("%s %s", c.Verdict, r.marked(c.Check)), Message: strings.Join(message, "\n"),
	}.String()
}
