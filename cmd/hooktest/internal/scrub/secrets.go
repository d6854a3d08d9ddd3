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

// The final words of names of secrets, in lower case and without separators. The whole ones are
// compared only with the last word of a name: bypass does not end in pass.
var (
	alwaysSecret = []string{"password", "passwords", "passwd", "passphrase", "passcode", "secret", "secretstring", "sshpass", "storepass", "keypass", "passwort", "kennwort", "motdepasse", "contraseña", "senha", "пароль", "密码", "mfacode", "otpcode"}
	alwaysWhole  = []string{"pass", "pwd", "pw", "psk", "otp", "pin"}
	likelySecret = []string{
		"token", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "appkey", "masterkey", "sharedkey", "sessionkey", "credential", "credentials",
		"signingkey", "encryptionkey", "subscriptionkey", "accountkey", "keybase", "keydata", "licensekey", "authorization", "signature", "phpsessid", "jsessionid", "bwsession",
	}
	likelyWhole = []string{"auth", "sig"}
)

// secrecyOf judges a name.
func secrecyOf(name string) secrecy {
	// Most words end in none of the last letters of the words above.
	if name == "" || name[len(name)-1] < 0x80 && strings.IndexByte("adetynlshkwpg", name[len(name)-1]|0x20) < 0 {
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
			name, start := nameBefore(text, i)
			sure := secrecyOf(name)
			if strings.EqualFold(name, "value") || name == "default" {
				sure = ofPair(text, start)
			}
			switch {
			case strings.EqualFold(name, "cookie") || strings.EqualFold(name, "set-cookie"):
				i = takeCookies(text, i+1, counts)
			case sure == likely && strings.HasSuffix(strings.ToLower(name), "authorization"):
				i = takeValue(text, max(i, schemeEnd(text, i+1)), sure, counts)
			case sure != public:
				i = takeValue(text, i, sure, counts)
			case text[i] == '=' && before(text, start, "set password for"):
				i = takeValue(text, i, always, counts)
			case bytes.HasPrefix(text[i:], []byte(":thin:")):
				i = takeWord(text, i+len(":thin:"), "/", counts)
			case bytes.HasPrefix(text[i:], []byte(":5432:")):
				i = takeEntry(text, i+len(":5432:"), counts)
			}
		case ',':
			if next := nextElement(text, i); next > 0 {
				if sure := ofArgument(text, i); sure != public {
					i = takeValue(text, next-1, sure, counts)
				}
			}
		case '>', '(':
			name, start := nameBefore(text, i)
			inTag := text[i] == '>' && start > 0 && text[start-1] == '<'
			inCall := text[i] == '(' && quoteAt(text, i+1) > 0 && !strings.HasPrefix(strings.ToLower(name), "get")
			sure := secrecyOf(name)
			if inTag && strings.EqualFold(name, "value") {
				sure = ofPair(text, start)
			}
			if sure != public && (inTag || inCall) {
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
			netrc := name == "password" && afterLogin(text, start)
			typed := name == "send" && quoteAt(text, i+1) > 0 && before(text, start, "assword")
			if option || sql || netrc || typed || isScheme(name) && before(text, start, "authorization") {
				i = takeValue(text, i, max(sure, likely), counts)
			}
		}
	}
}

// isScheme reports whether a word is an authentication scheme, between a header's name and its
// secret.
func isScheme(word string) bool {
	return slices.ContainsFunc([]string{"bearer", "basic", "token", "digest", "apikey", "bot", "jwt", "ssws", "negotiate", "ntlm", "oauth", "hmac", "sharedkey"}, func(scheme string) bool { return strings.EqualFold(word, scheme) })
}

// before reports whether a word is a little before i.
func before(text []byte, i int, word string) bool {
	const little = 30
	return bytes.Contains(bytes.ToLower(text[max(0, i-len(word)-little):i]), []byte(word))
}

// schemeEnd returns the space between an authentication scheme at i and a single word that looks like
// a secret, or 0: services invent schemes.
func schemeEnd(text []byte, i int) int {
	i = past(text, i, " ")
	end := wordEnd(text[:min(len(text), i+longestName)], i, ":")
	if end == i || end+1 >= len(text) || text[end] != ' ' {
		return 0
	}
	word, _, _ := bytes.Cut(text[end+1:min(len(text), end+longestToken)], []byte("\n"))
	if over := bytes.IndexAny(word, "\r\"'\\"); over >= 0 {
		word = word[:over]
	}
	if len(word) == 0 || bytes.ContainsAny(word, " ,") || pairSign(text, word, end+1+len(word)) || !bytes.ContainsAny(word, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ=") {
		return 0
	}
	return end
}

// pairSign reports whether a word that ends at end is a name of a secret with an equals sign, and
// its value follows in quotes.
func pairSign(text, word []byte, end int) bool {
	name, ok := bytes.CutSuffix(word, []byte("="))
	return ok && quoteAt(text, end) > 0 && secrecyOf(string(name)) != public
}

// ofPair judges the value in {"name": "DB_PASSWORD", "value": "…"}, in any notation. The word
// value is at i.
func ofPair(text []byte, i int) secrecy {
	for i > 0 && (strings.IndexByte(" \t\r\n\"',{<>:\\", text[i-1]) >= 0 || i > 1 && text[i-1] == 'n' && text[i-2] == '\\') {
		i--
	}
	name, _ := nameBefore(text, i)
	if strings.EqualFold(name, "token") {
		// The kind of a parser's result.
		return public
	}
	return secrecyOf(name)
}

// ofArgument judges the argument after the comma at i, in ["--password", "…"],
// define('DB_PASSWORD', '…') and BasicAuth("me", "…").
func ofArgument(text []byte, i int) secrecy {
	name, start := nameBefore(text, i)
	sure := secrecyOf(name)
	if sure != public && start > 0 && text[start-1] == '-' {
		return sure
	}
	for start > 0 && strings.IndexByte(`"'\`, text[start-1]) >= 0 {
		start--
	}
	if start == 0 || text[start-1] != '(' {
		return public
	}
	if name == strings.ToUpper(name) || strings.Contains(name, "-") {
		return sure
	}
	for start--; start > 0 && strings.IndexByte(" =", text[start-1]) >= 0; {
		start--
	}
	function, _ := nameBefore(text, start)
	if function = strings.ToLower(function); strings.HasSuffix(function, "auth") || strings.HasSuffix(function, "credentials") {
		return always
	}
	return public
}

// afterLogin reports whether the words before i are login and a name, as in a .netrc.
func afterLogin(text []byte, i int) bool {
	words := bytes.Fields(text[max(0, i-longestName):i])
	return len(words) > 1 && bytes.HasSuffix(words[len(words)-2], []byte("login"))
}

// takeEntry masks the password in what follows a .pgpass entry's port, and returns where to
// continue.
func takeEntry(text []byte, i int, counts Counts) int {
	end := until(text[:min(len(text), i+longestToken)], i, " \t\r\n\"'\\")
	if fields := bytes.SplitN(text[i:end], []byte(":"), 3); len(fields) == 3 && credible(fields[2], always, true) {
		take(fields[2], counts, Named)
		return end - 1
	}
	return i - 1
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
	start := past(text, i, `\`)
	if start < len(text) && (text[start] == '"' || text[start] == '\'' && start == i) {
		return start + 1
	}
	return 0
}

// takeValue masks the value after the sign at i, if there is one, and returns where to continue.
func takeValue(text []byte, i int, sure secrecy, counts Counts) int {
	start := i
	for start < len(text) && start-i < 3 && (strings.IndexByte(":=>(", text[start]) >= 0 || start == i && text[i] == ',') {
		start++
	}
	signs := start
	// Markdown has a name in stars.
	start = past(text, start, " \t*")
	if start < len(text) && text[start] == '[' && sure == always && quoteAt(text, start+1) > 0 {
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
	if start < len(text) && text[start] == '`' && bytes.IndexByte(text[start+1:], '`') > 0 {
		start++
	}
	end := until(text, start, " \t\r\n\"'`,;&|(){}[]<>\\")
	value := text[start:end]
	if pairSign(text, value, end) || len(value) > 0 && text[start-1] == '`' && text[end] != '`' {
		// In backquotes with spaces, a command prints the value.
		return i
	}
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
	"await", "async", "new", "function",
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
			run := past(text, end, `\`)
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
