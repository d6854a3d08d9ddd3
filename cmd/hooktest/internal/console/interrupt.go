package console

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// echo is how long after a hang-up a second one counts as the same: when a terminal
// closes, both the system and the shell send one.
const echo = 2 * time.Second

// Interruptible runs a command. The first signal that asks to end ends its
// context, and the command ends what it has started in good order; at the second
// one nobody waits for that any longer.
func Interruptible(run func(context.Context) int, last *lastResort) int {
	arrived := make(chan os.Signal, 2)
	signal.Notify(arrived, os.Interrupt, syscall.SIGTERM)
	// Who was started to survive its terminal, as by nohup, does.
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(arrived, syscall.SIGHUP)
	}
	defer signal.Stop(arrived)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan int, 1)
	go func() { done <- run(ctx) }()
	var first os.Signal
	select {
	case code := <-done:
		return code
	case first = <-arrived:
		cancel()
	}
	told := time.Now()
	for {
		select {
		case <-done:
			return ExitInterrupted
		case next := <-arrived:
			if first == syscall.SIGHUP && next == first && time.Since(told) < echo {
				continue
			}
			last.take()
			return ExitInterrupted
		}
	}
}

// A lastResort knows how to end by force what a command has started. Its methods
// may be called concurrently.
type lastResort struct {
	mu    sync.Mutex
	kills []func()
}

// Add adds one more, which must be harmless after the end of what it ends.
func (l *lastResort) Add(kill func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.kills = append(l.kills, kill)
}

func (l *lastResort) take() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, kill := range l.kills {
		kill()
	}
}
