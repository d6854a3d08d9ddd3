package console

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/internal/english"
)

// Progress is one line on a terminal that is written over and over, and elsewhere
// a plain line every few seconds, so that a log tells a slow run from one that
// hangs; where nobody wants to know, it is nothing. Its methods may be called
// concurrently.
type Progress struct {
	// out is a terminal, log anything else; one of them is nil, or both.
	out, log *term.Stream
	// name begins each line of a log.
	name  string
	began time.Time

	mu sync.Mutex
	// far is how far the command has come; empty before it has begun to.
	far string
	// shown is the last line, which the next one has to cover.
	shown []rune
	// over tells that progress has ended, and nothing may write over the line any more.
	over bool
	// stop ends the lines of a log; nil where there are none.
	stop func()
}

// logEvery is how often a log hears how far a command has come.
const logEvery = 5 * time.Second

// Progress begins to show how far a command has come, until clear.
func (a *App) Progress(name string) *Progress {
	p := &Progress{name: name, began: time.Now()}
	switch {
	case a.Quiet:
	case a.Streams.Err.IsTerminal():
		// A dumb terminal can't write over a line, and would get one line after another.
		if a.Getenv("TERM") != "dumb" {
			p.out = a.Streams.Err
		}
	default:
		p.log = a.Streams.Err
		ticker := time.NewTicker(logEvery)
		over, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			p.keepLog(ticker.C, over)
		}()
		p.stop = sync.OnceFunc(func() {
			ticker.Stop()
			close(over)
			<-ended
		})
	}
	return p
}

// keepLog writes a line at each tick, until it is over.
func (p *Progress) keepLog(ticks <-chan time.Time, over <-chan struct{}) {
	for {
		select {
		case <-over:
			return
		case at := <-ticks:
			p.mu.Lock()
			far := p.far
			p.mu.Unlock()
			if far != "" {
				p.log.Printf("%s: %s, %.0f s\n", p.name, far, at.Sub(p.began).Seconds())
			}
		}
	}
}

// Show shows how far a conformance run has come, and which case it waits for.
func (p *Progress) Show(now harness.Progress) {
	p.Reached(fmt.Sprintf("%d of %d checks, %d fail", now.Judged, now.Checks, now.Red))
	line := soFar(now.Done, now.Total, "cases", now.Red)
	if now.Case != "" {
		line += ": " + now.Case
	}
	p.Write(line)
}

// Say shows how far one step of several has come.
func (p *Progress) Say(step string, done, total, bad int) {
	line := soFar(done, total, step, bad)
	p.Reached(line)
	p.Write(line)
}

// Tell says at once what has come up on the way, above the line that shows it.
func (p *Progress) Tell(what string) {
	p.Erase()
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.over:
	case p.out != nil:
		p.out.Printf("%s\n", what)
	case p.log != nil:
		p.log.Printf("%s: %s\n", p.name, what)
	}
}

// Reached is what the next line of a log says.
func (p *Progress) Reached(far string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.far = far
}

func soFar(done, total int, what string, bad int) string {
	line := fmt.Sprintf("%d of %d %s", done, total, what)
	if bad > 0 {
		line += ", " + english.Count(bad, "failure")
	}
	return line
}

// WhenInterrupted has the line say, from the end of the context on, what it is
// that takes so long; stop takes that back.
func (p *Progress) WhenInterrupted(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() {
		p.Write("interrupted: waiting for what was started to end (interrupt again not to wait)")
		p.mu.Lock()
		defer p.mu.Unlock()
		p.over = true
	})
}

// Write shows a line on a terminal.
func (p *Progress) Write(line string) {
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

// Clear leaves an empty line, and nothing is shown from then on.
func (p *Progress) Clear() {
	if p.stop != nil {
		p.stop()
	}
	p.Cover()
}

// Cover is clear for a process that ends at once, and waits for nobody.
func (p *Progress) Cover() {
	p.mu.Lock()
	p.over = true
	p.mu.Unlock()
	p.Erase()
}

// Erase makes room for something else that is to be said.
func (p *Progress) Erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.shown) > 0 {
		p.out.Printf("\r%s\r", strings.Repeat(" ", len(p.shown)))
		p.shown = nil
	}
}
