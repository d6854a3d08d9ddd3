package process

import (
	"fmt"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// A tail keeps the end of what is written to it.
type tail struct {
	limit int

	mu      sync.Mutex
	text    []byte
	dropped bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	// Cut seldom: a chatty adapter then costs little.
	if len(t.text) > 2*t.limit {
		t.cut()
	}
	return len(p), nil
}

func (t *tail) cut() {
	if over := len(t.text) - t.limit; over > 0 {
		t.dropped = true
		t.text = append(t.text[:0], t.text[over:]...)
	}
}

// String returns the text as UTF-8; an ellipsis replaces what was dropped.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cut()
	text := strings.ToValidUTF8(string(t.text), "\uFFFD")
	if t.dropped {
		return "…" + text
	}
	return text
}

// mostOfDump is how many lines of a goroutine dump are shown: where it happened.
const mostOfDump = 8

// frame matches a line of a goroutine dump, the last one also where it was not written whole.
const frame = `(?:(?:goroutine \d+ .*\[.+\]:|\S+\(.*\)|created by .+|\t\S+:\d+.*|\.\.\..*frames elided\.\.\.)(?:\n|\z)|[\t\w./*()]+\z)`

var (
	frames = lazyregexp.New(`(?m)^(?:….*\n+)?` + frame + `(?:` + frame + `|\n)*`)
	// inDump matches a line that only a goroutine dump has: calls may be in other texts.
	inDump = lazyregexp.New(`(?m)^(?:goroutine \d+ .*\[.+\]:|\t\S+\.(?:go|s):\d+.*)$`)
)

// lastWords returns the text with each goroutine dump shortened, because a dump hides
// the text around it.
func (t *tail) lastWords() string {
	return frames.ReplaceAllStringFunc(t.String(), func(text string) string {
		lines := strings.SplitAfterN(text, "\n", mostOfDump+1)
		if len(lines) <= mostOfDump || lines[mostOfDump] == "" || !inDump.MatchString(text) {
			return text
		}
		rest := lines[mostOfDump]
		return strings.TrimSuffix(text, rest) + fmt.Sprintf("(%d more lines)\n", strings.Count(rest, "\n"))
	})
}
