package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/conductor"
)

// progress is one line on a terminal that is written over and over; where
// nobody looks, or nobody wants to, it is nothing. Its methods may be called
// concurrently.
type progress struct {
	out *term.Stream

	mu sync.Mutex
	// shown is the last line, which the next one has to cover.
	shown []rune
	// over tells that the line is not to be written over any more.
	over bool
}

func (a *app) progress() *progress {
	// A terminal that can't go back would get one line after another.
	if a.quiet || !a.streams.Err.IsTerminal() || a.getenv("TERM") == "dumb" {
		return &progress{}
	}
	return &progress{out: a.streams.Err}
}

// show shows how far a conformance run has come, and which case it waits for.
func (p *progress) show(now conductor.Progress) {
	line := soFar(now.Done, now.Total, "cases", now.Red)
	if now.Case != "" {
		line += ": " + now.Case
	}
	p.write(line)
}

// say shows how far one step of several has come.
func (p *progress) say(step string, done, total, bad int) { p.write(soFar(done, total, step, bad)) }

func soFar(done, total int, what string, bad int) string {
	line := fmt.Sprintf("%d of %d %s", done, total, what)
	if bad > 0 {
		line += ", " + plural(bad, "failure")
	}
	return line
}

// whenInterrupted has the line say, from the end of the context on, what it is
// that takes so long; stop takes that back.
func (p *progress) whenInterrupted(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() {
		p.write("interrupted: waiting for what was started to end (interrupt again not to wait)")
		p.mu.Lock()
		defer p.mu.Unlock()
		p.over = true
	})
}

func (p *progress) write(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == nil || p.over {
		return
	}
	text := []rune(strings.ReplaceAll(term.Visible(line), "\n", " "))
	// In the last column some terminals go on to the next line.
	text = text[:min(len(text), p.out.Width()-1)]
	if slices.Equal(text, p.shown) {
		return
	}
	p.out.Printf("\r%s%s", string(text), strings.Repeat(" ", max(len(p.shown)-len(text), 0)))
	p.shown = text
}

// clear leaves an empty line, and nothing is shown from then on.
func (p *progress) clear() {
	p.mu.Lock()
	p.over = true
	p.mu.Unlock()
	p.erase()
}

// erase makes room for something else that is to be said.
func (p *progress) erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.shown) > 0 {
		p.out.Printf("\r%s\r", strings.Repeat(" ", len(p.shown)))
		p.shown = nil
	}
}
