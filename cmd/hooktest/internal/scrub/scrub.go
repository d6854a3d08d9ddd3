// Package scrub removes from a text what must not be stored in a file: keys of well-known
// services, private keys, the values of names such as password, what commands get as a
// password, random-looking tokens, the home directory and the user's name. Escapes of JSON
// are decoded first.
//
// What is removed keeps its shape: a letter becomes x or X, a digit 0, and the first
// characters of a service's key stay. A hook that looks for secrets finds them in the
// scrubbed text too, JSON stays JSON, and scrubbing a text twice changes nothing more.
// Nothing here is certain: a password in a sentence looks like a word.
//
// The recorder scrubs while an agent waits for a hook, so this takes a few passes over
// the bytes and no preparation at the start.
package scrub

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// Counts has, for each kind, how often something was removed.
type Counts map[string]int

// The kinds of removed text.
const (
	PrivateKey = "private key"
	Named      = "password"
	ServiceKey = "service key"
	WebToken   = "JWT"
	Drawn      = "random token"
	HomePath   = "home path"
	UserName   = "user name"
)

// Add adds the counts of others.
func (c Counts) Add(others Counts) {
	for kind, n := range others {
		c[kind] += n
	}
}

// Kinds returns the kinds with a count above 0, sorted.
func (c Counts) Kinds() []string { return slices.Sorted(maps.Keys(c)) }

// A Scrubber removes a user's secrets and paths from texts. Its methods may be called concurrently.
type Scrubber struct {
	home, neutral, user string
}

// New returns a scrubber for a user with this home directory and name; each may be empty.
func New(home, user string) *Scrubber {
	s := &Scrubber{home: strings.TrimRight(home, `/\`)}
	// Names of standard accounts do not identify a user, and occur in other texts as well.
	if len(user) > 2 && !slices.Contains([]string{"root", neutralName, "admin", "runner", "node", "ubuntu", "vscode"}, user) {
		s.user = user
	}
	if s.home != "" {
		s.neutral = "/home/" + neutralName
		if anyone := s.people([]byte(s.home), Counts{}); string(anyone) != s.home {
			s.neutral = string(anyone)
		}
	}
	return s
}

// neutralName replaces a user's name.
const neutralName = "user"

// Bytes returns a scrubbed copy of a text and adds what it removed to counts.
func (s *Scrubber) Bytes(text []byte, counts Counts) []byte {
	v := look(text)
	masked := bytes.Clone(v.text)
	privateKeys(masked, counts)
	named(masked, counts)
	commands(masked, counts)
	inAddresses(masked, counts)
	cookieFiles(masked, counts)
	hashes(masked, counts)
	tokens(masked, counts)
	text = v.with(masked)
	if s.home != "" && s.home != s.neutral {
		text = replaceWhole(text, s.home, s.neutral, pathByte, counts, HomePath)
	}
	text = s.people(text, counts)
	if s.user != "" {
		text = replaceWhole(text, s.user, neutralName, wordByte, counts, UserName)
	}
	return text
}

// String is Bytes for a string.
func (s *Scrubber) String(text string, counts Counts) string {
	return string(s.Bytes([]byte(text), counts))
}

// Restore puts the home directory back where Bytes has removed it, so that recorded commands can
// run on this machine.
func (s *Scrubber) Restore(text []byte) []byte {
	if s.home == "" || s.home == s.neutral {
		return bytes.Clone(text)
	}
	return replaceWhole(text, s.neutral, s.home, pathByte, Counts{}, HomePath)
}

// people replaces the names in the paths of home directories.
func (s *Scrubber) people(text []byte, counts Counts) []byte {
	for _, folder := range []string{"/home/", "/Users/", `\Users\`, `\\Users\\`} {
		v := look(text)
		var edits []edit
		for i := 0; ; {
			found := bytes.Index(v.text[i:], []byte(folder))
			if found < 0 {
				break
			}
			whole := i+found == 0 || !pathByte(v.text[i+found-1]) || escaped(v.text, i+found-1) || folder[0] == '\\'
			start := i + found + len(folder)
			for i = start; i < len(v.text) && pathByte(v.text[i]); {
				i++
			}
			if name := string(v.text[start:i]); whole && name != "" && !slices.Contains([]string{neutralName, "Shared", "Public", "runner"}, name) {
				edits = append(edits, edit{start, i, neutralName})
				counts[HomePath]++
			}
		}
		text = v.edited(edits)
	}
	return text
}

// replaceWhole replaces a text, except where the bytes next to it make it a part of
// something longer.
func replaceWhole(text []byte, old, replacement string, part func(byte) bool, counts Counts, kind string) []byte {
	v := look(text)
	var edits []edit
	for end := 0; ; {
		i := bytes.Index(v.text[end:], []byte(old))
		if i < 0 {
			return v.edited(edits)
		}
		start := end + i
		end = start + len(old)
		before := start > 0 && part(v.text[start-1]) && !escaped(v.text, start-1)
		if !before && (end == len(v.text) || !part(v.text[end])) {
			edits = append(edits, edit{start, end, replacement})
			counts[kind]++
		}
	}
}

// escaped reports whether a byte is the letter of an escape such as \n.
func escaped(text []byte, i int) bool { return i > 0 && text[i-1] == '\\' }

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// pathByte reports whether the name of a file may contain a byte.
func pathByte(c byte) bool { return wordByte(c) || c == '-' || c == '.' }

// mask replaces letters and digits by x, X and 0, except in escapes, and reports whether that
// changed anything.
func mask(text []byte) bool {
	changed := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\':
			i = escapeEnd(text, i) - 1
			continue
		case c >= 'a' && c <= 'z' || c >= 0x80:
			// Each byte of a longer character becomes a letter. The text is invalid UTF-8
			// only until the last of them is replaced.
			text[i] = 'x'
		case c >= 'A' && c <= 'Z':
			text[i] = 'X'
		case c >= '0' && c <= '9':
			text[i] = '0'
		}
		changed = changed || text[i] != c
	}
	return changed
}

// escapeEnd returns the end of the escape that begins with the backslash at i. JSON inside JSON has
// several backslashes before the letter.
func escapeEnd(text []byte, i int) int {
	i = past(text, i, `\`)
	if i < len(text) && text[i] == 'u' {
		return min(i+5, len(text))
	}
	return min(i+1, len(text))
}

// past returns where the first byte from i on is that is none of some signs, or the end of the text.
func past(text []byte, i int, signs string) int {
	for i < len(text) && strings.IndexByte(signs, text[i]) >= 0 {
		i++
	}
	return i
}

// until returns where the first of some signs is from i on, or the end of the text.
func until(text []byte, i int, signs string) int {
	for i < len(text) && strings.IndexByte(signs, text[i]) < 0 {
		i++
	}
	return i
}

// take masks and counts.
func take(text []byte, counts Counts, kind string) {
	if mask(text) {
		counts[kind]++
	}
}
