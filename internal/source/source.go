// Package source names places in files that people write. It opens none.
package source

import (
	"fmt"
	"strconv"
	"strings"
)

// A Position is a file and, if known, a line of it, as in a/b.go:12.
type Position string

// At is the position of a line.
func At(file string, line int) Position { return Position(fmt.Sprintf("%s:%d", file, line)) }

// Split takes a position apart. The line is 0 where it names none.
func (p Position) Split() (file string, line int) {
	if i := strings.LastIndexByte(string(p), ':'); i >= 0 {
		if line, err := strconv.Atoi(string(p[i+1:])); err == nil && line > 0 {
			return string(p[:i]), line
		}
	}
	return string(p), 0
}
