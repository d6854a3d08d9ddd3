package notation

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/internal/visible"
)

// Prose is a text in Markdown that shows as it is: every character that could mean
// something is escaped, and it stays on one line.
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

// Code is a text as code of Markdown, on one line: behind more backticks than it has in
// a row.
func Code(text string) string {
	text = visible.Line(text)
	fence := strings.Repeat("`", longestRun(text)+1)
	if text == "" {
		text = " "
	}
	return fence + " " + text + " " + fence
}

// Fenced is a block that shows a text as it is; text is visible already.
// language may be empty.
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

// StepSummary is the limit of a Document, in bytes, that leaves room below the
// 1 MiB at which GitHub refuses a step summary whole. Headings and the notes on
// what is left out fit into that room.
const StepSummary = 1_000_000

// A Document is Markdown that is written from its beginning and stays below a limit.
// It is not safe for concurrent use.
type Document struct {
	// Limit is how many bytes Blocks fills the document with.
	Limit  int
	buffer bytes.Buffer
}

// Printf adds text that has to be there, whatever the limit.
func (d *Document) Printf(format string, args ...any) { fmt.Fprintf(&d.buffer, format, args...) }

// Blocks adds a heading and as many whole blocks as there is room for, then an
// empty line. It says how many are left out, what being their plural.
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
