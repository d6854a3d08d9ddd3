package console

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// Await returns the result of wait, or the context's error as soon as the context ends. Reading a
// terminal or a named pipe may block forever, and can't be canceled. After the context ends, wait
// keeps running until the process exits, so it must not start or write anything.
func Await[T any](ctx context.Context, wait func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := wait()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// StandardInput returns the input stream for a command that reads all of it. If it is a terminal,
// the user is told that the command waits for input.
func (a *App) StandardInput() io.Reader {
	return &told{in: a.Streams.In, tell: func() {
		if term.IsTerminal(a.Streams.In) {
			a.Note("waiting for input on this terminal (Ctrl-D on a new line ends it)")
		}
	}}
}

// Typed asks the user at a terminal, and returns the trimmed answer. It returns "" if there is no
// terminal or no answer.
func (a *App) Typed(question string) string {
	if !term.IsTerminal(a.Streams.In) || !a.Streams.Err.IsTerminal() {
		return ""
	}
	a.Streams.Err.Printf("%s", question)
	// Without a line, the answer is empty.
	line, _ := bufio.NewReader(a.Streams.In).ReadString('\n')
	return strings.TrimSpace(line)
}

// A told reader prints a note before it first reads.
type told struct {
	in   io.Reader
	once sync.Once
	tell func()
}

func (t *told) Read(p []byte) (int, error) {
	t.once.Do(t.tell)
	return t.in.Read(p)
}

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
