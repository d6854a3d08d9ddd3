package notation

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/internal/visible"
)

// Prose returns Markdown that shows the text literally, on one line: it escapes every
// character that could have a meaning.
func Prose(text string) string {
	var b strings.Builder
	for _, r := range visible.Line(text) {
		switch {
		case r == '<', r == '>', r == '&', r == '@':
			fmt.Fprintf(&b, "&#%d;", r)
		case strings.ContainsRune("\\`*_{}[]()#+-.!|~$:\"'^=", r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Spoken returns Markdown of a text in which only backticks have a meaning: what is between
// them is code.
func Spoken(text string) string {
	spans := strings.Split(text, "`")
	for i := 0; i < len(spans); i += 2 {
		spans[i] = strings.NewReplacer("<", "&lt;", "*", `\*`, "[", `\[`).Replace(spans[i])
	}
	return strings.Join(spans, "`")
}

// Code returns a text as a code span of Markdown, on one line. The fence has more
// backticks than the text has in a row.
func Code(text string) string {
	text = visible.Line(text)
	fence := strings.Repeat("`", longestRun(text)+1)
	if text == "" {
		text = " "
	}
	return fence + " " + text + " " + fence
}

// Fenced returns a code block with a text, which has to be visible already. language may
// be empty.
func Fenced(language, text string) string {
	fence := strings.Repeat("`", max(longestRun(text)+1, 3))
	return fence + language + "\n" + text + "\n" + fence + "\n\n"
}

// longestRun counts the most backticks in a row.
func longestRun(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// StepSummary is the limit of a Document, in bytes, for a step summary. GitHub refuses
// one above 1 MiB; headings and the notes on omitted blocks fit into the difference.
const StepSummary = 1_000_000

// A Document is Markdown that is written from its beginning and stays below a limit.
// It is not safe for concurrent use.
type Document struct {
	// Limit is how many bytes Blocks fills the document with.
	Limit  int
	buffer bytes.Buffer
}

// Printf adds mandatory text, even beyond the limit.
func (d *Document) Printf(format string, args ...any) { fmt.Fprintf(&d.buffer, format, args...) }

// Blocks adds a heading and as many whole blocks as fit, then an empty
// line. If it omits blocks, it says how many; what is their plural noun.
func (d *Document) Blocks(heading, what string, blocks []string) {
	d.buffer.WriteString(heading)
	for i, text := range blocks {
		if d.buffer.Len()+len(text) > d.Limit {
			d.Printf("\n… %d more %s are left out for want of room.\n", len(blocks)-i, what)
			break
		}
		d.buffer.WriteString(text)
	}
	d.buffer.WriteByte('\n')
}

// Bytes is the document so far.
func (d *Document) Bytes() []byte { return d.buffer.Bytes() }
