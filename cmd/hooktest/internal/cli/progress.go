package cli

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/conductor"
)

// progress is one line on a terminal that is written over and over; where
// nobody looks, or nobody wants to, it is nothing.
type progress struct {
	out *term.Stream
	// width is that of the last line, which the next one has to cover.
	width int
}

func (a *app) progress() *progress {
	if a.quiet || !a.streams.Err.IsTerminal() {
		return &progress{}
	}
	return &progress{out: a.streams.Err}
}

func (p *progress) show(now conductor.Progress) {
	if p.out == nil {
		return
	}
	p.write(soFar(now.Done, now.Total, "cases", now.Red) + "  " + now.Case)
}

// say shows how far one step of several has come.
func (p *progress) say(step string, done, total, bad int) {
	if p.out != nil {
		p.write(soFar(done, total, step, bad))
	}
}

func soFar(done, total int, what string, bad int) string {
	line := fmt.Sprintf("%d of %d %s", done, total, what)
	if bad > 0 {
		line += ", " + plural(bad, "failure")
	}
	return line
}

func (p *progress) write(line string) {
	if limit := p.out.Width() - 1; len(line) > limit {
		line = line[:limit]
	}
	p.out.Printf("\r%s%s", line, strings.Repeat(" ", max(p.width-len(line), 0)))
	p.width = len(line)
}

func (p *progress) clear() {
	if p.out != nil {
		p.out.Printf("\r%s\r", strings.Repeat(" ", p.width))
	}
}
