package scrub

import (
	"bytes"
	"slices"
	"strings"
	"sync"
)

// An argument of programs is a secret, or contains one.
type argument struct {
	programs []string
	// after are words of which one has to come before, such as login. A word with a dot at its end
	// is the beginning of one.
	after []string
	// flags have the secret joined to them or as their next word. Without flags it is any
	// word that is not a flag, except the first ones, which skip counts.
	flags []string
	skip  int
	// switches are letters that may be written between a dash and the letter of a flag.
	switches string
	// joined: only joined to the flag.
	joined bool
	// named: it is the word after the name of a secret.
	named bool
	// from is the sign that the secret comes after, such as the colon of name:password.
	from byte
}

// arguments has the secrets that do not follow a name such as --password, which named finds.
var arguments = []argument{
	{programs: []string{"curl"}, flags: []string{"-u", "--user", "-U", "--proxy-user", "-E", "--cert"}, switches: "fgiIkLNOqsSv#", from: ':'},
	{programs: []string{"curl"}, flags: []string{"--oauth2-bearer"}},
	{programs: []string{"curl"}, flags: []string{"-b", "--cookie"}, from: '='},
	{programs: []string{"mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlsh", "mariadb", "mariadb-dump", "7z", "7za", "rar", "unrar"}, flags: []string{"-p"}, joined: true},
	{programs: []string{"sshpass", "mongo", "mongosh", "mongodump", "mongorestore", "twine", "oc", "cqlsh", "cypher-shell", "conan", "useradd", "usermod"}, flags: []string{"-p"}},
	{programs: []string{"docker", "podman", "nerdctl", "buildah", "skopeo", "oras", "crane", "helm", "az"}, after: []string{"login"}, flags: []string{"-p"}},
	{programs: []string{"zip", "unzip", "sqlcmd", "bcp", "isql", "ipmitool", "mosquitto_pub", "mosquitto_sub"}, flags: []string{"-P"}},
	{programs: []string{"redis-cli"}, flags: []string{"-a", "--pass"}},
	{programs: []string{"ldapsearch", "ldapadd", "ldapmodify", "ldapwhoami"}, flags: []string{"-w"}},
	{programs: []string{"smbclient", "rpcclient"}, flags: []string{"-U", "--user"}, from: '%'},
	{programs: []string{"ssh-keygen"}, flags: []string{"-N", "-P"}},
	{programs: []string{"http", "https", "xh"}, flags: []string{"-a", "--auth"}, from: ':'},
	{programs: []string{"openssl"}, flags: []string{"-k", "-K"}},
	{programs: []string{"openssl"}, flags: []string{"-pass", "-passin", "-passout"}, from: ':'},
	{programs: []string{"xfreerdp", "wfreerdp"}, flags: []string{"/p:"}, joined: true},
	{programs: []string{"vault"}, after: []string{"login", "unseal"}},
	{programs: []string{"vault"}, after: []string{"put", "write"}, from: '='},
	{programs: []string{"kubectl", "oc"}, flags: []string{"--from-literal"}, from: '='},
	{programs: []string{"fly", "flyctl"}, after: []string{"secrets"}, from: '='},
	{programs: []string{"aws"}, after: []string{"put-parameter"}, flags: []string{"--value"}},
	{programs: []string{"az"}, after: []string{"secret"}, flags: []string{"--value"}},
	{programs: []string{"az"}, after: []string{"sql"}, flags: []string{"-p"}},
	{programs: []string{"doctl", "vercel"}, flags: []string{"-t"}},
	{programs: []string{"dotnet", "nuget"}, after: []string{"push"}, flags: []string{"-k"}},
	{programs: []string{"skopeo", "buildah", "podman"}, flags: []string{"--creds", "--src-creds", "--dest-creds"}, from: ':'},
	{programs: []string{"mvn", "mvnw", "gradle", "gradlew", "sonar-scanner"}, flags: []string{"-Dsonar.login"}},
	{programs: []string{"security"}, flags: []string{"-w", "-p", "-P", "-k"}},
	{programs: []string{"snmpwalk", "snmpget", "snmpset"}, flags: []string{"-A", "-X"}},
	{programs: []string{"ftp", "lftp"}, flags: []string{"-u"}, from: ','},
	{programs: []string{"sqlplus", "expdp", "impdp", "sqlldr", "rman"}, from: '/'},
	{programs: []string{"bundle"}, after: []string{"config"}, from: ':'},
	{programs: []string{"ConvertTo-SecureString", "requirepass", "masterauth"}},
	{programs: []string{"cargo", "snyk", "ngrok", "bw", "rclone", "ansible-vault", "redis-cli"}, after: []string{"login", "auth", "authtoken", "add-authtoken", "unlock", "obscure", "encrypt_string", "AUTH"}},
	{programs: []string{"openssl"}, after: []string{"passwd"}},
	{programs: []string{"qpdf"}, after: []string{"--encrypt"}},
	{programs: []string{"wpa_passphrase", "htpasswd"}, skip: 1},
	{programs: []string{"rabbitmqctl", "net"}, after: []string{"add_user", "change_password", "user"}, skip: 1},
	{programs: []string{"composer", "poetry"}, after: []string{"http-basic."}, skip: 1},
	{programs: []string{"composer", "poetry"}, after: []string{"pypi-token.", "github-oauth.", "gitlab-token.", "bearer."}},
	{programs: []string{"pulumi"}, after: []string{"--secret"}, skip: 1},
	{programs: []string{"mc", "net"}, after: []string{"alias", "use"}, skip: 3},
	{programs: []string{"setx", "setenv", "ENV", "nmcli", "rclone", "mysqladmin", "pdftk", "netlify"}, named: true},
	{programs: []string{"git"}, after: []string{"config"}, named: true},
	{programs: []string{"set"}, after: []string{"-x", "-gx", "-Ux"}, named: true},
	{programs: []string{"gh"}, after: []string{"set"}, flags: []string{"-b", "--body"}},
	{programs: []string{"aws", "npm", "pnpm", "yarn", "git", "pulumi", "gcloud"}, after: []string{"set"}, named: true},
}

// readers are commands that read a password from their standard input.
var readers = []string{
	"--password-stdin", "--passphrase-fd", "sudo -S", "chpasswd", "--with-token", "| passwd ", "| sudo passwd ", "cryptsetup", "kinit", "ssh-add",
	"secret set", "secret put", "secret create", "secrets create", "versions add", "vercel env add",
}

// byWord has the arguments of each program, and with an empty list the words of after.
var byWord = sync.OnceValue(func() map[string][]*argument {
	words := map[string][]*argument{}
	for i := range arguments {
		a := &arguments[i]
		for _, word := range a.after {
			if _, known := words[word]; !known {
				words[word] = nil
			}
		}
		for _, program := range a.programs {
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
				i = takeWord(text, i, 0, counts)
			}
		case b == '\\' || b == '"':
			if c.waits != nil && quoteAt(text, i) > 0 && !endsElement(text, i) {
				i = takeWord(text, i, c.waits.from, counts)
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
		return takeWord(text, i, waits.from, counts)
	}
	end := until(text, i, " \t\r\n\"'\\;|&()`{}<>,")
	word := string(text[i:end])
	for _, a := range c.asked {
		if len(a.after) > 0 && !slices.ContainsFunc(a.after, func(word string) bool { return slices.Contains(c.after, word) }) {
			continue
		}
		switch {
		case a.named && word[0] != '-' && secrecyOf(word) != public:
			c.waits = a
		case a.flags == nil && !a.named && word[0] != '-' && c.plain >= a.skip:
			return takeWord(text, i, a.from, counts)
		}
		for _, flag := range a.flags {
			rest, ok := strings.CutPrefix(word, flag)
			long := strings.HasPrefix(flag, "-") && len(flag) > 2
			if several := strings.TrimLeft(strings.TrimPrefix(word, "-"), a.switches); len(flag) == 2 && word[0] == '-' && several == flag[1:] {
				rest, ok = "", true
			}
			switch {
			case !ok:
			case rest == "" && quoteAt(text, end) > 0 && !endsElement(text, end):
				return takeWord(text, end, a.from, counts)
			case rest == "" && !a.joined:
				c.waits = a
			case rest != "" && (!long || rest[0] == '='):
				return takeWord(text, end-len(strings.TrimPrefix(rest, "=")), a.from, counts)
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
func takeWord(text []byte, i int, from byte, counts Counts) int {
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
