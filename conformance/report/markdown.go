package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

// maxDetail is the most of a text that one entry shows, in bytes; maxLine is that of a line
// and maxCell that of a cell, in characters.
const (
	maxDetail = 3_000
	maxLine   = 600
	maxCell   = 300
)

func markdownFormat() Format[Report] { return Document("markdown", writeMarkdown) }

// writeMarkdown writes the most important parts first, for a step summary, and says how much
// it leaves out for lack of space: the result, the tables, what to fix first, the findings,
// failed checks in detail, and the folded tables.
func writeMarkdown(w io.Writer, r Report) error {
	d := &notation.Document{Limit: notation.StepSummary}
	d.Printf("## %s\n\n", line(r.Title))
	// Readers join lines that follow each other.
	d.Printf("%s\n", strings.Join(lists.Of(r.Summary, line), "\n\n"))
	if about := strings.Join(r.About, ", "); about != "" {
		d.Printf("\n%s\n", line(about))
	}
	writeTables(d, r.Tables, false)
	writeForemost(d, r)
	heading := "\n"
	if len(r.Findings) > 0 && len(r.Tables)+len(r.Foremost) > 0 {
		heading = fmt.Sprintf("\n### Findings (%d)\n\n", len(r.Findings))
	}
	d.Blocks(heading, "findings", lists.Of(r.errorsFirst(), markdownItem))
	if failed := failedWithText(r); len(failed) > 0 {
		d.Blocks(fmt.Sprintf("### In detail (%d)\n\n", len(failed)), "failures in detail", lists.Of(failed, markdownDetail))
	}
	writeTables(d, r.Tables, true)
	_, err := w.Write(d.Bytes())
	return err
}

func line(text string) string { return notation.Prose(visible.Clip(text, maxLine)) }

func cell(text string) string { return notation.Prose(visible.Clip(text, maxCell)) }

func writeTables(d *notation.Document, tables []Table, folded bool) {
	for _, t := range tables {
		if t.Folded != folded || len(t.Rows) == 0 {
			continue
		}
		heading, end := "\n", ""
		switch {
		case folded:
			heading, end = fmt.Sprintf("<details><summary>%s (%d)</summary>\n\n", cell(t.Title), len(t.Rows)), "</details>\n\n"
		case t.Title != "":
			heading = "\n### " + cell(t.Title) + "\n\n"
		}
		heading += row(t.Columns) + "|" + strings.Repeat("---|", len(t.Columns)) + "\n"
		d.Blocks(heading, t.Noun, lists.Of(t.Rows, row))
		d.Printf("%s", end)
	}
}

func row(cells []string) string {
	return "| " + strings.Join(lists.Of(cells, cell), " | ") + " |\n"
}

func writeForemost(d *notation.Document, r Report) {
	if len(r.Foremost) == 0 {
		return
	}
	d.Printf("\n### %s\n\n", line(r.FixFirst))
	for i, f := range r.Foremost {
		d.Printf("%d. **%s**\n\n   %s\n\n", i+1, line(f.Title), line(f.Text))
		for detail := range strings.SplitSeq(f.Detail, "\n") {
			d.Printf("   %s\n\n", line(detail))
		}
		if f.Repro != "" {
			d.Printf("   repro: %s\n\n", notation.Code(visible.Clip(visible.Line(f.Repro), maxLine)))
		}
	}
}

// failedWithText returns the checks that did not pass of which more is known than their
// findings say.
func failedWithText(r Report) []Check {
	var all []Check
	for _, g := range r.Groups {
		all = append(all, lists.Where(g.Checks, func(c Check) bool {
			return (c.Status == Failed || c.Status == Errored || c.Status == Blocked) && c.Stdout+c.Stderr != ""
		})...)
	}
	return all
}

func markdownDetail(c Check) string {
	kind := cmp.Or(c.Type, string(c.Status))
	text := fmt.Sprintf("#### %s %s %s\n\n", Bad.Shape(), line(kind), notation.Code(visible.Clip(cmp.Or(c.Title, c.Name), maxCell)))
	for _, f := range c.Facts {
		if f.Value != "" && f.Value != kind {
			text += line(f.Name+": "+f.Value) + "\n\n"
		}
	}
	if c.Detail != "" {
		text += fenced("diff", c.Detail)
	}
	if c.Stdout != "" {
		text += "<details><summary>What was recorded</summary>\n\n" + fenced("", c.Stdout) + "</details>\n\n"
	}
	if c.Stderr != "" {
		text += "The end of stderr:\n\n" + fenced("", c.Stderr)
	}
	return text
}

func markdownItem(f Finding) string {
	about, text := f.Rule.ID, f.Text
	switch {
	case strings.HasPrefix(f.Subject, about):
		about = f.Subject
	case f.Subject != "":
		text = f.Subject + ": " + text
	}
	item := fmt.Sprintf("- **%s** %s", notation.Prose(about), f.Severity)
	if f.At.File != "" {
		item += " " + notation.Code(visible.Clip(f.At.String(), maxCell))
	}
	item += ": " + line(text)
	if f.Fix != "" {
		item += " *" + line("fix: "+f.Fix) + "*"
	}
	item += "\n"
	if f.Detail != "" {
		item += "\n" + fenced("text", f.Detail)
	}
	if f.Repro != "" {
		item += "\n" + fenced("sh", visible.Line(f.Repro))
	}
	return item
}

// fenced returns a text in a code fence, cut to the limit of a detail.
func fenced(language, text string) string {
	text = visible.Text(text)
	if cut := stream.Head([]byte(text), maxDetail); cut.Dropped > 0 {
		text = fmt.Sprintf("%s\n… %d more bytes", cut.Text, cut.Dropped)
	}
	return notation.Fenced(language, text)
}
