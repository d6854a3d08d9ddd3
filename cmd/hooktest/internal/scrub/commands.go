package scrub

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

// An argument of programs is a secret, or contains one.
type argument struct {
	Programs []string
	// After are words of which one has to come before, such as login. A word with a dot at its end
	// is the beginning of one.
	After []string
	// Flags have the secret joined to them or as their next word. Without flags it is any
	// word that is not a flag, except the first ones, which Skip counts.
	Flags []string
	Skip  int
	// Switches are letters that may be written between a dash and the letter of a flag.
	Switches string
	// Joined: only joined to the flag.
	Joined bool
	// Named: it is the word after the name of a secret.
	Named bool
	// From is the sign that the secret comes after, such as the colon of name:password.
	From string
}

// arguments has the secrets that do not follow a name such as --password, which named finds.
//
//go:embed arguments.json
var arguments []byte

// readers are commands that read a password from their standard input.
var readers = []string{
	"--password-stdin", "--passphrase-fd", "sudo -S", "chpasswd", "--with-token", "| passwd ", "| sudo passwd ", "cryptsetup", "kinit", "ssh-add",
	"secret set", "secret put", "secret create", "secrets create", "versions add", "vercel env add",
}

// byWord has the arguments of each program, and with an empty list the words of after.
var byWord = sync.OnceValue(func() map[string][]*argument {
	words := map[string][]*argument{}
	var all []*argument
	// A test reads the file, too.
	_ = json.Unmarshal(arguments, &all)
	for _, a := range all {
		for _, word := range a.After {
			if _, known := words[word]; !known {
				words[word] = nil
			}
		}
		for _, program := range a.Programs {
			words[program] = append(words[program], a)
		}
	}
	return words
})

// A command is the state of a command line up to a word.
type command struct {
	// asked are the arguments whose programs have been named; after has the words that must come
	// first.
	asked []*argument
	after []string
	// plain counts the words since then that are not flags.
	plain int
	// waits is the argument whose secret is the next word.
	waits *argument
	// piped: what this command prints is a password for the next one.
	piped bool
}

// commands masks the passwords that well-known programs get.
func commands(text []byte, counts Counts) {
	var c command
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b == '<' && bytes.HasPrefix(text[i:], []byte("<<<")):
			line := text[max(0, i-200):i]
			i = past(text, i+len("<<<"), " ")
			if readPassword(line[bytes.LastIndexByte(line, '\n')+1:]) {
				i = takeWord(text, i, "", counts)
			}
		case b == '\\' || b == '"':
			if c.waits != nil && quoteAt(text, i) > 0 && !endsElement(text, i) {
				i = takeWord(text, i, c.waits.From, counts)
				c.waits = nil
				continue
			}
			end, ends := pastEscape(text, i)
			if next := nextElement(text, end); next > 0 {
				end = next
			} else if ends || endOfJSON(text, end) {
				c = command{}
			}
			i = end
		case strings.IndexByte("\n;|&()`{}", b) >= 0:
			c = command{}
			i++
		case strings.IndexByte(" \t\r<>,", b) >= 0, b == '\'' && (c.waits == nil && !c.piped || endsElement(text, i)):
			i++
		default:
			i = c.word(text, i, counts)
		}
	}
}

// pastEscape returns the end of the escape or the quote at i, and whether the command ends with it:
// at a JSON line break, unless a backslash is before it.
func pastEscape(text []byte, i int) (end int, ends bool) {
	run := past(text, i, `\`)
	if _, ok := hexUnit(text, run); ok {
		return run + len("uXXXX"), false
	}
	switch {
	case run == len(text) || strings.IndexByte("\nntr\"'", text[run]) < 0:
		return run, false
	case text[run] == 'n':
		return run + 1, run-i <= 2
	}
	return run + 1, false
}

// endOfJSON reports whether a string of JSON may have ended before i.
func endOfJSON(text []byte, i int) bool {
	return i == len(text) || strings.IndexByte(",}]:", text[i]) >= 0
}

// nextElement returns where the string of a list begins that follows the comma at i, or 0 if
// there is none: what follows a comma in an object is a name with a colon.
func nextElement(text []byte, i int) int {
	if i >= len(text) || text[i] != ',' {
		return 0
	}
	i = pastSpace(text, i+1)
	const longest = 2000
	from := quoteAt(text, i)
	if from == 0 {
		return 0
	}
	end := closing(text[:min(len(text), from+longest)], from, text[from-1], from-1-i)
	if after := bytes.TrimLeft(text[end:], "\\\"' "); len(after) > 0 && after[0] == ':' {
		return 0
	}
	return i
}

// pastSpace returns the end of the spaces and the line breaks at i, also of those in JSON.
func pastSpace(text []byte, i int) int {
	for {
		run := past(text, i, `\`)
		switch {
		case run > i && run < len(text) && strings.IndexByte("nrt", text[run]) >= 0:
		case run == i && i < len(text) && strings.IndexByte(" \t\r\n", text[i]) >= 0:
		default:
			return i
		}
		i = run + 1
	}
}

// endsElement reports whether the quote at i ends a string of a list.
func endsElement(text []byte, i int) bool {
	end := quoteAt(text, i)
	return end > 0 && (end == len(text) || strings.IndexByte("]}", text[end]) >= 0 || nextElement(text, end) > 0)
}

// word reads the word at i and returns where to continue.
func (c *command) word(text []byte, i int, counts Counts) int {
	if waits := c.waits; waits != nil || c.piped && text[i] != '-' {
		c.waits = nil
		if waits == nil {
			waits = &argument{}
		}
		return takeWord(text, i, waits.From, counts)
	}
	end := until(text, i, " \t\r\n\"'\\;|&()`{}<>,")
	word := string(text[i:end])
	for _, a := range c.asked {
		if len(a.After) > 0 && !slices.ContainsFunc(a.After, func(word string) bool { return slices.Contains(c.after, word) }) {
			continue
		}
		switch {
		case a.Named && word[0] != '-' && secrecyOf(word) != public:
			c.waits = a
		case a.Flags == nil && !a.Named && word[0] != '-' && c.plain >= a.Skip:
			return takeWord(text, i, a.From, counts)
		}
		for _, flag := range a.Flags {
			rest, ok := strings.CutPrefix(word, flag)
			long := strings.HasPrefix(flag, "-") && len(flag) > 2
			if several := strings.TrimLeft(strings.TrimPrefix(word, "-"), a.Switches); len(flag) == 2 && word[0] == '-' && several == flag[1:] {
				rest, ok = "", true
			}
			switch {
			case !ok:
			case rest == "" && quoteAt(text, end) > 0 && !endsElement(text, end):
				return takeWord(text, end, a.From, counts)
			case rest == "" && !a.Joined:
				c.waits = a
			case rest != "" && (!long || rest[0] == '='):
				return takeWord(text, end-len(strings.TrimPrefix(rest, "=")), a.From, counts)
			}
		}
	}
	if word[0] != '-' {
		c.plain++
	}
	c.note(word, text[end:])
	return end
}

// note records what later words of the command depend on.
func (c *command) note(word string, rest []byte) {
	if len(rest) == 0 || strings.IndexByte(` "'\`, rest[0]) < 0 {
		return
	}
	name := word[strings.LastIndexAny(word, "/=:")+1:]
	if name == "echo" || name == "printf" {
		line, _, _ := bytes.Cut(rest[:min(len(rest), 300)], []byte("\n"))
		bar := bytes.IndexByte(line, '|')
		c.piped = bar >= 0 && !bytes.ContainsAny(line[:bar], ";&") && readPassword(line[bar:])
	}
	for _, a := range byWord()[name] {
		if !slices.Contains(c.asked, a) {
			c.asked, c.plain = append(c.asked, a), 0
		}
	}
	if dot := strings.IndexByte(word, '.'); dot > 0 {
		word = word[:dot+1]
	}
	if _, ok := byWord()[word]; ok && !slices.Contains(c.after, word) {
		c.after, c.plain = append(c.after, word), 0
	}
}

// takeWord masks the secret in the word at i, which may be quoted, and returns its end.
func takeWord(text []byte, i int, from string, counts Counts) int {
	start := max(i, quoteAt(text, i))
	end := start
	if start > i {
		end = closing(text, start, text[start-1], start-1-i)
	}
	for start == i && end < len(text) && strings.IndexByte(" \t\r\n\"';|&()`<>", text[end]) < 0 {
		if text[end] == '\\' {
			run := past(text, end, `\`)
			if run == len(text) || strings.IndexByte("nrt\"'\n", text[run]) >= 0 {
				break
			}
			end = run
		}
		end++
	}
	secret := text[start:end]
	if from == "=" {
		takePairs(secret, counts)
		return end
	}
	if from != "" {
		name, password, _ := bytes.Cut(secret, []byte(from))
		if string(name) == "env" || string(name) == "file" {
			return end
		}
		if secret = password; len(secret) == 0 && end > start && text[end-1] == from[0] && quoteAt(text, end) > 0 {
			return takeWord(text, end, "", counts)
		}
	}
	if credible(secret, always, true) {
		take(secret, counts, Named)
	}
	return end
}

func readPassword(line []byte) bool {
	return slices.ContainsFunc(readers, func(reader string) bool { return bytes.Contains(line, []byte(reader)) })
}
