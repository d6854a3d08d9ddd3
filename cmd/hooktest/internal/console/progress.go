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

// Progress is one line on a terminal that is updated. With --quiet, it writes nothing. Its methods
// may be called concurrently.
type Progress struct {
	// out is a terminal, and log anything else. At least one of them is nil.
	out, log *term.Stream
	// name begins each line of a log.
	name  string
	began time.Time

	mu sync.Mutex
	// far describes the progress so far. It is empty before the first step.
	far string
	// shown is the last line. The next one must cover it.
	shown []rune
	// over is set at the end. No line is written after that.
	over bool
	// stop ends the lines of a log. It is nil if there are none.
	stop func()
}

// logEvery is the interval between progress lines in a log.
const logEvery = 5 * time.Second

// Bar starts to show progress on a terminal, until Clear is called.
func (a *App) Bar() *Progress {
	p := &Progress{began: time.Now()}
	// A dumb terminal can't overwrite a line, and would print one line after another.
	if !a.Quiet && a.Streams.Err.IsTerminal() && a.Getenv("TERM") != "dumb" {
		p.out = a.Streams.Err
	}
	return p
}

// Progress is Bar for long runs in CI: elsewhere than on a terminal, it writes a line every few
// seconds, so that a log shows whether a run is slow or hangs.
func (a *App) Progress(name string) *Progress {
	p := a.Bar()
	p.name = name
	if !a.Quiet && !a.Streams.Err.IsTerminal() {
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

// keepLog writes a line at each tick, until over is closed.
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

// Show shows the progress of a conformance run, and which case is running.
func (p *Progress) Show(now harness.Progress) {
	p.Reached(fmt.Sprintf("%d of %d checks, %d fail", now.Judged, now.Checks, now.Red))
	line := soFar(now.Done, now.Total, "cases", now.Red)
	if now.Case != "" {
		line += ": " + now.Case
	}
	p.Write(line)
}

// Say shows the progress of one step of several.
func (p *Progress) Say(step string, done, total, bad int) {
	line := soFar(done, total, step, bad)
	p.Reached(line)
	p.Write(line)
}

// Reached sets the text of the next line in a log.
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

// WhenInterrupted makes the line explain, once the context ends, what is being waited for. stop
// undoes that.
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
	if p.stop != nil {
		p.stop()
	}
	p.Cover()
}

// Cover is Clear for a process that exits at once. It doesn't wait for the log.
func (p *Progress) Cover() {
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
