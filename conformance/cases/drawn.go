package cases

import (
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// Words map drawn words back to the words of the case file.
type Words map[string]string

// Written returns a text with the words of the case file in place of those drawn.
func (w Words) Written(text string) string {
	if len(w) == 0 {
		return text
	}
	return replaced(text, w)
}

// Drawn returns the case with other words in the outputs of its hooks, its payloads and
// its expectations, and the mapping back: an answer that was recorded with another seed
// is then wrong. A drawn word has the length of the written one and the same place in
// the order of all words. Words with a meaning do not change: names and values of the
// protocol, programs, names of checks, regular expressions, words of fewer than four
// letters. The same seed draws the same words. Seed 0 returns the case as written.
func (c Case) Drawn(seed int64) (Case, Words, error) {
	if seed == 0 {
		return c, nil, nil
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(c.Name))
	random := rand.New(rand.NewPCG(uint64(seed), hash.Sum64()))
	other, back := map[string]string{}, Words{}
	contents := c.contents()
	for _, written := range slices.Sorted(maps.Keys(contents)) {
		word := []byte(written)
		for string(word) == written {
			for i := contents[written]; i < len(word); i++ {
				word[i] = byte('a' + random.IntN(26))
			}
		}
		other[written], back[string(word)] = string(word), written
	}
	lines := strings.SplitAfter(string(c.Text), "\n")
	for i, text := range lines {
		if !c.named(i + 1) {
			lines[i] = replaced(text, other)
		}
	}
	drawn, err := Parse(c.Name+extension, []byte(strings.Join(lines, "")))
	return drawn, back, err
}

// named reports whether a line of the file is a comment of the script or names checks
// or columns, which stay.
func (c Case) named(line int) bool {
	if line > strings.Count(string(c.script), "\n") {
		return false
	}
	text := c.Lines(line, line)
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "table") || opensScope(text)
}

var (
	// key is a name in a JSON text, of an option or a column; programText a command in
	// settings.
	key         = lazyregexp.New(`"([^"\\\n]*)\\?"\s*:|\b(\w+)=|<([a-z-]+)`)
	programText = lazyregexp.New(`"command\\?"\s*:\s*\\?"((?:[^"\\]|\\.)*)"`)
	// outside is a path of a program that does not begin in a folder of the case.
	outside  = lazyregexp.New(`(?:^|[\s'"=<>])(/[^\s'"]+)`)
	hookPath = lazyregexp.New(`\$\{HOOKS\}/[\w-]+`)
)

// replaced replaces words in lower case and words with a capital first letter.
func replaced(text string, words map[string]string) string {
	var out strings.Builder
	for text != "" {
		before, word, after := cutWord(text)
		out.WriteString(before)
		switch other := words[strings.ToLower(word)]; {
		case other == "" || !isContent(word):
			out.WriteString(word)
		case word[0] < 'a':
			out.WriteString(strings.ToUpper(other[:1]) + other[1:])
		default:
			out.WriteString(other)
		}
		text = after
	}
	return out.String()
}

// wordsIn returns the words of a text.
func wordsIn(text string) []string {
	var all []string
	for {
		_, word, after := cutWord(text)
		if word == "" {
			return all
		}
		all, text = append(all, word), after
	}
}

// cutWord cuts a text around its first word of letters, digits and underscores, which is
// "" if there is none. The characters of an escape sequence belong to no word. Every text
// of every run is searched: a regular expression took an eighth of the time of a suite.
func cutWord(text string) (before, word, after string) {
	begin := len(text)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		inWord := r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
		switch {
		case begin < i && !inWord:
			return text[:begin], text[begin:i], text[i:]
		case inWord:
			begin = min(begin, i)
		case r == '\\':
			_, escaped := utf8.DecodeRuneInString(text[i+size:])
			size += escaped
			if rest := text[i+size:]; text[i+1:i+size] == "u" && len(rest) >= 4 && strings.Trim(rest[:4], "0123456789abcdefABCDEF") == "" {
				size += 4
			}
		}
		i += size
	}
	return text[:begin], text[begin:], ""
}

// isContent reports whether a word may be one of a person: at least three lower-case
// letters, with or without a capital before them.
func isContent(word string) bool {
	small := word
	if word != "" && 'A' <= word[0] && word[0] <= 'Z' {
		small = word[1:]
	}
	return len(small) >= 3 && strings.Trim(small, "abcdefghijklmnopqrstuvwxyz") == ""
}

// meanings are the arguments of commands, counted from 0, that are not contents: names
// of events and members, operators.
var meanings = map[string][]int{
	"want": {0, 1}, "saw": {1, 2}, "file": {1}, "logged": {0}, "on": {0}, "fire": {0}, "plan": {0}, "burst": {1}, "switch": {0},
	"output": {0, 1}, "aggregate": {0}, "chain": {0}, "translate": {0}, "access": {0}, "environ": {0, 1, 2, 3, 4, 5, 6, 7},
}

// assertions are the commands whose arguments are expected results.
var assertions = []string{"want", "saw", "file", "warned", "logged", "told"}

// note adds the words of texts to a set, in lower case.
func note(words map[string]bool, texts []string) {
	for _, text := range texts {
		for _, t := range wordsIn(text) {
			words[strings.ToLower(t)] = true
		}
	}
}

// contents returns the words of the case, in lower case, that may be replaced, each with
// the number of leading letters to keep: enough to distinguish it from all other words.
func (c Case) contents() map[string]int {
	kept, said := map[string]bool{}, map[string]bool{}
	keep := func(texts ...string) { note(kept, texts) }
	keep(vocabulary)
	for _, s := range c.Scopes {
		keep(s.Check)
	}
	for _, s := range c.Script {
		keep(s.Command)
		if !slices.Contains(assertions, s.Command) {
			note(said, s.Args)
		}
		for _, i := range meanings[s.Command] {
			if i < len(s.Args) {
				keep(s.Args[i])
			}
		}
		for i, arg := range s.Args {
			if strings.HasPrefix(arg, "matching=") || i > 0 && s.Args[i-1] == "matches" {
				keep(arg)
			}
		}
	}
	var tokens []string
	for i, text := range strings.Split(string(c.Text), "\n") {
		if !c.named(i + 1) {
			tokens = append(tokens, wordsIn(text)...)
		}
		for _, found := range key.FindAllStringSubmatch(text, -1) {
			keep(found[1:]...)
		}
		for _, found := range programText.FindAllStringSubmatch(text, -1) {
			keep(hookPath.ReplaceAllString(found[1], ""))
		}
	}
	hooks := c.Hooks()
	for _, f := range c.Files {
		note(said, []string{f.Text})
		if slices.Contains(hooks, f.Name) || strings.HasPrefix(f.Text, "#!") {
			keep(unquoted(f.Text))
			for _, found := range outside.FindAllStringSubmatch(f.Text, -1) {
				keep(found[1])
			}
		}
	}
	forms := map[string]bool{}
	for _, t := range tokens {
		forms[t] = true
		if !isContent(t) {
			kept[strings.ToLower(t)] = true
		}
	}
	words := map[string]bool{}
	for form := range forms {
		words[strings.ToLower(form)] = true
	}
	all := slices.Sorted(maps.Keys(words))
	contents := map[string]int{}
	for i, word := range all {
		// A word that is only asserted does not come from the case.
		if kept[word] || !said[word] {
			continue
		}
		begin := 1
		if i > 0 {
			begin = max(begin, 1+common(word, all[i-1]))
		}
		if i+1 < len(all) {
			begin = max(begin, 1+common(word, all[i+1]))
		}
		within := slices.ContainsFunc(all, func(other string) bool {
			return len(other) > 2 && other != word && (strings.Contains(word, other) || strings.Contains(other, word))
		})
		if len(word) > 3 && begin+2 <= len(word) && !within {
			contents[word] = begin
		}
	}
	return contents
}

// common returns the length of the common prefix of two words.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// unquoted returns the text outside the quotes of a program.
func unquoted(program string) string {
	var out strings.Builder
	quote := byte(0)
	for i := 0; i < len(program); i++ {
		switch b := program[i]; {
		case b == '\\' && quote != '\'':
			i++
		case quote == 0 && (b == '\'' || b == '"'):
			quote = b
		case quote == b:
			quote = 0
		case quote == 0:
			out.WriteByte(b)
		}
	}
	return out.String()
}
