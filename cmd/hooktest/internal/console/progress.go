package console

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/internal/english"
)

// Progress is one line on a terminal that is updated. With --quiet, or where stderr is not a
// terminal, it writes nothing. Its methods may be called concurrently.
type Progress struct {
	// out is nil if nothing is written.
	out *term.Stream

	mu sync.Mutex
	// shown is the last line. The next one must cover it.
	shown []rune
	// over is set at the end. No line is written after that.
	over bool
}

// Progress starts to show progress on a terminal, until Clear is called. Once the context ends, the
// line explains what is being waited for.
func (a *App) Progress(ctx context.Context) *Progress {
	p := &Progress{}
	// A dumb terminal can't overwrite a line, and would print one line after another.
	if !a.Quiet && a.Streams.Err.IsTerminal() && a.Getenv("TERM") != "dumb" {
		p.out = a.Streams.Err
	}
	context.AfterFunc(ctx, func() {
		p.Write("interrupted: waiting for what was started to end (interrupt again not to wait)")
		p.mu.Lock()
		defer p.mu.Unlock()
		p.over = true
	})
	a.Last.Add(p.Clear)
	return p
}

// Show shows the progress of a conformance run, and which case is running.
func (p *Progress) Show(now harness.Progress) {
	line := soFar(now.Done, now.Total, "cases", now.Red)
	if now.Case != "" {
		line += ": " + now.Case
	}
	p.Write(line)
}

// Say shows the progress of one step of several.
func (p *Progress) Say(step string, done, total, bad int) {
	p.Write(soFar(done, total, step, bad))
}

func soFar(done, total int, what string, bad int) string {
	line := fmt.Sprintf("%d of %d %s", done, total, what)
	if bad > 0 {
		line += ", " + english.Count(bad, "failure")
	}
	return line
}

// Write shows a line on a terminal.
func (p *Progress) Write(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == nil || p.over {
		return
	}
	text := []rune(strings.ReplaceAll(term.Visible(line), "\n", " "))
	// Some terminals wrap to the next line after the last column.
	text = text[:min(len(text), p.out.Width()-1)]
	if slices.Equal(text, p.shown) {
		return
	}
	p.out.Printf("\r%s%s", string(text), strings.Repeat(" ", max(len(p.shown)-len(text), 0)))
	p.shown = text
}

// Clear erases the line. Nothing is shown after that.
func (p *Progress) Clear() {
	p.mu.Lock()
	p.over = true
	p.mu.Unlock()
	p.Erase()
}

// Erase erases the line to make room for other output.
func (p *Progress) Erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.shown) > 0 {
		p.out.Printf("\r%s\r", strings.Repeat(" ", len(p.shown)))
		p.shown = nil
	}
}
