package cases

import (
	"errors"
	"strings"
)

// A Statement is a line of a script that does something.
type Statement struct {
	// Line is its line in the file, and Row the line of the table row that it was
	// filled in for; 0 outside a table.
	Line, Row int
	// Conditional reports a condition before the command, Negated a "!".
	Conditional, Negated bool
	// Command is its first word, and Args are the others: without their quotes,
	// and with variables as they were written.
	Command string
	Args    []string

	// line is its line in the script as it runs, from 0, and at the offset of the
	// command in that line. words are the arguments with their offsets.
	line, at int
	words    []word
}

// statementOf reads a line by the rules of testscript: words are separated by
// blanks, quotes keep blanks together, two quotes in quotes are one, # begins a
// comment. A line that does nothing has no command.
func statementOf(line string) (Statement, error) {
	var s Statement
	words, err := wordsOf(line)
	if err != nil {
		return s, err
	}
	for len(words) > 0 && strings.HasPrefix(words[0].text, "[") && strings.HasSuffix(words[0].text, "]") {
		s.Conditional = true
		words = words[1:]
	}
	if len(words) > 0 && words[0].text == "!" {
		s.Negated = true
		words = words[1:]
	}
	switch {
	case len(words) > 0:
	case s.Negated || s.Conditional:
		return s, errors.New("a condition or ! without a command after it")
	default:
		return s, nil
	}
	s.Command, s.at, s.words = words[0].text, words[0].at, words[1:]
	for _, w := range s.words {
		s.Args = append(s.Args, w.text)
	}
	return s, nil
}

// A word is one of a line, with the places where it begins and ends.
type word struct {
	text    string
	at, end int
}

func wordsOf(line string) ([]word, error) {
	var words []word
	var text strings.Builder
	begin, quoted := -1, false
	for i := 0; i < len(line); i++ {
		b := line[i]
		switch {
		case !quoted && strings.IndexByte(" \t\r\n#", b) >= 0:
			if begin >= 0 {
				words = append(words, word{text.String(), begin, i})
				text.Reset()
				begin = -1
			}
			if b == '#' {
				return words, nil
			}
			continue
		case b == '\'' && quoted && i+1 < len(line) && line[i+1] == '\'':
			text.WriteByte(b)
			i++
		case b == '\'':
			quoted = !quoted
		default:
			text.WriteByte(b)
		}
		if begin < 0 {
			begin = i
		}
	}
	if quoted {
		return words, errors.New("a quote is opened and not closed")
	}
	if begin >= 0 {
		words = append(words, word{text.String(), begin, len(line)})
	}
	return words, nil
}
