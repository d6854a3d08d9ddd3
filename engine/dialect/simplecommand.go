package dialect

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// divided says how far a shell command could be divided into simple commands.
type divided int

const (
	_ divided = iota
	// dividedOpaque: it has a construct that the agent was observed not to divide.
	dividedOpaque
	// dividedUnseen: it has a construct that was not tested.
	dividedUnseen
)

var (
	// separators end a simple command outside quotes. A substitution has commands of
	// its own.
	separators = lazyregexp.New("^(?:\\$\\(|[;&|()\n`])")
	// redirection is a redirection with its target.
	redirection = lazyregexp.New(`^[0-9]*[<>]{1,2}[&|]?[ \t]*[^ \t\n;&|()<>]*`)
	opaque      = lazyregexp.New(`^(?:<<|[<>]\(|\$\{|\{(?:\s|$)|\\[ ])`)
	unseenParts = lazyregexp.New(`^(?:\\[^;]|[{}])`)
	assignment  = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*=`)
)

// simpleCommands divides a shell command as Claude Code was observed to: into simple
// commands without quotes, assignments, keywords and redirections, with one blank
// between words.
func simpleCommands(text string) (commands []string, how divided) {
	var words []string
	word, inWord := "", false
	endWord := func() {
		if inWord && (len(words) > 0 || !assignment.MatchString(word) && !slices.Contains(shellKeywords(), word)) {
			words = append(words, word)
		}
		word, inWord = "", false
	}
	endCommand := func() {
		endWord()
		if len(words) > 0 {
			commands = append(commands, strings.Join(words, " "))
		}
		words = nil
	}
	for len(text) > 0 {
		taken := 1
		switch c := text[0]; {
		case opaque.MatchString(text):
			return commands, dividedOpaque
		case unseenParts.MatchString(text):
			how = dividedUnseen
		case c == '\'' || c == '"':
			end := strings.IndexByte(text[1:], c)
			if end < 0 {
				return commands, dividedUnseen
			}
			inside := text[1 : 1+end]
			if c == '"' && strings.ContainsAny(inside, "$`\\") {
				how = dividedUnseen
			}
			word, inWord, taken = word+inside, true, end+2
		case !inWord && redirection.MatchString(text):
			taken = len(redirection.FindString(text))
		case separators.MatchString(text):
			endCommand()
			taken = len(separators.FindString(text))
		case c == '<' || c == '>':
			endWord()
			taken = len(redirection.FindString(text))
		case c == ' ' || c == '\t':
			endWord()
		case c == '\\':
			word, inWord, taken = word+text[1:2], true, 2
		default:
			word, inWord = word+text[:1], true
		}
		text = text[taken:]
	}
	endCommand()
	return commands, how
}

// shellKeywords returns the words after which a command may follow.
func shellKeywords() []string {
	return []string{"!", "if", "then", "elif", "else", "fi", "while", "until", "do", "done"}
}
