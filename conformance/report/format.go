package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
)

// A Format is one way to write a T.
type Format[T any] struct {
	// Name is what the command line calls it.
	Name string
	// Write writes the whole document. Equal values give equal bytes. Only text for
	// a person depends on the look. Its only errors are those of the writer and of
	// an inconsistent value.
	Write func(io.Writer, T, Look) error
}

// Formats are all ways to write a T, those for most readers first.
type Formats[T any] []Format[T]

// Names returns the names of all formats, in order.
func (f Formats[T]) Names() []string {
	return lists.Of(f, func(one Format[T]) string { return one.Name })
}

// Named returns the format with this name. The error for any other name lists them.
func (f Formats[T]) Named(name string) (Format[T], error) {
	for _, one := range f {
		if one.Name == name {
			return one, nil
		}
	}
	return Format[T]{}, fmt.Errorf("unknown format %q: %s", name, strings.Join(f.Names(), ", "))
}

// Text returns a format that a person reads on a terminal.
func Text[T any](name string, write func(io.Writer, T, Look) error) Format[T] {
	return Format[T]{name, write}
}

// Document returns a format that ignores the look.
func Document[T any](name string, write func(io.Writer, T) error) Format[T] {
	return Format[T]{name, func(w io.Writer, value T, _ Look) error { return write(w, value) }}
}

// BadgeEndpoint returns the format of a badge for an endpoint of shields.io.
func BadgeEndpoint[T any](of func(T) notation.Badge) Format[T] {
	return Document("badge", func(w io.Writer, value T) error { return of(value).WriteJSON(w) })
}

// BadgePicture returns the format of a badge as SVG, which needs no service.
func BadgePicture[T any](of func(T) notation.Badge) Format[T] {
	return Document("badge-svg", func(w io.Writer, value T) error { return of(value).WriteSVG(w) })
}
