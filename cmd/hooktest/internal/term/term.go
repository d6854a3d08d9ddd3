// Package term writes to terminals and pipes.
//
// Its rules: results go to the output stream, everything else to the error stream. A pipe gets
// plain, stable text. Color is set for each stream separately and follows --color, NO_COLOR and
// TERM=dumb. A message is one line, lower case, without a final period. A hint is on the line
// below it.
package term

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"unicode/utf8"

	"github.com/fatih/color"
	xterm "golang.org/x/term"

	"github.com/hooktest/hooktest/internal/visible"
)

// A ColorMode is a value of --color.
type ColorMode string

const (
	ColorAuto   ColorMode = "auto"
	ColorAlways ColorMode = "always"
	ColorNever  ColorMode = "never"
)

// Streams are the three standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err *Stream
}

// A Stream is an output stream, colored or not.
type Stream struct {
	w io.Writer
	// name is the stream's name in messages.
	name string
	// tty is the terminal, or nil if there is none.
	tty   *os.File
	color bool

	mu sync.Mutex
	// err is the first failed write. Nothing is written after that.
	err *LostError
}

// A LostError is a failed write to a stream. The reader has not received all output.
type LostError struct {
	Stream string
	Cause  error
}

func (e *LostError) Error() string {
	return fmt.Sprintf("%s can't be written: %v", e.Stream, e.Cause)
}

// Unwrap returns the cause.
func (e *LostError) Unwrap() error { return e.Cause }

// Closed reports whether the reader has closed the stream, as head does. Such an error need not
// be reported.
func (e *LostError) Closed() bool {
	return errors.Is(e.Cause, syscall.EPIPE) || errors.Is(e.Cause, io.ErrClosedPipe)
}

// defaultWidth is the width of help and reports without a terminal.
const defaultWidth = 80

// Standard returns the process's standard streams, uncolored until Configure is called. After
// that, a reader that exits causes a write error instead of ending the process, which may have
// cleanup to do.
func Standard() Streams {
	// SIGPIPE is caught and not ignored: children inherit an ignored signal, but not a caught
	// one.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	out := os.Stdout
	if closedByShell(out) {
		// Writes to a read-only file fail like writes to the closed one.
		if unwritable, err := os.Open(os.DevNull); err == nil {
			out = unwritable
		}
	}
	return Streams{In: os.Stdin, Out: fileStream(out, "stdout"), Err: fileStream(os.Stderr, "stderr")}
}

func fileStream(f *os.File, name string) *Stream {
	s := &Stream{w: f, name: name}
	if xterm.IsTerminal(int(f.Fd())) {
		s.tty = f
	}
	return s
}

// Plain returns a stream for a writer that is not a terminal.
func Plain(w io.Writer) *Stream { return &Stream{w: w, name: "the output"} }

// Configure sets the color mode of both output streams.
func (s Streams) Configure(mode ColorMode, environ func(string) string) {
	for _, stream := range []*Stream{s.Out, s.Err} {
		switch mode {
		case ColorAlways:
			stream.color = true
		case ColorNever:
			stream.color = false
		default:
			stream.color = stream.IsTerminal() && environ("NO_COLOR") == "" && environ("TERM") != "dumb"
		}
	}
}

// IsTerminal reports whether input comes from a terminal.
func IsTerminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}

// IsPiped reports whether in is a pipe or a file, so its content is meant to be read. If there is
// none, as in most CI systems, reading ends at once.
func IsPiped(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&os.ModeNamedPipe != 0)
}

// Write writes bytes unchanged. After a failed write, it always returns the same LostError.
func (s *Stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		s.err = &LostError{s.name, err}
		return n, s.err
	}
	return n, nil
}

// Lost returns the first failed write, or nil.
func (s *Stream) Lost() *LostError {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Width returns the number of columns to write for, at least 1. It may change while a terminal is
// resized.
func (s *Stream) Width() int {
	if s.tty != nil {
		if width, _, err := xterm.GetSize(int(s.tty.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return defaultWidth
}

// IsTerminal reports whether the stream is a terminal.
func (s *Stream) IsTerminal() bool { return s.tty != nil }

// Printf writes formatted text. Text arguments are made Visible, unless they are Painted. format
// must be trusted. Lost reports a failed write.
func (s *Stream) Printf(format string, args ...any) {
	for i, arg := range args {
		args[i] = shown(arg)
	}
	_, _ = fmt.Fprintf(s, format, args...)
}

// Untrusted returns a writer for untrusted text. It makes the text of each call Visible.
func (s *Stream) Untrusted() io.Writer { return untrusted{s} }

type untrusted struct{ stream *Stream }

func (w untrusted) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.stream, Visible(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// shown makes an argument safe for the terminal.
func shown(arg any) any {
	if painted, ok := arg.(Painted); ok {
		return string(painted)
	}
	switch kind := reflect.ValueOf(arg).Kind(); {
	case kind == reflect.String, kind > reflect.Complex128:
		return Visible(fmt.Sprint(arg))
	}
	return arg
}

// A Style is a way to highlight text. Its meaning never depends on color alone.
type Style int

const (
	Bold Style = iota
	Dim
	Good
	Bad
	Caution
)

// Painted is visible text, possibly with a style.
type Painted string

// Styled returns text, made Visible, in a style. It is plain on a stream without color.
func (s *Stream) Styled(style Style, text string) Painted {
	if !s.color {
		return Painted(Visible(text))
	}
	c := color.New([]color.Attribute{color.Bold, color.Faint, color.FgGreen, color.FgRed, color.FgYellow}[style])
	if style == Good || style == Bad {
		c.Add(color.Bold)
	}
	c.EnableColor()
	return Painted(c.Sprint(Visible(text)))
}

// Error writes one error line, and the hint below it.
func (s *Stream) Error(message, hint string) { s.say(Bad, "error:", message, hint) }

// Warning writes one warning line, and the hint below it.
func (s *Stream) Warning(message, hint string) { s.say(Caution, "warning:", message, hint) }

// Note writes one line about something that is correct but unexpected.
func (s *Stream) Note(message string) { s.say(Dim, "note:", message, "") }

// longest is the maximum number of characters in a message: enough for all faults of a document,
// but not for the document itself.
const longest = 16_000

func (s *Stream) say(style Style, word, message, hint string) {
	s.Printf("%s %s\n", s.Styled(style, word), visible.Clip(Visible(message), longest))
	if hint != "" {
		s.Printf("%s %s\n", s.Styled(Bold, "hint:"), visible.Clip(Visible(hint), longest))
	}
}

// Visible makes third-party text safe to show. See package visible.
func Visible(text string) string { return visible.Text(text) }

// Wrap breaks text at blanks into lines of at most this number of columns. A longer word has its
// own line. An empty text gives one empty line.
func Wrap(text string, columns int) []string {
	var lines []string
	words, first, width := strings.Fields(text), 0, 0
	for i, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			width = n
		case width+1+n > columns:
			lines = append(lines, strings.Join(words[first:i], " "))
			first, width = i, n
		default:
			width += 1 + n
		}
	}
	return append(lines, strings.Join(words[first:], " "))
}
