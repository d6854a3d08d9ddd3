package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/internal/notation"
)

// A Format is one way to write a T.
type Format[T any] struct {
	// Name is what the command line calls it.
	Name string
	// Does says in a few words what comes out.
	Does string
	// Write writes the whole of it. Equal values give equal bytes; the look matters
	// to text for a person alone. Its only errors are those of the writer and of a
	// value that can't be what it says it is.
	Write func(io.Writer, T, Look) error
}

// Formats are all ways to write a T, those for most readers first.
type Formats[T any] []Format[T]

// Names are those of all formats, in their order.
func (f Formats[T]) Names() []string {
	var names []string
	for _, one := range f {
		names = append(names, one.Name)
	}
	return names
}

// Named gives the format of a name. The error for any other name lists them.
func (f Formats[T]) Named(name string) (Format[T], error) {
	for _, one := range f {
		if one.Name == name {
			return one, nil
		}
	}
	return Format[T]{}, fmt.Errorf("unknown format %q: %s", name, strings.Join(f.Names(), ", "))
}

// Text is a format that a person reads on a terminal.
func Text[T any](name, does string, write func(io.Writer, T, Look) error) Format[T] {
	return Format[T]{name, does, write}
}

// Document is a format that looks the same to everybody.
func Document[T any](name, does string, write func(io.Writer, T) error) Format[T] {
	return Format[T]{name, does, func(w io.Writer, value T, _ Look) error { return write(w, value) }}
}

// BadgeEndpoint is the format of a badge as shields.io asks for it.
func BadgeEndpoint[T any](of func(T) notation.Badge) Format[T] {
	return Document("badge", "the JSON of a shields.io endpoint", func(w io.Writer, value T) error { return of(value).WriteJSON(w) })
}

// BadgePicture is the format of a badge that needs nobody else.
func BadgePicture[T any](of func(T) notation.Badge) Format[T] {
	return Document("badge-svg", "the badge as a picture", func(w io.Writer, value T) error { return of(value).WriteSVG(w) })
}
