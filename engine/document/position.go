package document

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// A Position is a place in a file. Line and Column count from 1. A column is one
// Unicode code point, and a byte that is not UTF-8 is a column of its own. A byte order
// mark has no column. Offset is the number of bytes before the position, including the
// byte order mark. The zero Position belongs to a value that was made in memory.
type Position struct {
	File   string
	Line   int
	Column int
	Offset int
}

// IsZero reports whether the value was made in memory.
func (p Position) IsZero() bool { return p.Line == 0 }

// String returns file:line:column, without the file if it has no name. The zero
// Position is the empty string.
func (p Position) String() string {
	switch {
	case p.IsZero():
		return ""
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// A SyntaxError says where and why a text is invalid for Parse.
type SyntaxError struct {
	Position Position
	Message  string
}

func (e *SyntaxError) Error() string {
	if e.Position.IsZero() {
		return e.Message
	}
	return e.Position.String() + ": " + e.Message
}

// source is a text with a conversion from offsets to positions. Offsets count from
// after the byte order mark.
type source struct {
	file  string
	data  []byte
	start int
}

func (s *source) cursor() cursor {
	return cursor{source: s, line: 1, column: 1, offset: s.start}
}

func (s *source) syntaxError(f fault) *SyntaxError {
	c := s.cursor()
	return &SyntaxError{Position: c.at(f.offset), Message: f.message}
}

// cursor goes through a source once, so that the positions of all values cost a single
// pass.
type cursor struct {
	source       *source
	line, column int
	offset       int
}

// at returns the position of a byte. Offsets must not decrease from call to call.
func (c *cursor) at(offset int) Position {
	end := min(offset+c.source.start, len(c.source.data))
	passed := c.source.data[c.offset:end]
	if newline := bytes.LastIndexByte(passed, '\n'); newline >= 0 {
		c.line += bytes.Count(passed, []byte{'\n'})
		c.column = 1
		passed = passed[newline+1:]
	}
	c.column += utf8.RuneCount(passed)
	c.offset = end
	return Position{File: c.source.file, Line: c.line, Column: c.column, Offset: end}
}
