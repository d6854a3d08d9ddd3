// Package term is where hooktest speaks to a person or a pipe.
//
// Its rules: results go to the output stream, everything else to the error
// stream; a pipe gets plain, stable text; color is decided for each stream by
// itself and follows --color, NO_COLOR and TERM=dumb; a message is one line,
// lower case, without a final period, and a hint, where there is one, is the
// line below it.
package term

import (
	"fmt"
	"io"
	"os"

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
	// tty is the terminal, nil where there is none.
	tty   *os.File
	color bool
}

// defaultWidth is the width of help and reports where there is no terminal to
// ask.
const defaultWidth = 80

// Standard gives the process's own streams, uncolored until Configure.
func Standard() Streams {
	return Streams{In: os.Stdin, Out: fileStream(os.Stdout), Err: fileStream(os.Stderr)}
}

func fileStream(f *os.File) *Stream {
	s := &Stream{w: f}
	if xterm.IsTerminal(int(f.Fd())) {
		s.tty = f
	}
	return s
}

// Plain makes a stream on a writer that is no terminal.
func Plain(w io.Writer) *Stream { return &Stream{w: w} }

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

func (s *Stream) Write(p []byte) (int, error) { return s.w.Write(p) }

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

// Printf writes formatted text. A stream that can't be written to is none that
// a message about it would reach, so its error is dropped.
func (s *Stream) Printf(format string, args ...any) { _, _ = fmt.Fprintf(s.w, format, args...) }

// A Style is a way to set text off. Its meaning never rests on color alone.
type Style int

const (
	Bold Style = iota
	Dim
	Good
	Bad
	Caution
)

// Styled gives text in a style, or the bare text on a stream without color.
func (s *Stream) Styled(style Style, text string) string {
	c := color.New([]color.Attribute{color.Bold, color.Faint, color.FgGreen, color.FgRed, color.FgYellow}[style])
	if style == Good || style == Bad {
		c.Add(color.Bold)
	}
	if s.color {
		c.EnableColor()
	} else {
		c.DisableColor()
	}
	return c.Sprint(text)
}

// Error writes one error line, and the hint below it. Messages and hints may
// quote strangers: they are made Visible.
func (s *Stream) Error(message, hint string) { s.say(Bad, "error:", message, hint) }

// Warning writes one warning line, and the hint below it.
func (s *Stream) Warning(message, hint string) { s.say(Caution, "warning:", message, hint) }

// Note writes one line about something that is as it should be and may still
// surprise.
func (s *Stream) Note(message string) { s.say(Dim, "note:", message, "") }

func (s *Stream) say(style Style, word, message, hint string) {
	s.Printf("%s %s\n", s.Styled(style, word), Visible(message))
	if hint != "" {
		s.Printf("%s %s\n", s.Styled(Bold, "hint:"), Visible(hint))
	}
}

// Visible makes text of strangers safe to show; see package visible.
func Visible(text string) string { return visible.Text(text) }
