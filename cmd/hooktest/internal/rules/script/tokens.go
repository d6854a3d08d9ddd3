package script

import "strings"

type kind int

const (
	// wordToken is a name, a keyword or a number.
	wordToken kind = iota
	// textToken is a string without its quotes, with unprocessed escapes.
	textToken
	// markToken is any other character except blanks and comments.
	markToken
)

// A token is the smallest part of a Python or JavaScript program.
type token struct {
	kind kind
	text string
	at   int
	// filled is set if the string has interpolated values.
	filled bool
	// starts is set for the first token of a line outside of brackets; indent is its indentation.
	starts bool
	indent int
}

// A scanner splits a program into tokens and skips comments.
type scanner struct {
	text   string
	at     int
	tokens []token
	depth  int
	fresh  bool
	line   int
	python bool
}

func scanned(text string, python bool) []token {
	s := &scanner{text: text, fresh: true, python: python}
	if strings.HasPrefix(text, "#!") {
		s.toLineEnd()
	}
	for s.at < len(s.text) {
		s.next()
	}
	return s.tokens
}

func (s *scanner) next() {
	c, rest := s.text[s.at], s.text[s.at:]
	switch {
	case c == '\n':
		s.at++
		s.line = s.at
		s.fresh = s.fresh || s.depth == 0 || !s.python
	case c == ' ' || c == '\t' || c == '\r':
		s.at++
	case c == '\\' && strings.HasPrefix(rest, "\\\n"):
		s.at += 2
	case s.python && c == '#', !s.python && strings.HasPrefix(rest, "//"):
		s.toLineEnd()
	case !s.python && strings.HasPrefix(rest, "/*"):
		if end := strings.Index(rest[2:], "*/"); end >= 0 {
			s.at += end + 4
		} else {
			s.at = len(s.text)
		}
	case isLetter(c) || c >= '0' && c <= '9' || c >= 0x80 || c == '$' && !s.python:
		s.name()
	case c == '"' || c == '\'' || c == '`' && !s.python:
		s.quoted(s.at, false)
	case c == '/' && !s.python && s.beginsExpression():
		s.expression()
	default:
		switch c {
		case '(', '[', '{':
			s.depth++
		case ')', ']', '}':
			s.depth = max(0, s.depth-1)
		}
		s.add(markToken, string(c), s.at)
		s.at++
	}
}

func (s *scanner) add(k kind, text string, at int) {
	s.tokens = append(s.tokens, token{kind: k, text: text, at: at, starts: s.fresh, indent: at - s.line})
	s.fresh = false
}

func (s *scanner) toLineEnd() {
	if end := strings.IndexByte(s.text[s.at:], '\n'); end >= 0 {
		s.at += end
	} else {
		s.at = len(s.text)
	}
}

// name reads a name or a number. In Python it may be the prefix of a string.
func (s *scanner) name() {
	begins := s.at
	for s.at < len(s.text) {
		if c := s.text[s.at]; !isLetter(c) && (c < '0' || c > '9') && c < 0x80 && (c != '$' || s.python) {
			break
		}
		s.at++
	}
	name := s.text[begins:s.at]
	if s.python && len(name) <= 2 && strings.Trim(strings.ToLower(name), "rbuf") == "" && s.at < len(s.text) && (s.text[s.at] == '"' || s.text[s.at] == '\'') {
		s.quoted(begins, strings.ContainsAny(name, "fF"))
		return
	}
	s.add(wordToken, name, begins)
}

// quoted reads a string up to its closing quote, or to the end of the line if that ends it.
func (s *scanner) quoted(begins int, filled bool) {
	quote := s.text[s.at : s.at+1]
	if s.python && strings.HasPrefix(s.text[s.at:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	s.at += len(quote)
	from := s.at
	for s.at < len(s.text) && !strings.HasPrefix(s.text[s.at:], quote) {
		switch {
		case s.text[s.at] == '\\':
			s.at++
		case s.text[s.at] == '\n' && len(quote) == 1 && quote != "`":
			s.add(textToken, s.text[from:s.at], begins)
			return
		case quote == "`" && strings.HasPrefix(s.text[s.at:], "${"):
			filled = true
		}
		s.at = min(s.at+1, len(s.text))
	}
	s.add(textToken, s.text[from:s.at], begins)
	s.tokens[len(s.tokens)-1].filled = filled
	s.at = min(s.at+len(quote), len(s.text))
}

// beginsExpression reports whether a slash begins a regular expression. After a value it is a
// division.
func (s *scanner) beginsExpression() bool {
	if len(s.tokens) == 0 {
		return true
	}
	switch last := s.tokens[len(s.tokens)-1]; last.kind {
	case textToken:
		return false
	case markToken:
		return !strings.Contains(")]}", last.text)
	default:
		return last.text == "return" || last.text == "typeof" || last.text == "case" || last.text == "of" || last.text == "in"
	}
}

// expression reads a JavaScript regular expression, which is not a string.
func (s *scanner) expression() {
	begins, set := s.at, false
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n'; s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '[':
			set = true
		case ']':
			set = false
		case '/':
			if !set {
				s.at++
				s.add(markToken, "/…/", begins)
				return
			}
		}
	}
	s.at = min(s.at, len(s.text))
	s.add(markToken, "/…/", begins)
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
