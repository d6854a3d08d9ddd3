package console

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// Await gives what wait gives, or the context's error as soon as that ends: a
// terminal, or a pipe that stands behind a file's name, may never say a word,
// and reading it can't be broken off. The wait is left behind then and ends with
// the process, so it must be one that starts and writes nothing.
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

// StandardInput is the input stream for a command that reads it to its end: a person
// before a terminal is told that it is waited for.
func (a *App) StandardInput() io.Reader {
	return &told{in: a.Streams.In, tell: func() {
		if term.IsTerminal(a.Streams.In) {
			a.Note("waiting for input on this terminal (Ctrl-D on a new line ends it)")
		}
	}}
}

// Typed asks a person at a terminal, and gives the line without blanks around it; empty where there
// is nobody to ask, or nothing is typed.
func (a *App) Typed(question string) string {
	if !term.IsTerminal(a.Streams.In) || !a.Streams.Err.IsTerminal() {
		return ""
	}
	a.Streams.Err.Printf("%s", question)
	// Without a line there is nothing typed.
	line, _ := bufio.NewReader(a.Streams.In).ReadString('\n')
	return strings.TrimSpace(line)
}

// A told reader says that it waits before it does so for the first time.
type told struct {
	in   io.Reader
	once sync.Once
	tell func()
}

func (t *told) Read(p []byte) (int, error) {
	t.once.Do(t.tell)
	return t.in.Read(p)
}
