package topic

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Look highlights text on a terminal. Elsewhere, both functions return the plain text.
type Look struct {
	Strong, Faint func(string) string
}

// WriteText writes a topic for a terminal of this number of columns.
func WriteText(w io.Writer, t Topic, columns int, look Look) error {
	p := &printer{columns: max(columns, 40), look: look}
	p.after(look.Strong(t.ID)+"  ", len(t.ID)+2, term.Wrap(t.Title, p.columns-len(t.ID)-2))
	p.paragraph("", t.Kind, look.Faint)
	for _, section := range t.Sections {
		p.line("")
		indent := ""
		if section.Heading != "" {
			p.line(look.Strong(section.Heading))
			indent = "  "
		}
		for i, text := range section.Text {
			if i > 0 && section.Heading == "" {
				p.line("")
			}
			p.paragraph(indent, text, nil)
		}
		p.items(section.Items)
	}
	if t.See != "" {
		p.line("")
		p.line("see: " + t.See)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

// WriteMarkdown writes a topic as a Markdown document.
func WriteMarkdown(w io.Writer, t Topic) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n_%s_\n", t.ID, notation.Spoken(t.Title), notation.Spoken(t.Kind))
	for _, section := range t.Sections {
		if section.Heading != "" {
			fmt.Fprintf(&b, "\n## %s\n", section.Heading)
		}
		for _, text := range section.Text {
			fmt.Fprintf(&b, "\n%s\n", notation.Spoken(text))
		}
		if len(section.Items) > 0 {
			b.WriteByte('\n')
		}
		for _, item := range section.Items {
			if item.Code {
				fmt.Fprintf(&b, "**%s**:\n\n%s", item.Label, notation.Fenced("", strings.TrimSuffix(item.Text, "\n")))
				continue
			}
			fmt.Fprintf(&b, "- **%s**: %s", notation.Spoken(item.Label), notation.Spoken(item.Text))
			if item.Detail != "" {
				fmt.Fprintf(&b, " _(%s)_", notation.Spoken(item.Detail))
			}
			b.WriteByte('\n')
		}
	}
	if t.See != "" {
		fmt.Fprintf(&b, "\nsee: <%s>\n", t.See)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes a topic's data, indented by two blanks.
func WriteJSON(w io.Writer, t Topic) error {
	return layout.Encode(w, t.Data)
}

type printer struct {
	b       strings.Builder
	columns int
	look    Look
}

func (p *printer) line(text string) {
	p.b.WriteString(strings.TrimRight(text, " "))
	p.b.WriteByte('\n')
}

func (p *printer) paragraph(indent, text string, style func(string) string) {
	for _, line := range term.Wrap(text, p.columns-len(indent)) {
		if style != nil {
			line = style(line)
		}
		p.line(indent + line)
	}
}

// after writes lines after a lead. All but the first are indented.
func (p *printer) after(lead string, width int, lines []string) {
	indent := strings.Repeat(" ", width)
	for i, line := range lines {
		if i == 0 {
			p.line(lead + line)
		} else {
			p.line(indent + line)
		}
	}
}

// codeLines returns the lines of a program, wrapped at this number of columns. The rest of a long
// line is indented further.
func codeLines(text string, columns int) []string {
	var lines []string
	for line := range strings.Lines(visible.Text(text)) {
		line = strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")
		if utf8.RuneCountInString(line) <= columns {
			lines = append(lines, line)
			continue
		}
		bare := strings.TrimLeft(line, " ")
		lead := line[:len(line)-len(bare)]
		for i, part := range term.Wrap(bare, columns-len(lead)-2) {
			if i == 1 {
				lead += "  "
			}
			lines = append(lines, lead+part)
		}
	}
	return lines
}

// widestLabel is the maximum width of a label that has its text on the same line.
const widestLabel = 18

func (p *printer) items(items []Item) {
	width := 0
	for _, item := range items {
		if n := utf8.RuneCountInString(item.Label); n <= widestLabel {
			width = max(width, n)
		}
	}
	width = max(width, 4)
	for _, item := range items {
		indent := 2 + width + 2
		pad := width - utf8.RuneCountInString(item.Label)
		if pad < 0 {
			indent = 6
			p.line("  " + p.look.Strong(item.Label))
			p.paragraph(strings.Repeat(" ", indent), item.Text, nil)
		} else {
			lines := term.Wrap(item.Text, p.columns-indent)
			if item.Code {
				lines = codeLines(item.Text, p.columns-indent)
			}
			p.after("  "+p.look.Strong(item.Label)+strings.Repeat(" ", pad+2), indent, lines)
		}
		if item.Detail != "" {
			p.paragraph(strings.Repeat(" ", indent), item.Detail, p.look.Faint)
		}
	}
}
