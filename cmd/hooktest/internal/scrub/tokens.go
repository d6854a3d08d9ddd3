package scrub

import (
	"bytes"
	"math"
)

// A service has keys that begin alike.
type service struct {
	prefix string
	// least is how many characters follow at least.
	least int
}

// services are those whose keys can be told by how they begin, longer beginnings in
// front of shorter ones.
var services = []service{
	{"AKIA", 16},
	{"ASIA", 16},
	{"github_pat_", 22},
	{"ghp_", 30},
	{"gho_", 30},
	{"ghu_", 30},
	{"ghs_", 30},
	{"ghr_", 30},
	{"glpat-", 16},
	{"xoxb-", 10},
	{"xoxp-", 10},
	{"xoxa-", 10},
	{"xoxr-", 10},
	{"xoxs-", 10},
	{"xapp-", 10},
	{"sk-ant-", 16},
	{"sk-proj-", 16},
	{"sk-", 20},
	{"sk_live_", 16},
	{"sk_test_", 16},
	{"rk_live_", 16},
	{"whsec_", 16},
	{"AIza", 30},
	{"npm_", 30},
	{"hf_", 30},
	{"pypi-", 30},
	{"dop_v1_", 30},
}

// ids begin names that agents and their models draw for calls and messages, which are
// no secrets, and by which one payload finds another.
var ids = []string{"toolu_", "call_", "msg_", "req_", "resp_", "run_"}

// tokens masks keys of services, web tokens, and what looks drawn by lot.
func tokens(text []byte, counts Counts) {
	for i := 0; i < len(text); {
		if text[i] == '\\' {
			// The letter of an escape, such as the n of \n, does not belong to the word
			// behind it.
			i = escapeEnd(text, i)
			continue
		}
		if !tokenByte(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && tokenByte(text[end]) {
			end++
		}
		i = takeToken(text, i, end, counts)
	}
}

func tokenByte(c byte) bool { return c == '-' || c == '_' || c < 0x80 && wordByte(c) }

// takeToken looks at one word, and gives where to go on.
func takeToken(text []byte, start, end int, counts Counts) int {
	word := text[start:end]
	if bytes.HasPrefix(word, []byte("eyJ")) {
		if behind := webTokenEnd(text, end); behind > 0 {
			// The first characters, eyJ, stay: every web token has them.
			take(text[start+len("eyJ"):behind], counts, WebToken)
			return behind
		}
	}
	for _, s := range services {
		if key, ok := bytes.CutPrefix(word, []byte(s.prefix)); ok && len(key) >= s.least && bytes.ContainsAny(key, "0123456789") {
			take(key, counts, ServiceKey)
			return end
		}
	}
	for _, id := range ids {
		if bytes.HasPrefix(word, []byte(id)) {
			return end
		}
	}
	for piece := start; piece < end; {
		behind := piece
		for behind < end && text[behind] != '-' && text[behind] != '_' {
			behind++
		}
		if drawn(text[piece:behind]) {
			take(text[piece:behind], counts, Drawn)
		}
		piece = behind + 1
	}
	return end
}

// webTokenEnd is where the three parts of a web token end whose first ends at i; 0
// where it is none.
func webTokenEnd(text []byte, i int) int {
	for part := 0; part < 2; part++ {
		if i >= len(text) || text[i] != '.' {
			return 0
		}
		start := i + 1
		for i = start; i < len(text) && tokenByte(text[i]); i++ {
		}
		if i == start {
			return 0
		}
	}
	return i
}

// drawn tells whether characters look drawn by lot: long, with letters and digits that
// change places all the time, and hardly any that comes more often than others. Words,
// also those that programmers join, have their digits at the end.
func drawn(word []byte) bool {
	const least, leastOfHex = 20, 32
	if len(word) < least || len(word) < leastOfHex && hexadecimal(word) {
		return false
	}
	var seen [256]int
	digits, changes := 0, 0
	for i, c := range word {
		seen[c]++
		if digit(c) {
			digits++
		}
		if i > 0 && digit(c) != digit(word[i-1]) {
			changes++
		}
	}
	if digits < 3 || digits == len(word) || changes < len(word)/8 {
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

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hexadecimal(word []byte) bool {
	return len(bytes.Trim(word, "0123456789abcdefABCDEF")) == 0
}
