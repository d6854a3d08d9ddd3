package scrub

import (
	"bytes"
	"strings"
)

// privateKeys masks what stands between the lines that begin and end a key.
func privateKeys(text []byte, counts Counts) {
	const mark, end = "PRIVATE KEY-----", "-----END"
	for {
		i := bytes.Index(text, []byte(mark))
		if i < 0 {
			return
		}
		text = text[i+len(mark):]
		if len(text) == 0 || strings.IndexByte("\\\r\n", text[0]) < 0 {
			// A key begins on a line of its own; this only speaks of one.
			continue
		}
		body := text
		if j := bytes.Index(text, []byte(end)); j >= 0 {
			body = text[:j]
		}
		if j := bytes.IndexByte(body, '"'); j >= 0 {
			body = body[:j]
		}
		take(body, counts, PrivateKey)
		text = text[len(body):]
		// The line that ends the key has the mark in it, too, and must not begin another
		// key.
		if bytes.HasPrefix(text, []byte(end)) {
			if j := bytes.Index(text, []byte(mark)); j >= 0 {
				text = text[j+len(mark):]
			}
		}
	}
}

// secretive are the words that names of secrets end in, without the signs between
// words.
var secretive = []string{
	"password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "secretkey", "privatekey", "authkey",
	"credential", "credentials", "signingkey", "encryptionkey", "accountkey",
}

// named masks the values behind names such as password, whatever stands between: an
// equals sign, a colon and quotes, or a space behind an option.
func named(text []byte, counts Counts) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '=', ':':
			if name, _ := nameBefore(text, i); !tellsSecret(name) {
				continue
			}
			i = takeValue(text, i, counts)
		case ' ':
			name, start := nameBefore(text, i)
			option := start >= 2 && text[start-1] == '-' && text[start-2] == '-'
			if option && tellsSecret(name) || isScheme(name) && authorizes(text, start) {
				i = takeValue(text, i, counts)
			}
		}
	}
}

// isScheme tells the words that stand between the name of a header and its secret.
func isScheme(word string) bool {
	return strings.EqualFold(word, "bearer") || strings.EqualFold(word, "basic")
}

// authorizes tells whether the scheme that begins at start is that of an Authorization
// header.
func authorizes(text []byte, start int) bool {
	before := bytes.ToLower(text[max(0, start-len("authorization: ")):start])
	return bytes.Contains(before, []byte("authorization"))
}

// longestName is as far back as a name is looked for.
const longestName = 60

// nameBefore is the name that ends in front of i, quotes and spaces aside.
func nameBefore(text []byte, i int) (name string, start int) {
	end := i
	for end > 0 && strings.IndexByte(` "'\`, text[end-1]) >= 0 && i-end < 4 {
		end--
	}
	start = end
	for start > 0 && end-start < longestName && (wordByte(text[start-1]) || text[start-1] == '-' && start > 1 && wordByte(text[start-2])) {
		start--
	}
	return string(text[start:end]), start
}

func tellsSecret(name string) bool {
	plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	for _, word := range secretive {
		if strings.HasSuffix(plain, word) {
			return true
		}
	}
	return false
}

// takeValue masks the value behind the sign at i, if it is one, and gives where to go
// on.
func takeValue(text []byte, i int, counts Counts) int {
	start := i
	for start < len(text) && start-i < 3 && strings.IndexByte(":=>", text[start]) >= 0 {
		start++
	}
	spaced := start
	for start < len(text) && (text[start] == ' ' || text[start] == '\t') {
		start++
	}
	spaced = start - spaced
	// A quote may be written with a backslash, which is more than one where JSON lies
	// within JSON.
	slashes := start
	for start < len(text) && text[start] == '\\' {
		start++
	}
	slashes = start - slashes
	if start == len(text) || slashes > 0 && text[start] != '"' {
		return i
	}
	if quote := text[start]; quote == '"' || quote == '\'' {
		start++
		end := closing(text, start, quote, slashes)
		if value := text[start:end]; credible(value) {
			take(value, counts, Named)
			return end
		}
		return start
	}
	end := start
	for end < len(text) && strings.IndexByte(" \t\r\n\"'`,;&|(){}[]<>\\", text[end]) < 0 {
		end++
	}
	value := text[start:end]
	code := end < len(text) && text[end] == '('
	// In a program, a word behind a colon or a spaced sign is a type or another name.
	if text[i] != ' ' && (text[i] == ':' || spaced > 0) && !bytes.ContainsAny(value, "0123456789!#%*+@^~") {
		code = true
	}
	if isScheme(string(value)) {
		// The value follows the scheme.
		return start - 1
	}
	if !code && credible(value) {
		take(value, counts, Named)
		return end - 1
	}
	return i
}

// closing is where a quoted value ends.
func closing(text []byte, start int, quote byte, slashes int) int {
	for end := start; end < len(text); end++ {
		switch {
		case text[end] == '\n', text[end] == '"':
			return end
		case text[end] == quote && slashes == 0:
			return end
		case text[end] == '\\':
			run := end
			for run < len(text) && text[run] == '\\' {
				run++
			}
			// The value ends at a quote with as many backslashes as its first quote has,
			// or with fewer: that one ends the text around it.
			if run < len(text) && text[run] == quote && slashes > 0 && run-end <= slashes {
				return end
			}
			end = run
		case text[end] == quote:
			return end
		}
	}
	return len(text)
}

// credible tells a value from what stands for one.
func credible(value []byte) bool {
	switch {
	case len(value) < 4, strings.IndexByte("$<{%(-", value[0]) >= 0:
		return false
	case string(value) == "null", string(value) == "true", string(value) == "false", string(value) == "None", string(value) == "undefined":
		return false
	}
	// A value of digits alone is a count, as in max_tokens: 100.
	return len(bytes.Trim(value, "0123456789.")) > 0
}

// inAddresses masks the password of https://name:password@host.
func inAddresses(text []byte, counts Counts) {
	const mark = "://"
	for {
		i := bytes.Index(text, []byte(mark))
		if i < 0 {
			return
		}
		text = text[i+len(mark):]
		end := bytes.IndexAny(text, "/ \t\r\n\"'<>\\")
		if end < 0 {
			end = len(text)
		}
		at := bytes.LastIndexByte(text[:end], '@')
		colon := bytes.IndexByte(text[:max(at, 0)], ':')
		if colon >= 0 && credible(text[colon+1:at]) {
			take(text[colon+1:at], counts, Named)
		}
	}
}
