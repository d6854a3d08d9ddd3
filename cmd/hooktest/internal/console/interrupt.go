package console

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// echo is how long a second hang-up counts as the same one. When a terminal closes, both the
// system and the shell send one.
const echo = 2 * time.Second

// Interruptible runs a command. The first termination signal cancels its context, and the command
// stops what it has started. After the second one, Interruptible doesn't wait for that.
func Interruptible(run func(context.Context) int, last *lastResort) int {
	arrived := make(chan os.Signal, 2)
	signal.Notify(arrived, os.Interrupt, syscall.SIGTERM)
	// A process that was started to survive its terminal, for example by nohup, ignores hang-ups.
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

// A lastResort kills what a command has started. Its methods may be called concurrently.
type lastResort struct {
	mu    sync.Mutex
	kills []func()
}

// Add adds a function. It must be harmless after its process has ended.
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
