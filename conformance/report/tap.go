package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/internal/visible"
)

func tapFormat() Format[Report] { return Document("tap", writeTAP) }

// writeTAP writes a test point for each check, with what is known about one that did not
// pass or has details. Tolerated checks are TODO points, which do not fail. An incomplete
// report bails out.
func writeTAP(w io.Writer, r Report) error {
	var points, b bytes.Buffer
	n := 0
	for _, g := range r.Groups {
		for _, c := range g.Checks {
			n++
			tapPoint(&points, n, c)
		}
	}
	comments := func(lines []string) {
		for _, line := range lines {
			fmt.Fprintf(&b, "# %s\n", visible.Line(line))
		}
	}
	fmt.Fprintf(&b, "TAP version 14\n1..%d\n", n)
	comments(r.About)
	b.Write(points.Bytes())
	comments(r.Summary)
	if r.Incomplete != "" {
		fmt.Fprintf(&b, "Bail out! %s\n", visible.Line(r.Incomplete))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func tapPoint(b *bytes.Buffer, n int, c Check) {
	status, directive := "not ok", ""
	switch reason := tapText(cmp.Or(c.Reason, c.Message)); c.Status {
	case Passed:
		status = "ok"
	case Skipped:
		status, directive = "ok", " # SKIP "+reason
	case Tolerated:
		directive = " # TODO " + reason
	}
	fmt.Fprintf(b, "%s %d - %s%s\n", status, n, tapText(cmp.Or(c.Title, c.Name)), directive)
	if c.Status != Passed || c.Detail != "" {
		tapDiagnostics(b, c)
	}
}

// tapText escapes what would begin a directive or an escape.
func tapText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `#`, `\#`).Replace(visible.Line(text))
}

// tapDiagnostics writes a block of YAML. Mismatches say more than the message and the
// detail, which are made of them.
func tapDiagnostics(b *bytes.Buffer, c Check) {
	b.WriteString("  ---\n")
	field := func(indent, name, value string) { fmt.Fprintf(b, "  %s%s: %s\n", indent, name, yamlString(value)) }
	optional := func(name, value string) {
		if value != "" {
			field("", name, value)
		}
	}
	for _, f := range c.Facts {
		field("", f.Name, f.Value)
	}
	if len(c.Mismatches) == 0 {
		optional("message", c.Message)
	}
	optional("file", c.At.File)
	if c.At.Line > 0 {
		fmt.Fprintf(b, "  line: %d\n", c.At.Line)
	}
	if len(c.Mismatches) > 0 {
		b.WriteString("  mismatches:\n")
	} else if c.Detail != "" {
		b.WriteString("  detail:\n")
		for line := range strings.SplitSeq(c.Detail, "\n") {
			fmt.Fprintf(b, "    - %s\n", yamlString(line))
		}
	}
	for _, m := range c.Mismatches {
		fmt.Fprintf(b, "    - line: %d\n", m.Line)
		field("    ", "what", m.What)
		field("    ", "want", m.Want)
		field("    ", "got", m.Got)
	}
	optional("stderr", c.Stderr)
	optional("repro", c.Repro)
	b.WriteString("  ...\n")
}

// yamlString is a double-quoted scalar on one line. Control characters are
// made visible first, since YAML knows some of JSON's escapes only.
func yamlString(text string) string { return jsonString(visible.Text(text)) }
