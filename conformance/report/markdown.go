package report

import (
	"fmt"
	"io"

	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

func markdownFormat() Format[Report] { return Document("markdown", writeMarkdown) }

// writeMarkdown writes the summary and the findings. Runs and traces have a Markdown format
// of their own, with tables of verdicts and rungs.
func writeMarkdown(w io.Writer, r Report) error {
	d := notation.Document{Limit: notation.StepSummary}
	d.Printf("## %s\n\n", notation.Prose(r.Title))
	for i, line := range r.Summary {
		if i > 0 {
			// Readers join lines that follow each other.
			d.Printf("\n")
		}
		d.Printf("%s\n", notation.Prose(line))
	}
	d.Blocks("\n", "findings", lists.Of(r.Findings, markdownItem))
	_, err := w.Write(d.Bytes())
	return err
}

func markdownItem(f Finding) string {
	item := fmt.Sprintf("- **%s** %s", f.Rule.ID, f.Severity)
	if f.At.File != "" {
		item += " " + notation.Code(f.At.String())
	}
	text := f.Text
	if f.Subject != "" {
		text = f.Subject + ": " + text
	}
	item += ": " + notation.Prose(text)
	if f.Fix != "" {
		item += " *" + notation.Prose("fix: "+f.Fix) + "*"
	}
	item += "\n"
	if f.Detail != "" {
		item += "\n" + notation.Fenced("text", visible.Text(f.Detail))
	}
	if f.Repro != "" {
		item += "\n" + notation.Fenced("sh", visible.Line(f.Repro))
	}
	return item
}
