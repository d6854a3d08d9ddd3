package scrub

import (
	"bytes"
	"slices"
	"strings"
)

// An argument of programs is a secret, or contains one.
type argument struct {
	programs []string
	// after is a word that has to come before, such as login.
	after string
	// flags have the secret joined to them or as their next word. Without flags it is any
	// word that is not a flag.
	flags []string
	// joined: only joined to the flag.
	joined bool
	// named: it is the word after the name of a secret.
	named bool
	// from is the sign that the secret comes after, such as the colon of name:password.
	from byte
}

// arguments has the secrets that do not follow a name such as --password, which named finds.
var arguments = []argument{
	{programs: []string{"curl"}, flags: []string{"-u", "--user", "-U", "--proxy-user"}, from: ':'},
	{programs: []string{"curl"}, flags: []string{"-b", "--cookie"}, from: '='},
	{programs: []string{"mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlsh", "mariadb", "mariadb-dump", "7z", "7za", "rar", "unrar"}, flags: []string{"-p"}, joined: true},
	{programs: []string{"sshpass", "mongo", "mongosh", "mongodump", "mongorestore"}, flags: []string{"-p"}},
	{programs: []string{"docker", "podman", "nerdctl", "buildah", "skopeo", "oras", "crane", "helm", "az"}, after: "login", flags: []string{"-p"}},
	{programs: []string{"zip", "unzip", "sqlcmd", "bcp", "mosquitto_pub", "mosquitto_sub"}, flags: []string{"-P"}},
	{programs: []string{"redis-cli"}, flags: []string{"-a", "--pass"}},
	{programs: []string{"ldapsearch", "ldapadd", "ldapmodify", "ldapwhoami"}, flags: []string{"-w"}},
	{programs: []string{"smbclient", "rpcclient"}, flags: []string{"-U", "--user"}, from: '%'},
	{programs: []string{"ssh-keygen"}, flags: []string{"-N", "-P"}},
	{programs: []string{"http", "https", "xh"}, flags: []string{"-a", "--auth"}, from: ':'},
	{programs: []string{"openssl"}, flags: []string{"-k", "-K"}},
	{programs: []string{"openssl"}, flags: []string{"-pass", "-passin", "-passout"}, from: ':'},
	{programs: []string{"xfreerdp", "wfreerdp"}, flags: []string{"/p:"}, joined: true},
	{programs: []string{"vault"}, after: "login"},
	{programs: []string{"gh"}, after: "set", flags: []string{"-b", "--body"}},
	{programs: []string{"aws", "npm", "pnpm", "yarn", "git", "pulumi", "gcloud"}, after: "set", named: true},
}

// readers are commands that read a password from their standard input.
var readers = []string{"--password-stdin", "sudo -S", "chpasswd", "--with-token", "passwd --stdin", "cryptsetup"}

// A command is the state of a command line up to a word.
type command struct {
	// asked are the arguments whose programs have been named; after has the words that must come
	// first.
	asked []*argument
	after []string
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
			for i += len("<<<"); i < len(text) && text[i] == ' '; {
				i++
			}
			if readPassword(line[bytes.LastIndexByte(line, '\n')+1:]) {
				i = takeWord(text, i, 0, counts)
			}
		case b == '\\' || b == '"':
			if c.waits != nil && quoteAt(text, i) > 0 {
				i = takeWord(text, i, c.waits.from, counts)
				c.waits = nil
				continue
			}
			end, ends := pastEscape(text, i)
			if ends || endOfJSON(text, end) {
				c = command{}
			}
			i = end
		case strings.IndexByte("\n;|&()`{}", b) >= 0:
			c = command{}
			i++
		case strings.IndexByte(" \t\r<>,", b) >= 0, b == '\'' && c.waits == nil && !c.piped:
			i++
		default:
			i = c.word(text, i, counts)
		}
	}
}

// pastEscape returns the end of the escape or the quote at i, and whether the command ends with it:
// at a JSON line break, unless a backslash is before it.
func pastEscape(text []byte, i int) (end int, ends bool) {
	run := i
	for run < len(text) && text[run] == '\\' {
		run++
	}
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

// word reads the word at i and returns where to continue.
func (c *command) word(text []byte, i int, counts Counts) int {
	if waits := c.waits; waits != nil || c.piped && text[i] != '-' {
		c.waits = nil
		if waits == nil {
			waits = &argument{}
		}
		return takeWord(text, i, waits.from, counts)
	}
	end := i
	for end < len(text) && strings.IndexByte(" \t\r\n\"'\\;|&()`{}<>,", text[end]) < 0 {
		end++
	}
	word := string(text[i:end])
	for _, a := range c.asked {
		switch {
		case a.after != "" && !slices.Contains(c.after, a.after):
		case a.named && secrecyOf(word) != public:
			c.waits = a
		case a.flags == nil && !a.named && word[0] != '-':
			return takeWord(text, i, 0, counts)
		}
		for _, flag := range a.flags {
			rest, ok := strings.CutPrefix(word, flag)
			long := strings.HasPrefix(flag, "-") && len(flag) > 2
			switch {
			case !ok || a.after != "" && !slices.Contains(c.after, a.after):
			case rest == "" && quoteAt(text, end) > 0:
				return takeWord(text, end, a.from, counts)
			case rest == "" && !a.joined:
				c.waits = a
			case rest != "" && (!long || rest[0] == '='):
				return takeWord(text, end-len(strings.TrimPrefix(rest, "=")), a.from, counts)
			}
		}
	}
	c.note(word, text[end:])
	return end
}

// note records what later words of the command depend on.
func (c *command) note(word string, rest []byte) {
	if len(rest) == 0 || rest[0] != ' ' {
		return
	}
	name := word[strings.LastIndexAny(word, "/=:")+1:]
	if name == "echo" || name == "printf" {
		line, _, _ := bytes.Cut(rest[:min(len(rest), 300)], []byte("\n"))
		printed, next, ok := bytes.Cut(line, []byte("|"))
		c.piped = ok && !bytes.ContainsAny(printed, ";&") && readPassword(next)
	}
	for i := range arguments {
		a := &arguments[i]
		if slices.Contains(a.programs, name) && !slices.Contains(c.asked, a) {
			c.asked = append(c.asked, a)
		}
		if word == a.after && !slices.Contains(c.after, word) {
			c.after = append(c.after, word)
		}
	}
}

// takeWord masks the secret in the word at i, which may be quoted, and returns its end.
func takeWord(text []byte, i int, from byte, counts Counts) int {
	start := max(i, quoteAt(text, i))
	end := start
	if start > i {
		end = closing(text, start, text[start-1], start-1-i)
	}
	for start == i && end < len(text) && strings.IndexByte(" \t\r\n\"';|&()`<>", text[end]) < 0 {
		if text[end] == '\\' {
			run := end
			for run < len(text) && text[run] == '\\' {
				run++
			}
			if run == len(text) || strings.IndexByte("nrt\"'\n", text[run]) >= 0 {
				break
			}
			end = run
		}
		end++
	}
	secret := text[start:end]
	if from == '=' {
		takePairs(secret, counts)
		return end
	}
	if from != 0 {
		name, password, _ := bytes.Cut(secret, []byte{from})
		if string(name) == "env" || string(name) == "file" {
			return end
		}
		if secret = password; len(secret) == 0 && end > start && text[end-1] == from && quoteAt(text, end) > 0 {
			return takeWord(text, end, 0, counts)
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
