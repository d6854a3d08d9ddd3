package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/prove/internal/prover"
)

// every is how often a person or a log hears how far a step has come.
const every = 5 * time.Second

// A progress is a line every few seconds, so that a log tells a slow proof from one
// that hangs. Its methods may be called concurrently.
type progress struct {
	out   io.Writer
	began time.Time
	end   func()

	mu  sync.Mutex
	far prover.Progress
}

func newProgress(out io.Writer) *progress {
	p := &progress{out: out, began: time.Now()}
	ticker, over, ended := time.NewTicker(every), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-over:
				return
			case at := <-ticker.C:
				p.mu.Lock()
				fmt.Fprintf(p.out, "prove: %d of %d %s, %d failed, %.0f s\n", p.far.Done, p.far.Total, p.far.Step, p.far.Bad, at.Sub(p.began).Seconds())
				p.mu.Unlock()
			}
		}
	}()
	p.end = func() {
		ticker.Stop()
		close(over)
		<-ended
	}
	return p
}

// reached is what the next line says.
func (p *progress) reached(now prover.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.far = now
}

// tell says something at once.
func (p *progress) tell(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintln(p.out, "prove:", what)
}
