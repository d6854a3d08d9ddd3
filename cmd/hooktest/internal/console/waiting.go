package console

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

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

// payloadLimit is the maximum size in bytes of a payload, and of any other document that the
// command line names. Agents send far less.
const payloadLimit = 64 << 20

// tooLarge is the error for a document beyond the limit.
type tooLarge struct{}

func (tooLarge) Error() string {
	return fmt.Sprintf("larger than %d MiB, the most that is read", payloadLimit>>20)
}

// ReadFile reads a document from a file, which may be a pipe.
func ReadFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	size := int64(0)
	if info, err := file.Stat(); err == nil {
		size = info.Size()
	}
	return ReadWhole(file, size)
}

// ReadWhole reads a document of about the expected size. It reads in chunks and joins them at the
// end, because a growing buffer would take several times the document's size.
func ReadWhole(r io.Reader, expected int64) ([]byte, error) {
	const least, most = 4 << 10, 1 << 20
	var pieces [][]byte
	total := 0
	// One extra byte distinguishes the end of a document from the end of the buffer.
	for size := max(min(int(expected), payloadLimit)+1, least); ; size = min(2*size, most) {
		piece := make([]byte, size)
		n, err := io.ReadFull(r, piece)
		pieces, total = append(pieces, piece[:n]), total+n
		switch {
		case total > payloadLimit:
			return nil, tooLarge{}
		case err == nil:
			continue
		case err != io.EOF && err != io.ErrUnexpectedEOF:
			return nil, err
		case len(pieces) == 1:
			return pieces[0], nil
		}
		return bytes.Join(pieces, nil), nil
	}
}
