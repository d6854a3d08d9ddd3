// Package term is where hooktest speaks to a person or a pipe.
//
// Its rules: results go to the output stream, everything else to the error
// stream; a pipe gets plain, stable text; color is decided for each stream by
// itself and follows --color, NO_COLOR and TERM=dumb; a message is one line,
// lower case, without a final period, and a hint, where there is one, is the
// line below it.
package term

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"reflect"
	"sync"
	"syscall"

	"github.com/fatih/color"
	xterm "golang.org/x/term"

	"github.com/hooktest/hooktest/internal/visible"
)

// A ColorMode says when to color.
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

// A Stream is an output stream that knows whether it may be colored.
type Stream struct {
	w io.Writer
	// name is what a message calls the stream.
	name string
	// tty is the terminal, nil where there is none.
	tty   *os.File
	color bool

	mu sync.Mutex
	// err is the first write that failed; nothing is written from then on.
	err *LostError
}

// A LostError says that a stream could not be written to: whoever reads it has
// not got what it was to hold.
type LostError struct {
	Stream string
	Cause  error
}

func (e *LostError) Error() string {
	return fmt.Sprintf("%s can't be written: %v", e.Stream, e.Cause)
}

// Unwrap gives the cause.
func (e *LostError) Unwrap() error { return e.Cause }

// Closed tells that the reader went away and wants no more, as head does: nobody
// is there to be told of it.
func (e *LostError) Closed() bool {
	return errors.Is(e.Cause, syscall.EPIPE) || errors.Is(e.Cause, io.ErrClosedPipe)
}

// defaultWidth is the width of help and reports where there is no terminal to
// ask.
const defaultWidth = 80

// Standard gives the process's own streams, uncolored until Configure. A reader
// that went away is then an error of a write and not the end of the process, which
// may have things to clear up.
func Standard() Streams {
	// SIGPIPE is caught and not ignored: children inherit an ignored signal, but not a
	// caught one.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	out := os.Stdout
	if closedByShell(out) {
		// What can't be written to fails as the closed one would have.
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

// Plain makes a stream on a writer that is no terminal.
func Plain(w io.Writer) *Stream { return &Stream{w: w, name: "the output"} }

// Configure decides about color for both output streams.
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

// IsTerminal tells whether a person would have to type what is read.
func IsTerminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}

// Write writes bytes as they are. After one that failed, with a LostError, every
// other fails in the same way.
// IsPiped tells whether in is a pipe or a file: what stands behind it was put there
// to be read. Where nothing is, as in most of CI, it ends at once.
func IsPiped(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && (info.Mode().IsRegular() || info.Mode()&os.ModeNamedPipe != 0)
}

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

// Lost is the first write that failed, nil where none has.
func (s *Stream) Lost() *LostError {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Width is the number of columns to write for, at least 1. That of a terminal
// may change from one call to the next.
func (s *Stream) Width() int {
	if s.tty != nil {
		if width, _, err := xterm.GetSize(int(s.tty.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return defaultWidth
}

// IsTerminal tells whether a person is looking.
func (s *Stream) IsTerminal() bool { return s.tty != nil }

// Printf writes formatted text, in which every argument that is text is made
// Visible, unless it is Painted. The format is ours. A write that fails is what
// Lost tells of.
func (s *Stream) Printf(format string, args ...any) {
	for i, arg := range args {
		args[i] = shown(arg)
	}
	_, _ = fmt.Fprintf(s, format, args...)
}

// Strangers is a writer of text that others format: each call's text is made
// Visible.
func (s *Stream) Strangers() io.Writer { return strangers{s} }

type strangers struct{ stream *Stream }

func (w strangers) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.stream, Visible(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// shown is an argument of a message made safe for the terminal.
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

// A Style is a way to set text off. Its meaning never rests on color alone.
type Style int

const (
	Bold Style = iota
	Dim
	Good
	Bad
	Caution
)

// Painted is text that is visible, and may be set off.
type Painted string

// Styled gives text, made Visible, in a style, or bare on a stream without color.
func (s *Stream) Styled(style Style, text string) Painted {
	c := color.New([]color.Attribute{color.Bold, color.Faint, color.FgGreen, color.FgRed, color.FgYellow}[style])
	if style == Good || style == Bad {
		c.Add(color.Bold)
	}
	if s.color {
		c.EnableColor()
	} else {
		c.DisableColor()
	}
	return Painted(c.Sprint(Visible(text)))
}

// Error writes one error line, and the hint below it.
func (s *Stream) Error(message, hint string) { s.say(Bad, "error:", message, hint) }

// Warning writes one warning line, and the hint below it.
func (s *Stream) Warning(message, hint string) { s.say(Caution, "warning:", message, hint) }

// Note writes one line about something that is as it should be and may still
// surprise.
func (s *Stream) Note(message string) { s.say(Dim, "note:", message, "") }

// longest is how many characters a message may have. It holds all faults of a
// document that a person reads at once, and no document.
const longest = 16_000

func (s *Stream) say(style Style, word, message, hint string) {
	s.Printf("%s %s\n", s.Styled(style, word), visible.Clip(Visible(message), longest))
	if hint != "" {
		s.Printf("%s %s\n", s.Styled(Bold, "hint:"), visible.Clip(Visible(hint), longest))
	}
}

// Visible makes text of strangers safe to show; see package visible.
func Visible(text string) string { return visible.Text(text) }
