package lsp

import (
	"bytes"
	"net/url"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/engine/document"
)

// A text converts between offsets and the positions of editors.
type text struct {
	bytes []byte
	// starts are the offsets at which lines begin for editors, for which a carriage return alone
	// ends a line, too.
	starts []int
	// wide means that positions count bytes, and not units of UTF-16.
	wide bool
}

func newText(s string, wide bool) text {
	t := text{bytes: []byte(s), starts: []int{0}, wide: wide}
	for i, b := range t.bytes {
		if b == '\n' || b == '\r' && (i+1 == len(t.bytes) || t.bytes[i+1] != '\n') {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

func (t text) position(offset int) position {
	offset = max(0, min(offset, len(t.bytes)))
	line := sort.SearchInts(t.starts, offset+1) - 1
	before := t.bytes[t.starts[line]:offset]
	if t.wide {
		return position{line, len(before)}
	}
	units := 0
	for _, r := range string(before) {
		units += unitsOf(r)
	}
	return position{line, units}
}

// unitsOf returns the number of UTF-16 units of a character.
func unitsOf(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// offset returns the offset of a position. A position after the end of a line is that end.
func (t text) offset(p position) int {
	if p.Line < 0 || p.Line >= len(t.starts) {
		return len(t.bytes)
	}
	at, end := t.starts[p.Line], len(t.bytes)
	if p.Line+1 < len(t.starts) {
		end = t.starts[p.Line+1]
	}
	end = at + len(bytes.TrimRight(t.bytes[at:end], "\r\n"))
	for left := p.Character; left > 0 && at < end; {
		r, size := utf8.DecodeRune(t.bytes[at:])
		if t.wide {
			left -= size
		} else {
			left -= unitsOf(r)
		}
		at += size
	}
	return at
}

func (t text) span(from, to int) span { return span{t.position(from), t.position(to)} }

// at returns the range of what is written at a position of a finding: a quoted text or a word. A
// finding without a position is about the first line.
func (t text) at(p document.Position) (from, to int) {
	for line := 1; line < p.Line; line++ {
		end := bytes.IndexByte(t.bytes[from:], '\n')
		if end < 0 {
			return len(t.bytes), len(t.bytes)
		}
		from += end + 1
	}
	line := t.bytes[from:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	if mark := []byte("\ufeff"); from == 0 && bytes.HasPrefix(line, mark) {
		from, line = len(mark), line[len(mark):]
	}
	line = bytes.TrimRight(line, "\r")
	for column := 1; column < p.Column && len(line) > 0; column++ {
		_, size := utf8.DecodeRune(line)
		from, line = from+size, line[size:]
	}
	if p.Line == 0 {
		return from, from + len(line)
	}
	return from, from + lengthOf(string(line))
}

// lengthOf returns the length of the first word or quoted text of a line.
func lengthOf(line string) int {
	if line == "" {
		return 0
	}
	if quote := line[0]; quote == '"' || quote == '\'' {
		for i := 1; i < len(line); i++ {
			if line[i] == '\\' {
				i++
			} else if line[i] == quote {
				return i + 1
			}
		}
		return len(line)
	}
	word := strings.IndexFunc(line, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`"'{}[](),;|&`+"`", r) })
	if word < 0 {
		word = len(line)
	}
	// In YAML it is the name of a field.
	if word = len(strings.TrimRight(line[:word], ":")); word > 0 {
		return word
	}
	_, word = utf8.DecodeRuneInString(line)
	return word
}

// pathOf returns the absolute path of a file's URI; ok is false for other documents.
func pathOf(uri string) (path string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	path = u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	path = filepath.FromSlash(path)
	return filepath.Clean(path), filepath.IsAbs(path)
}
