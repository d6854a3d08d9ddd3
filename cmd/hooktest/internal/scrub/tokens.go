package scrub

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

// A service has keys with a common prefix. A prefix with a dot is for keys with dots.
type service struct {
	prefix string
	// least is the minimum number of characters after the prefix.
	least int
}

// services are those whose keys have a known prefix, longer prefixes before shorter ones.
var services = []service{
	{"AKIA", 16}, {"ASIA", 16}, {"AIza", 30}, {"ya29.", 16}, {"GOCSPX-", 16},
	{"github_pat_", 22}, {"ghp_", 30}, {"gho_", 30}, {"ghu_", 30}, {"ghs_", 30}, {"ghr_", 30},
	{"glpat-", 16}, {"gldt-", 16}, {"glrt-", 16}, {"glptt-", 16}, {"glft-", 16}, {"glcbt-", 16}, {"glsoat-", 16}, {"glimt-", 16}, {"GR1348941", 16}, {"glsa_", 20}, {"glc_", 20},
	{"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"xoxr-", 10}, {"xoxs-", 10}, {"xoxe-", 10}, {"xoxc-", 10}, {"xoxd-", 10}, {"xapp-", 10},
	{"sk-ant-", 16}, {"sk-proj-", 16}, {"sk-", 20}, {"sk_live_", 16}, {"sk_test_", 16}, {"rk_live_", 16}, {"rk_test_", 16}, {"whsec_", 16},
	{"npm_", 30}, {"pypi-", 30}, {"rubygems_", 30}, {"cio", 32}, {"dckr_pat_", 16}, {"dckr_oat_", 16},
	{"hf_", 30}, {"r8_", 30}, {"gsk_", 30}, {"xai-", 30}, {"pplx-", 30},
	{"dop_v1_", 30}, {"doo_v1_", 30}, {"dor_v1_", 30}, {"dapi", 32}, {"hvs.", 20}, {"hvb.", 20}, {"dp.pt.", 20}, {"pul-", 30}, {"sbp_", 30}, {"lin_api_", 20},
	{"ntn_", 30}, {"secret_", 30}, {"figd_", 20}, {"shpat_", 30}, {"shpss_", 30}, {"shpca_", 30}, {"shppa_", 30}, {"sq0atp-", 20}, {"sq0csp-", 20},
	{"pscale_tkn_", 20}, {"pscale_pw_", 20}, {"sntrys_", 20}, {"sntryu_", 20}, {"NRAK-", 20}, {"PMAK-", 20}, {"HRKU-", 20}, {"FlyV1", 20}, {"fm2_", 20},
	{"CCIPAT_", 20}, {"bkua_", 30}, {"sqp_", 30}, {"squ_", 30}, {"sqa_", 30}, {"tgp_v1_", 30},
	{"key-", 32}, {"AGE-SECRET-KEY-1", 40}, {"SG.", 40}, {"EAAA", 40},
}

// ids are prefixes of names that agents and their models give to calls and messages. They are not
// secrets, and payloads refer to each other by them.
var ids = []string{"toolu_", "call_", "msg_", "req_", "resp_", "run_"}

// digests are prefixes of checksums, public keys and images.
var digests = []string{"sha1-", "sha256-", "sha384-", "sha512-", "h1:", "SHA256:", "AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAE2VjZHNh", "iVBORw0KGgo", "R0lGOD", "9j/4AAQ"}

// identifying are the final words of names whose values are random but public.
var identifying = []string{"id", "uuid", "guid", "sha", "hash", "digest", "integrity", "checksum", "commit", "etag", "revision"}

// tokens masks keys of services, web tokens, and random-looking words.
func tokens(text []byte, counts Counts) {
	for i := 0; i < len(text); {
		if text[i] == '\\' {
			// The letter of an escape, such as the n of \n, does not belong to the word
			// after it.
			i = escapeEnd(text, i)
			continue
		}
		if !tokenByte(text[i]) {
			i++
			continue
		}
		if end := digestEnd(text, i); end > i {
			i = end
			continue
		}
		end := wordEnd(text, i, "")
		if run := base64End(text, i, end); run-i >= leastOfBase64 && base64Drawn(text[i:run]) && !identified(text, i) {
			take(text[i:run], counts, Drawn)
			i = run
			continue
		}
		i = takeToken(text, i, end, counts)
	}
}

// wordEnd returns the end of a word that may also contain the signs in more.
func wordEnd(text []byte, i int, more string) int {
	for i < len(text) && (tokenByte(text[i]) || strings.IndexByte(more, text[i]) >= 0) {
		i++
	}
	return i
}

// digestEnd returns the end of the checksum or the public key at i, or i if there is none.
func digestEnd(text []byte, i int) int {
	for _, prefix := range digests {
		if bytes.HasPrefix(text[i:], []byte(prefix)) {
			return wordEnd(text, i+len(prefix), "+/=")
		}
	}
	return i
}

// identified reports whether the value at i has the name of an identifier.
func identified(text []byte, i int) bool {
	for i > 0 && strings.IndexByte(` "'\`, text[i-1]) >= 0 {
		i--
	}
	if i == 0 || text[i-1] != ':' && text[i-1] != '=' {
		return false
	}
	name, _ := nameBefore(text, i-1)
	return slices.Contains(identifying, lastWord(name))
}

// tokenByte reports whether a token may contain a byte.
func tokenByte(c byte) bool { return c == '-' || c == '_' || c < 0x80 && wordByte(c) }

// shortestKey is the length of the shortest key without dots.
const shortestKey = 15

// longestToken is the maximum length of a token with dots.
const longestToken = 300

// takeToken checks one word, and returns where to continue.
func takeToken(text []byte, start, end int, counts Counts) int {
	word := text[start:end]
	if after := twoMore(text, end, end-start); after > 0 {
		take(text[start:after], counts, ServiceKey)
		return after
	}
	if bytes.HasPrefix(word, []byte("eyJ")) {
		if after := webTokenEnd(text, end); after > 0 {
			// The first characters, eyJ, stay: every web token has them.
			take(text[start+len("eyJ"):after], counts, WebToken)
			return after
		}
	}
	for _, s := range services {
		if len(word) < shortestKey && s.prefix[len(s.prefix)-1] != '.' {
			continue
		}
		whole := word
		if s.prefix == "whsec_" && bytes.HasPrefix(word, []byte(s.prefix)) {
			whole = text[start:wordEnd(text, end, "+/")]
		}
		if s.prefix[len(s.prefix)-1] == '.' && bytes.HasPrefix(text[start:], []byte(s.prefix)) {
			whole = text[start:wordEnd(text[:min(start+longestToken, len(text))], end, ".")]
		}
		if key, ok := bytes.CutPrefix(whole, []byte(s.prefix)); ok && len(key) >= s.least && bytes.ContainsAny(key, digits) {
			take(key, counts, ServiceKey)
			return start + len(whole)
		}
	}
	for _, id := range ids {
		if bytes.HasPrefix(word, []byte(id)) {
			return end
		}
	}
	for piece := start; piece < end; {
		after := until(text[:end], piece, "-_")
		if drawn(text[piece:after]) && !identified(text, start) {
			take(text[piece:after], counts, Drawn)
		}
		piece = after + 1
	}
	return end
}

// twoMore returns the end of the parts of a Discord or an Airtable key, of which first characters
// end at i; 0 if they are not.
func twoMore(text []byte, i, first int) int {
	const leastOfDiscord, stamp, leastOfRest, ofAirtable, rest = 23, 6, 27, 17, 64
	if i == len(text) || text[i] != '.' {
		return 0
	}
	second := wordEnd(text, i+1, "")
	if first == ofAirtable && bytes.HasPrefix(text[i-first:], []byte("pat")) && second-i-1 == rest {
		return second
	}
	if first < leastOfDiscord || second-i-1 != stamp {
		return 0
	}
	if end := webTokenEnd(text, i); end-second > leastOfRest {
		return end
	}
	return 0
}

// webTokenEnd returns the end of a web token's three parts, the first of which ends at i; 0 if it
// is not one.
func webTokenEnd(text []byte, i int) int {
	for part := 0; part < 2; part++ {
		if i >= len(text) || text[i] != '.' {
			return 0
		}
		start := i + 1
		if i = wordEnd(text, start, ""); i == start {
			return 0
		}
	}
	return i
}

// drawn reports whether characters look random: long, with letters and digits that alternate, and
// hardly any repeated ones. Words, also joined ones, have their digits at the end; hexadecimal
// numbers of 160 and 256 bits are the checksums of git and of downloads.
func drawn(word []byte) bool {
	const least, leastOfHex = 20, 32
	if len(word) < least || hexadecimal(word) && (len(word) < leastOfHex || len(word) == 40 || len(word) == 64 || len(word) == 128) {
		return false
	}
	var seen [256]int
	figures, changes := 0, 0
	for i, c := range word {
		seen[c]++
		if digit(c) {
			figures++
		}
		if i > 0 && digit(c) != digit(word[i-1]) {
			changes++
		}
	}
	if figures < 3 || figures == len(word) || changes < len(word)/8 {
		return false
	}
	entropy := 0.0
	for _, n := range seen {
		if n > 0 {
			p := float64(n) / float64(len(word))
			entropy -= p * math.Log2(p)
		}
	}
	return entropy >= 3
}

// base64End returns the end of the base64 text whose first word is from i to end. It returns i for
// a later word, so that each run of words is checked once.
func base64End(text []byte, i, end int) int {
	// After a dot, it is the address of a page or a path.
	if i > 0 && strings.IndexByte("+/.", text[i-1]) >= 0 || end == len(text) || strings.IndexByte("+/", text[end]) < 0 {
		return i
	}
	return wordEnd(text, end, "+/")
}

// leastOfBase64 is the length of a secret key of AWS, whose slashes make it look like a path.
const leastOfBase64 = 40

func base64Drawn(word []byte) bool {
	upper, lower := 0, 0
	for _, c := range word {
		switch {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z':
			lower++
		}
	}
	return min(upper, lower) >= 5 && drawn(word)
}

const digits = "0123456789"

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hexadecimal(word []byte) bool {
	return len(bytes.Trim(word, "0123456789abcdefABCDEF")) == 0
}

// marks are prefixes of password hashes.
var marks = []string{"$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$apr1$", "$argon2", "{SSHA}"}

// hashes masks password hashes.
func hashes(text []byte, counts Counts) {
	for i := 0; i < len(text); i++ {
		if text[i] != '$' && text[i] != '{' {
			continue
		}
		for _, mark := range marks {
			if bytes.HasPrefix(text[i:], []byte(mark)) {
				end := wordEnd(text, i+len(mark), "./$,=+")
				const least = 20
				if end-i >= least {
					take(text[i+len(mark):end], counts, Named)
				}
				i = end - 1
				break
			}
		}
	}
}
