package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/visible"
	"github.com/hooktest/hooktest/internal/workflow"
)

// maxAnnotation is about as much as anybody reads beside a line of code.
const maxAnnotation = 2000

// writeGitHub writes workflow commands: an error for each failure, the worst
// first since only the first few are shown, one for each known failure that is
// not true and one for what else is against the run, a notice for each
// difference, and the totals as a last notice.
func writeGitHub(w io.Writer, r Run) error {
	var b bytes.Buffer
	if r.inconclusive() {
		b.WriteString(workflow.Command("error", r.outcome(), "title", "hooktest"))
	}
	for _, c := range worstFirst(r.failures()) {
		b.WriteString(r.annotation("error", c))
	}
	for _, k := range r.stream.UntrueFailures() {
		file, line := entryPlace(k.Position)
		b.WriteString(workflow.Command("error", k.Wrong(), "file", file, "line", fmt.Sprint(max(line, 1)), "title", "known failure"))
	}
	for _, line := range r.otherwise() {
		b.WriteString(workflow.Command("error", line, "title", "hooktest"))
	}
	for _, c := range r.differences() {
		b.WriteString(r.annotation("notice", c))
	}
	b.WriteString(workflow.Command("notice", strings.Join(r.summary(), "\n"), "title", "hooktest: "+r.subject()))
	_, err := w.Write(b.Bytes())
	return err
}

func (r Run) annotation(kind string, c stream.Check) string {
	file, line := r.place(c)
	var message []string
	if title := r.titles[c.Clause]; title != "" {
		message = append(message, title)
	}
	message = append(message, visible.Clip(visible.Text(reason(c)), maxAnnotation))
	if c.Repro != "" {
		message = append(message, "repro: "+visible.Line(c.Repro))
	}
	title := fmt.Sprintf("%s %s", c.Verdict, r.marked(c.Check))
	return workflow.Command(kind, strings.Join(message, "\n"), "file", file, "line", fmt.Sprint(line), "title", title)
}
