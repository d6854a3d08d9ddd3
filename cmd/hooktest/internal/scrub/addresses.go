package scrub

import (
	"bytes"
	"slices"
	"strings"
)

// attributes of a cookie are not secret.
var attributes = []string{"path", "domain", "expires", "max-age", "samesite"}

// takeCookies masks the values of a header's cookies, and returns where to continue.
func takeCookies(text []byte, i int, counts Counts) int {
	end := past(text, i, " \t")
	if from := quoteAt(text, end); from > 0 {
		end = from
	}
	end = until(text, end, "\r\n\"'\\")
	takePairs(text[i:end], counts)
	return end - 1
}

// takePairs masks the values in name=value; name=value.
func takePairs(text []byte, counts Counts) {
	for pair := range bytes.SplitSeq(text, []byte(";")) {
		name, value, ok := bytes.Cut(pair, []byte("="))
		if ok && !slices.Contains(attributes, strings.ToLower(strings.Trim(string(name), ` "'\`))) && credible(value, always, true) {
			take(value, counts, Named)
		}
	}
}

// cookieFiles masks the values in a cookie file of curl: the seventh field of a line. It comes after
// TRUE or FALSE, a number and a name.
func cookieFiles(text []byte, counts Counts) {
	const longest = 8000
	for i := 0; ; {
		found := bytes.IndexByte(text[i:], 'E')
		if found < 0 {
			return
		}
		i += found + 1
		line := text[i:min(len(text), i+longest)]
		expires := afterTab(line, 0)
		name := past(line, expires, digits)
		if expires == 0 || name == expires || afterTab(line, name) == 0 {
			continue
		}
		name = afterTab(line, name)
		from := afterTab(line, wordEnd(line, name, ".%"))
		if from == 0 {
			continue
		}
		end := until(line, from, "\t\r\n\"\\")
		if credible(line[from:end], always, true) {
			take(line[from:end], counts, Named)
		}
	}
}

// afterTab returns where a tab at i ends, also one of JSON; 0 if there is none.
func afterTab(text []byte, i int) int {
	run := past(text, i, `\`)
	if run < len(text) && (text[run] == '\t' || run > i && text[run] == 't') {
		return run + 1
	}
	return 0
}

// hooksOfChats are addresses whose path is the secret.
var hooksOfChats = []string{"hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/", "webhook.office.com/webhookb2/", "api.telegram.org/bot"}

// inAddresses masks the password in https://name:password@host, a token in place of the name, and
// what follows the first part of a webhook's path.
func inAddresses(text []byte, counts Counts) {
	const mark, longest, leastToken = "://", 512, 20
	for {
		i := bytes.Index(text, []byte(mark))
		if i < 0 {
			return
		}
		text = text[i+len(mark):]
		whole := text[:min(longest, len(text))]
		if end := bytes.IndexAny(whole, " \t\r\n\"'<>\\`"); end >= 0 {
			whole = whole[:end]
		}
		for _, address := range hooksOfChats {
			if secret, ok := bytes.CutPrefix(whole, []byte(address)); ok {
				take(secret, counts, ServiceKey)
			}
		}
		host := whole
		if end := bytes.IndexAny(whole, "/?#"); end >= 0 {
			host = whole[:end]
		}
		colon := bytes.IndexByte(host, ':')
		at := bytes.LastIndexByte(host, '@')
		if last := bytes.LastIndexByte(whole, '@'); at < 0 && colon >= 0 && last > 0 && len(bytes.Trim(host[colon+1:], digits)) > 0 {
			// The password contains a slash; a colon, digits and a slash are a port.
			at = last
		}
		if at < 0 {
			continue
		}
		name, password, _ := bytes.Cut(whole[:at], []byte(":"))
		if credible(password, always, true) || bytes.HasPrefix(password, []byte("/")) {
			take(password, counts, Named)
		}
		// A token may be written where a user's name should be.
		if len(name) >= leastToken && bytes.ContainsAny(name, digits) {
			take(name, counts, Named)
		}
	}
}
