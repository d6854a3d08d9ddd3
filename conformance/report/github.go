package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/visible"
)

// maxAnnotation is about as much as anybody reads beside a line of code.
const maxAnnotation = 2000

// writeGitHub writes workflow commands: an error for each failure, the worst
// first since only the first few are shown, one for each known failure that is
// not true, a notice for each difference, and the totals as a last notice.
func writeGitHub(w io.Writer, r Run) error {
	var b bytes.Buffer
	if r.inconclusive() {
		b.WriteString(command("error", r.outcome(), "title", "hooktest"))
	}
	for _, c := range r.failures() {
		b.WriteString(r.annotation("error", c))
	}
	for _, k := range r.stream.UntrueFailures() {
		file, line := entryPlace(k.Position)
		b.WriteString(command("error", k.Wrong(), "file", file, "line", fmt.Sprint(max(line, 1)), "title", "known failure"))
	}
	for _, c := range r.differences() {
		b.WriteString(r.annotation("notice", c))
	}
	b.WriteString(command("notice", strings.Join(r.summary(), "\n"), "title", "hooktest: "+r.subject()))
	_, err := w.Write(b.Bytes())
	return err
}

func (r Run) annotation(kind string, c stream.Check) string {
	file, line := r.place(c)
	var message []string
	if title := r.titles[c.Clause]; title != "" {
		message = append(message, title)
	}
	message = append(message, clip(visible.Text(reason(c)), maxAnnotation))
	if c.Repro != "" {
		message = append(message, "repro: "+oneLine(c.Repro))
	}
	title := fmt.Sprintf("%s %s", c.Verdict, c.Check)
	return command(kind, strings.Join(message, "\n"), "file", file, "line", fmt.Sprint(line), "title", title)
}

// command is one workflow command. Only the characters that end a value or a
// command are escaped; the rest is as it is shown.
func command(kind, message string, properties ...string) string {
	inMessage := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	inProperty := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var parts []string
	for i := 0; i+1 < len(properties); i += 2 {
		parts = append(parts, properties[i]+"="+inProperty.Replace(oneLine(properties[i+1])))
	}
	return fmt.Sprintf("::%s %s::%s\n", kind, strings.Join(parts, ","), inMessage.Replace(visible.Text(message)))
}
