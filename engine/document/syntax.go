package document

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fault is a syntax error. Its offset counts from after the byte order mark.
type fault struct {
	offset  int
	message string
}

const (
	tooDeepMessage = "nested deeper than 10000 levels"
	tooManyMessage = "more than 1000000 values"
)

// maxValues is how many values a text may contain. Each costs hundreds of bytes, even
// if its text is short. The texts of people and agents have a thousand times fewer.
const maxValues = 1_000_000

func commentFault(offset int) fault { return fault{offset, "a comment is not allowed here"} }

// scan is the result of one flat pass over a text. The pass checks no grammar; up to
// the first fault it sees the same tokens as hujson.
type scan struct {
	tooMuch int    // offset of the value that is one too deep or one too many, or -1
	limit   string // which of the two
	values  int
	comment int // offset of the first comment, or -1
	open    []byte
	last    byte // last token: its first byte
	inside  int  // start of the string or comment that the text ends in, or -1
}

// begin counts the value at offset i, and reports whether another one is allowed.
func (s *scan) begin(i int) bool {
	if s.values == maxValues {
		s.tooMuch, s.limit = i, tooManyMessage
		return false
	}
	s.values++
	return true
}

// scanAll scans text until its end, or until a limit is exceeded.
func scanAll(text []byte) scan {
	s := scan{tooMuch: -1, comment: -1, inside: -1}
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
			i++
		case '/':
			end := commentEnd(text, i)
			if end == i {
				s.last, i = c, i+1
				continue
			}
			if s.comment < 0 {
				s.comment = i
			}
			if end < 0 {
				s.inside = i
				return s
			}
			i = end
		case '"':
			end := stringEnd(text, i)
			if end < 0 {
				s.inside = i
				return s
			}
			if !s.begin(i) {
				return s
			}
			s.last, i = c, end
		case '{', '[':
			if len(s.open) == maxDepth {
				s.tooMuch, s.limit = i, tooDeepMessage
				return s
			}
			if !s.begin(i) {
				return s
			}
			s.open = append(s.open, c)
			s.last, i = c, i+1
		case '}', ']':
			if len(s.open) > 0 {
				s.open = s.open[:len(s.open)-1]
			}
			s.last, i = c, i+1
		case ':':
			// The string before the colon was a field name.
			s.values--
			s.last, i = c, i+1
		default:
			end := wordEnd(text, i)
			if end > i && !s.begin(i) {
				return s
			}
			s.last, i = c, max(end, i+1)
		}
	}
	return s
}

// expectsName reports whether a field's name comes next.
func (s scan) expectsName() bool {
	return len(s.open) > 0 && s.open[len(s.open)-1] == '{' && (s.last == '{' || s.last == ',')
}

// commentEnd returns the offset after the comment at start; start itself if there is no
// comment, and -1 for an unclosed block comment. A line comment may end at the end of
// the text.
func commentEnd(text []byte, start int) int {
	rest := string(text[start:min(start+2, len(text))])
	switch rest {
	case "//":
		for i := start; i < len(text); i++ {
			if text[i] == '\n' {
				return i + 1
			}
		}
		return len(text)
	case "/*":
		for i := start + 2; i+1 < len(text); i++ {
			if text[i] == '*' && text[i+1] == '/' {
				return i + 2
			}
		}
		return -1
	}
	return start
}

// wordEnd returns the offset after the word or number at start; start itself if there
// is none.
func wordEnd(text []byte, start int) int {
	end := start
	for end < len(text) && (strings.IndexByte("+-.", text[end]) >= 0 || isAlphanumeric(text[end])) {
		end++
	}
	return end
}

// stringEnd returns the offset after the string at start, or -1.
func stringEnd(text []byte, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// errorOffset parses the offset from an error of hujson, which has it only in its text.
func errorOffset(text []byte, err error) int {
	var line, column int
	if _, scanErr := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column); scanErr != nil {
		return 0
	}
	offset := 0
	for ; line > 1; line-- {
		offset += bytes.IndexByte(text[offset:], '\n') + 1
	}
	return offset + column - 1
}

// describe describes in this package's terms what hujson found at offset.
func describe(text []byte, offset int, err error) fault {
	at := func(message string) fault { return fault{offset, message} }
	before := scanAll(text[:offset])
	cause := err.Error()
	if literal := strings.Index(cause, "invalid literal: "); literal >= 0 {
		// What follows is the author's text, which may say anything.
		cause = "invalid literal"
	}
	ended := strings.Contains(cause, "unexpected EOF")
	switch {
	case strings.Contains(cause, "parsing comment"):
		return at("the comment is not closed")
	case strings.Contains(cause, "invalid UTF-8 in comment"):
		return at("the comment is not UTF-8")
	case strings.Contains(cause, "in line comment"):
		return at("a line separator (U+2028, U+2029) is not allowed in a // comment")
	case strings.Contains(cause, "parsing string"):
		// The error is at the end of the text, the mistake before it.
		return fault{max(before.inside, 0), "the string is not closed"}
	case cause == "invalid literal" && (text[offset] == '"' || !before.expectsName()):
		return describeLiteral(text, offset)
	case strings.Contains(cause, "after top-level value"):
		return at("unexpected " + found(text, offset) + " after the end of the value")
	case strings.Contains(cause, "after object name"), strings.Contains(cause, "object after name"):
		return at("expected ':' after the field name" + atEnd(ended))
	case strings.Contains(cause, "after object value"), strings.Contains(cause, "object after value"):
		return at("expected ',' or '}' after the value" + atEnd(ended))
	case strings.Contains(cause, "after array value"), strings.Contains(cause, "array after value"):
		return at("expected ',' or ']' after the value" + atEnd(ended))
	case before.expectsName():
		if ended {
			return at("expected a field name or '}', but the text ends")
		}
		return at("expected a field name in double quotes, found " + found(text, offset))
	case ended && before.last == 0:
		return at("expected a value, but the text is empty")
	case ended:
		return at("expected a value, but the text ends")
	case text[offset] == '\'' || text[offset] == '`':
		return at("expected a value, found " + found(text, offset) + ": strings stand in double quotes")
	}
	return at("expected a value, found " + found(text, offset))
}

func atEnd(ended bool) string {
	if ended {
		return ", but the text ends"
	}
	return ""
}

// describeLiteral describes the fault in the word, number or string at start.
func describeLiteral(text []byte, start int) fault {
	if text[start] == '"' {
		return describeString(text, start)
	}
	word := string(text[start:wordEnd(text, start)])
	shown := word
	if len(shown) > 20 {
		shown = shown[:20] + "…"
	}
	if c := word[0]; c == '-' || c == '+' || c == '.' || '0' <= c && c <= '9' {
		return fault{start, fmt.Sprintf("%q is not a JSON number", shown)}
	}
	switch lower := strings.ToLower(word); lower {
	case "true", "false", "null":
		return fault{start, fmt.Sprintf("unknown word %q, did you mean %s", shown, lower)}
	}
	return fault{start, fmt.Sprintf("unknown word %q: strings stand in double quotes", shown)}
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

func describeString(text []byte, start int) fault {
	for i := start + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n' || c == '\r':
			// Report the opening quote: the missing one belongs on the same line.
			return fault{start, "the string is not closed before the end of the line"}
		case c < 0x20:
			return fault{i, fmt.Sprintf("the control character U+%04X must be escaped in a string", c)}
		case c == '\\':
			if f, bad := describeEscape(text, i); bad {
				return f
			}
			i++
		}
	}
	return fault{start, "malformed string"}
}

func describeEscape(text []byte, start int) (fault, bool) {
	r, _ := utf8.DecodeRune(text[start+1:])
	switch {
	case strings.ContainsRune(`"\/bfnrt`, r):
		return fault{}, false
	case r == 'u':
		for i := start + 2; i < start+6; i++ {
			if i >= len(text) || !isHex(text[i]) {
				return fault{start, `\u wants four hexadecimal digits`}, true
			}
		}
		return fault{}, false
	case unicode.IsPrint(r):
		return fault{start, fmt.Sprintf(`unknown escape \%c in a string`, r)}, true
	}
	return fault{start, fmt.Sprintf(`unknown escape \ before U+%04X in a string`, r)}, true
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// found returns the character at offset for a message.
func found(text []byte, offset int) string {
	r, size := utf8.DecodeRune(text[offset:])
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf("the byte 0x%02X", text[offset])
	case unicode.IsPrint(r):
		return fmt.Sprintf("'%c'", r)
	}
	return fmt.Sprintf("U+%04X", r)
}
