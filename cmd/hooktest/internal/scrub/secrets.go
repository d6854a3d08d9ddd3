package scrub

import (
	"bytes"
	"slices"
	"strings"
)

// privateKeys masks the body of a key in PEM or PGP format.
func privateKeys(text []byte, counts Counts) {
	const mark, end = "PRIVATE KEY", "-----END"
	for {
		i := bytes.Index(text, []byte(mark))
		if i < 0 {
			return
		}
		text = bytes.TrimPrefix(text[i+len(mark):], []byte(" BLOCK"))
		var begins bool
		if text, begins = bytes.CutPrefix(text, []byte("-----")); !begins || len(text) == 0 || strings.IndexByte("\\\r\n", text[0]) < 0 {
			// A key begins on a line of its own; this text only mentions one.
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
		// The line that ends the key contains the mark too, and must not begin another.
		if bytes.HasPrefix(text, []byte(end)) {
			if j := bytes.Index(text, []byte(mark)); j >= 0 {
				text = text[j+len(mark):]
			}
		}
	}
}

// A secrecy is the confidence that a named value is a secret.
type secrecy int

const (
	public secrecy = iota
	// likely: a token or key, unless it is short or a number.
	likely
	// always: a password, however short.
	always
)

// The last words of names of secrets, in lower case and without separators. The whole ones are
// compared only with the last word of a name: bypass does not end in pass.
var (
	alwaysSecret = []string{"password", "passwd", "passphrase", "passcode", "passwort", "secret"}
	alwaysWhole  = []string{"pass", "pwd", "pw", "psk", "otp"}
	likelySecret = []string{
		"token", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "appkey", "masterkey", "sharedkey", "sessionkey", "credential", "credentials",
		"signingkey", "encryptionkey", "accountkey", "keybase", "keydata", "licensekey", "authorization", "signature",
	}
	likelyWhole = []string{"auth", "sig"}
)

// secrecyOf judges a name.
func secrecyOf(name string) secrecy {
	// Most words end in none of the last letters of the words above.
	if name == "" || strings.IndexByte("dedtynlsehkwpg", name[len(name)-1]|0x20) < 0 {
		return public
	}
	plain := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
	ends := func(words []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.HasSuffix(plain, word) })
	}
	whole := lastWord(name)
	switch {
	case ends(alwaysSecret), slices.Contains(alwaysWhole, whole):
		return always
	case ends(likelySecret), slices.Contains(likelyWhole, whole), strings.HasSuffix(name, "_KEY"):
		return likely
	}
	return public
}

// lastWord returns the last word of a name such as DB_PASS, dbPass or db-pass, in lower case.
func lastWord(name string) string {
	last := name[strings.LastIndexAny(name, "_-")+1:]
	if last != strings.ToUpper(last) {
		last = last[max(0, strings.LastIndexFunc(last, func(r rune) bool { return r >= 'A' && r <= 'Z' })):]
	}
	return strings.ToLower(last)
}

// named masks the values of names such as password, with any separator: an equals sign, a colon and
// quotes, a space after an option, or an XML tag.
func named(text []byte, counts Counts) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '=', ':':
			name, _ := nameBefore(text, i)
			if strings.EqualFold(name, "cookie") || strings.EqualFold(name, "set-cookie") {
				i = takeCookies(text, i+1, counts)
			} else if sure := secrecyOf(name); sure != public {
				i = takeValue(text, i, sure, counts)
			}
		case '>', '(':
			name, start := nameBefore(text, i)
			inTag := text[i] == '>' && start > 0 && text[start-1] == '<'
			inCall := text[i] == '(' && quoteAt(text, i+1) > 0 && !strings.HasPrefix(strings.ToLower(name), "get")
			if sure := secrecyOf(name); sure != public && (inTag || inCall) {
				i = takeValue(text, i, sure, counts)
			}
		case ' ':
			name, start := nameBefore(text, i)
			quoted := i+1 < len(text) && text[i+1] == '\''
			dash := start > 0 && text[start-1] == '-'
			sure := public
			if dash || quoted {
				sure = secrecyOf(name)
			}
			option := dash && sure != public
			// IDENTIFIED BY '…' and PASSWORD '…' are SQL; login and password are of a .netrc.
			sql := quoted && (sure == always || strings.EqualFold(name, "by") && before(text, start, "identified"))
			netrc := name == "password" && before(text, start, "login ") && !before(text, start, ": ")
			if option || sql || netrc || isScheme(name) && before(text, start, "authorization") {
				i = takeValue(text, i, max(sure, likely), counts)
			}
		}
	}
}

// isScheme reports whether a word is an authentication scheme, between a header's name and its
// secret.
func isScheme(word string) bool {
	return slices.ContainsFunc([]string{"bearer", "basic", "token", "digest", "apikey", "bot"}, func(scheme string) bool { return strings.EqualFold(word, scheme) })
}

// before reports whether a word is a little before i.
func before(text []byte, i int, word string) bool {
	return bytes.Contains(bytes.ToLower(text[max(0, i-len(word)-20):i]), []byte(word))
}

// longestName is the maximum length of a name in bytes.
const longestName = 60

// nameBefore returns the name that ends before i, without quotes and spaces.
func nameBefore(text []byte, i int) (name string, start int) {
	end := i
	for end > 0 && strings.IndexByte(` "'\]`, text[end-1]) >= 0 && i-end < 9 {
		end--
	}
	start = end
	for start > 0 && end-start < longestName && (wordByte(text[start-1]) || text[start-1] == '-' && start > 1 && wordByte(text[start-2])) {
		start--
	}
	if start < end && escaped(text, start) {
		start++
	}
	return string(text[start:end]), start
}

// quoteAt returns where the text begins that a quote at i opens, or 0 if there is no quote. In JSON
// inside JSON, backslashes precede the quote.
func quoteAt(text []byte, i int) int {
	start := i
	for start < len(text) && text[start] == '\\' {
		start++
	}
	if start < len(text) && (text[start] == '"' || text[start] == '\'' && start == i) {
		return start + 1
	}
	return 0
}

// takeValue masks the value after the sign at i, if there is one, and returns where to continue.
func takeValue(text []byte, i int, sure secrecy, counts Counts) int {
	start := i
	for start < len(text) && start-i < 3 && strings.IndexByte(":=>(", text[start]) >= 0 {
		start++
	}
	signs := start
	for start < len(text) && (text[start] == ' ' || text[start] == '\t') {
		start++
	}
	if from := quoteAt(text, start); from > 0 {
		end := closing(text, from, text[from-1], from-1-start)
		value := text[from:end]
		if scheme, rest, ok := bytes.Cut(value, []byte(" ")); ok && isScheme(string(scheme)) {
			value = rest
		}
		if credible(value, sure, true) {
			take(value, counts, Named)
			return end
		}
		return from
	}
	end := start
	for end < len(text) && strings.IndexByte(" \t\r\n\"'`,;&|(){}[]<>\\", text[end]) < 0 {
		end++
	}
	value := text[start:end]
	// In a program, a word after a colon or a spaced sign is a type or another name.
	if text[i] != ' ' && text[i] != '>' && (text[i] == ':' || start > signs) && names(value) {
		if rest := bytes.TrimLeft(text[end:], " "); text[i] == ':' && len(rest) > 0 && rest[0] == '=' {
			return takeValue(text, len(text)-len(rest), sure, counts)
		}
		return i
	}
	switch {
	case isScheme(string(value)):
		// The value follows the scheme.
		return start - 1
	case end < len(text) && (text[end] == '(' || text[end] == '['):
		return i
	case text[i] == ':' && len(bytes.Trim(value, "0123456789.eE+-")) == 0 && credible(value, sure, false):
		// A number of JSON must not begin with zeros.
		for j := range value {
			value[j] = '1'
		}
		return end - 1
	case credible(value, sure, false):
		take(value, counts, Named)
		return end - 1
	}
	return i
}

// ordinary are words that describe a password rather than being one.
var ordinary = []string{
	"string", "str", "text", "char", "varchar", "bytes", "byte", "int", "integer", "number", "boolean", "bool", "any", "object", "optional", "required",
	"must", "is", "the", "a", "an", "your", "my", "not", "no", "yes", "ok", "was", "reset", "changed", "expired", "incorrect", "wrong", "invalid", "missing",
	"unknown", "prompt", "env", "file", "hidden", "redacted", "see", "ask", "for", "use", "keep",
}

// names reports whether letters are a type, a variable or a word that describes a secret.
func names(value []byte) bool {
	if len(value) == 0 || bytes.ContainsAny(value, "0123456789!#%*+@^~/$=") {
		return false
	}
	word := strings.ToLower(strings.Trim(string(value), ".?"))
	return slices.Contains(ordinary, word) || secrecyOf(string(value)) != public || bytes.ContainsAny(value, "._") || string(value) != word
}

// closing returns the end of a quoted value.
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
			// The value ends at a quote with as many backslashes as its first quote has, or with
			// fewer, which ends the surrounding text.
			if run < len(text) && text[run] == quote && slashes > 0 && run-end <= slashes {
				return end
			}
			end = run
		}
	}
	return len(text)
}

// credible reports whether a value may be a secret, and not a placeholder, a reference or a number.
func credible(value []byte, sure secrecy, quoted bool) bool {
	if len(value) == 0 || strings.IndexByte("$<{%(-", value[0]) >= 0 || slices.Contains([]string{"null", "true", "false", "None", "undefined"}, string(value)) {
		return false
	}
	for _, reference := range []string{"process.env", "os.environ", "secrets.", "env.", "vars.", "var."} {
		if bytes.HasPrefix(value, []byte(reference)) {
			return false
		}
	}
	if sure == always {
		// PWD is the current folder, too.
		return value[0] != '/' && value[0] != '~' && value[0] != '.'
	}
	// A bare number is a count, as in max_token: 100.
	return len(value) >= 4 && (quoted || len(bytes.Trim(value, "0123456789.")) > 0)
}
