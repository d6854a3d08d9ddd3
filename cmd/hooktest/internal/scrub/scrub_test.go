package scrub_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
)

// The keys here are random, made for these tests and open nothing. They are joined from parts where
// a scanner for leaked keys would report them.
func TestSecretsAreTakenOut(t *testing.T) {
	tests := []struct{ name, in, want, kind, reason string }{
		{"AWS key", "AKIA" + "Q3EGRV7TZK2PWX4M", "AKIAX0XXXX0XXX0XXX0X", scrub.ServiceKey, "its first four letters say what it is"},
		{"GitHub token", "ghp_" + "a8Kd02LmzQ7vXe9RtYbW3nUcHs5fGjP1oI6k", "ghp_x0Xx00XxxX0xXx0XxXxX0xXxXx0xXxX0xX0x", scrub.ServiceKey, "a hook that looks for such tokens still finds one"},
		{"fine-grained GitHub token", "github_pat_" + "11ABCDE2Y0a8Kd02LmzQ7v_XE9RtYb", "github_pat_00XXXXX0X0x0Xx00XxxX0x_XX0XxXx", scrub.ServiceKey, "the longer beginning"},
		{"Slack token", "xoxb-" + "1234567890-abcDEF", "xoxb-0000000000-xxxXXX", scrub.ServiceKey, "dashes are parts of it"},
		{"OpenAI key", "sk-" + "a8Kd02LmzQ7vXe9RtYbW3nUc", "sk-x0Xx00XxxX0xXx0XxXxX0xXx", scrub.ServiceKey, "the short beginning needs more after it"},
		{"Anthropic key", "sk-ant-" + "api03-a8Kd02LmzQ7vXe9R", "sk-ant-xxx00-x0Xx00XxxX0xXx0X", scrub.ServiceKey, "more than one word after the beginning"},
		{"key after an escape", `"a\n` + "AKIA" + `Q3EGRV7TZK2PWX4M"`, `"a\nAKIAX0XXXX0XXX0XXX0X"`, scrub.ServiceKey, "the n of the escape is not its first letter"},
		{"web token", "eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.a8Kd02LmzQ", "eyJxxXxxXxXXXxX0XxX0.xxXxxXXxXxXxXx0.x0Xx00XxxX", scrub.WebToken, "all three parts"},
		{"private key", `"-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\n"`, `"-----BEGIN RSA PRIVATE KEY-----\nXXXXxx\n-----END RSA PRIVATE KEY-----\n"`, scrub.PrivateKey, "in JSON, with its line ends"},
		{"private key without an end", `{"a":"-----BEGIN PRIVATE KEY-----\nMIIEow","b":1}`, `{"a":"-----BEGIN PRIVATE KEY-----\nXXXXxx","b":1}`, scrub.PrivateKey, "no further than its text"},
		{"assignment", "export DB_PASSWORD=hunter2 && x", "export DB_PASSWORD=xxxxxx0 && x", scrub.Named, "a name that ends in password"},
		{"JSON field", `{"clientSecret":"correct horse"}`, `{"clientSecret":"xxxxxxx xxxxx"}`, scrub.Named, "to the end of its quotes"},
		{"JSON within JSON", `{"a":"{\"api_key\": \"horse\\n9\"}"}`, `{"a":"{\"api_key\": \"xxxxx\\n0\"}"}`, scrub.Named, "quotes with a backslash"},
		{"YAML", "password: hunter2\nuser: x", "password: xxxxxx0\nuser: x", scrub.Named, "a value without quotes"},
		{"option", "mysql --password hunter2 -e x", "mysql --password xxxxxx0 -e x", scrub.Named, "a space after an option"},
		{"program", "token := 'horse'", "token := 'xxxxx'", scrub.Named, "the sign of some languages"},
		{"header", `curl -H "Authorization: Bearer correct.horse1"`, `curl -H "Authorization: Bearer xxxxxxx.xxxxx0"`, scrub.Named, "after the scheme"},
		{"address", "git clone https://me:horse@example.com/x", "git clone https://me:xxxxx@example.com/x", scrub.Named, "the name stays"},
		{"random token", "X-Thing: q8Kd02LmzQ7vXe9RtYbW", "X-Thing: x0Xx00XxxX0xXx0XxXxX", scrub.Drawn, "nothing shows whose it is"},
		{"random hexadecimal", "3f2a9c41d07b8e65a1f4c2d93b7e0856", "0x0x0x00x00x0x00x0x0x0x00x0x0000", scrub.Drawn, "128 bits"},
		{"own home", `{"cwd":"/data/people/jane/w"}`, `{"cwd":"/home/user/w"}`, scrub.HomePath, "in any place"},
		{"another's home", "cat /home/bob/.ssh/config", "cat /home/user/.ssh/config", scrub.HomePath, "of anybody"},
		{"home of macOS", "/Users/bob/x", "/Users/user/x", scrub.HomePath, "in its own form"},
		{"home of Windows", `{"p":"C:\\Users\\bob\\x"}`, `{"p":"C:\\Users\\user\\x"}`, scrub.HomePath, "as JSON writes it"},
		{"name", `"by jane, jane\nDoe"`, `"by user, user\nDoe"`, scrub.UserName, "as a word of its own"},
	}
	s := scrub.New("/data/people/jane", "jane")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			counts := scrub.Counts{}
			assert.Equal(t, tt.want, s.String(tt.in, counts), tt.reason)
			assert.Contains(t, counts.Kinds(), tt.kind)

			again := scrub.Counts{}
			assert.Equal(t, tt.want, s.String(tt.want, again), "what is scrubbed stays")
			assert.Empty(t, again, "and counts no more")
		})
	}
}

func TestTheRestStays(t *testing.T) {
	tests := []struct{ name, text, reason string }{
		{"session", `{"session_id":"7f3d9a52-0c1b-4e8a-9d6f-2b5c8e1a4f70"}`, "an id that distinguishes payloads"},
		{"call", "toolu_01A09q90qw90lq917835lq9", "an id by which a result finds its call"},
		{"number of tokens", `{"max_tokens": 4096, "token": 12345}`, "numbers are not secrets"},
		{"type", "password: string; secret: Token", "a word after a colon is a type"},
		{"call of a function", "token = getToken(x)", "a program that has a secret, not the secret"},
		{"variable", `password="$PASSWORD" token=${TOKEN}`, "the name of one"},
		{"absent", `{"password":null,"secret":"null"}`, "no value at all"},
		{"option after an option", "login --token --verbose", "not a value"},
		{"prose", "the bearer of news has a token of trust; a basic idea", "words"},
		{"identifier", "getUserAccountSettingsFromDatabaseVersion2", "only its end has digits"},
		{"kebab case", "very-long-name-of-a-thing-2-with-3-numbers-14", "short pieces"},
		{"path", "/usr/lib/python3/dist-packages/numpy/core/src", "names of files"},
		{"short hash", "git show 3f2a9c41d0", "what git prints"},
		{"another folder", "/data/people/janet/w /srv/home/x", "only the beginning is the same"},
		{"part of a word", "janet and mary-janeway", "no word of its own"},
		{"machine's home", "/home/user/x /Users/Shared", "no person's home"},
		{"key in a pattern", "grep -q 'BEGIN RSA PRIVATE KEY-----' x && cat y", "only mentions a key"},
		{"beginning of a key", "sk-learn and ghp_token and hf_hub", "too short"},
		{"git's hash", "git revert 3f2a9c41d07b8e65a1f4c2d93b7e08563f2a9c41", "40 digits name a commit"},
		{"SHA-256", "3f2a9c41d07b8e65a1f4c2d93b7e08563f2a9c41d07b8e65a1f4c2d93b7e0856  a.tar.gz", "64 digits are a checksum"},
		{"digest of an image", "FROM alpine@sha256:3f2a9c41d07b8e65a1f4c2d93b7e08563f2a9c41d07b8e65a1f4c2d93b7e0856", "everybody has it"},
		{"integrity", `"integrity": "sha512-q8Kd02LmzQ7vXe9RtYbW3nUcHs5fGjP1oI6k/Xw2+a8Kd02LmzQ7vXe9Rt=="`, "a checksum of npm"},
		{"go.sum", "example.com/x v1.0.0 h1:q8Kd02LmzQ7vXe9RtYbW3nUcHs5fGjP1oI6kXw2a8Kd=", "a checksum of Go"},
		{"public key of ssh", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIq8Kd02LmzQ7vXe9RtYbW3nUcHs5fGjP1oI6k me@example.com", "it is public"},
		{"name of an identifier", `{"request_id":"q8Kd02LmzQ7vXe9RtYbW"}`, "a result finds its call by it"},
		{"UUID in an address", "https://example.com/v1/7f3d9a52-0c1b-4e8a-9d6f-2b5c8e1a4f70?x=1", "short pieces"},
		{"current folder", `PWD=/srv/work OLDPWD=/srv {"pwd":"/srv/work"}`, "a folder, not a password"},
		{"port", "docker run -p 8080:80 -p 9090:90 web", "-p is a port unless it is login"},
		{"port of ssh", "ssh -p 2222 me@example.com; mysql -P 3306 -h h", "other flags"},
		{"folder of mkdir", "mkdir -p src/app && cp -pr a b", "-p means something else"},
		{"user alone", "curl -u me https://example.com -o out", "curl asks for the password"},
		{"file of cookies", "curl -b cookies.txt -c cookies.txt https://example.com", "a file's name"},
		{"variables", `mysql -p"$DB_PASS" && curl -u "$USER:$TOKEN" https://example.com; sshpass -p ${PW} ssh h`, "names of variables"},
		{"command's output", `docker login -u me -p "$(cat pw)"`, "where it comes from"},
		{"address with a user", "git clone ssh://git@example.com:22/x.git", "no password"},
		{"address with a version", "https://cdn.example.com:8080/npm/vue@3.2.1/dist", "an at sign in the path"},
		{"question", "Enter your password: is it required? The token was invalid.", "prose"},
		{"prose about passwords", "Reset the password: see the file. secret: optional", "prose"},
		{"reference", "api_key = os.environ['KEY']; token: process.env.TOKEN; secret: ${{ secrets.X }}", "where it comes from"},
		{"workflow", "env:\n  TOKEN: ${{ secrets.GITHUB_TOKEN }}", "a reference"},
		{"echo", "echo hello world | grep hello", "no command reads a password"},
		{"bypass", "bypass=never compass=north", "pass is only a part of the word"},
		{"attributes", "Set-Cookie: ; Path=/; Domain=example.com; SameSite=Lax", "everybody's"},
		{"escapes", `{"a":"caf\u00e9 \u003cb\u003e \/x \ud83d\ude00"}`, "stay as they are written"},
		{"configuration", "git config set user.name jo && npm config set fund false", "public settings"},
		{"option of openssl", "openssl rsa -in k.pem -passin env:PW", "where it comes from"},
		{"path like base64", "usr/local/lib/python3/dist-packages/numpy/core/include/numpy", "names of files"},
		{"mention in JSON", `{"tool_name":"Bash","tool_input":{"command":"ls -la","description":"List -p files"}}`, "a payload"},
		{"not UTF-8", "\xff\xfe ok", "bytes stay as they are"},
		{"address of a commit", "https://github.com/hooktest/hooktest/blob/3f2a9c41d07b8e65a1f4c2d93b7e08563f2a9c41/README.md#L10", "40 digits name a commit"},
		{"image", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "the content of a picture"},
		{"waiting in a program", "const token = await getToken()", "a word of the language"},
		{"names in a list", `{"required":["username","password","email"],"name":"x","value":"y z"}`, "no flag, and no value"},
		{"pair of another name", `{"name":"LOG_LEVEL","value":"debug"} <add key="theme" value="dark"/>`, "public settings"},
		{"result of a parser", `{"type":"token","value":"identifier"}`, "the kind of a word"},
		{"arguments of a call", `assertEqual("token", "expected"); validates("password", "presence")`, "names"},
		{"sentence about a header", "Authorization: see below. The authorization of requests", "words"},
		{"what Vault reads", "vault kv get secret/db && gh secret list && docker login", "no secret is given"},
		{"flags of others", "set -x; mkdir -p a; ssh -p 22 h; net start x; git config user.name jo", "no secret is given"},
		{"fields of a call", `{"tool_name":"Bash","tool_input":{"command":"docker login -u me","description":"Log in"},"session_id":"a1"}`, "what follows in JSON is another field"},
		{"columns", "a:1:2:b:c main.go:12:5:warning TRUE\tx\ty", "no entry of a .pgpass, and no cookies"},
		{"control character in JSON", `{"a":"sshpass -p \u0000"}`, "an escape stays whole"},
	}
	s := scrub.New("/data/people/jane", "jane")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			counts := scrub.Counts{}
			assert.Equal(t, tt.text, s.String(tt.text, counts), tt.reason)
			assert.Empty(t, counts)
		})
	}
}

func TestAccountsOfMachinesAreNotNames(t *testing.T) {
	assert.Equal(t, "run as root", scrub.New("/root", "root").String("run as root", scrub.Counts{}))
}

func TestRestorePutsTheHomeBack(t *testing.T) {
	for _, home := range []string{"/data/people/jane", "/home/jane", "/Users/jane"} {
		s := scrub.New(home, "jane")
		scrubbed := s.String(home+"/w/guard.sh", scrub.Counts{})
		assert.NotContains(t, scrubbed, "jane")
		assert.Equal(t, home+"/w/guard.sh", string(s.Restore([]byte(scrubbed))))
	}
}

// A hook that reads JSON gets valid JSON from the cassette, for any scrubbed content.
func TestJSONStaysJSON(t *testing.T) {
	s := scrub.New("/home/jane", "jane")
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom([]string{
			"password", "=", ":", " ", "'", `"`, `\`, "\n", "é", "horse1", "-----BEGIN PRIVATE KEY-----", "\nMII", "/home/jane", `\Users\`, "--token ",
			"bearer ", "Authorization: ", "curl -u ", "a:b1", "sshpass -p ", "Cookie: a=", "echo ", " | sudo -S", `\u0041`, `\u0022`, "😀", "https://a:b1c2@", "eyJ1.a.b", "\x00", "\u2028",
		})).Draw(t, "pieces")
		text, err := json.Marshal(map[string]string{"a": strings.Join(pieces, ""), "password": strings.Join(pieces, "")})
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 2).Draw(t, "levels") {
			inner := string(text)
			if text, err = json.Marshal(map[string]any{"token": inner, "pin": 1, "password": 1e21}); err != nil {
				t.Fatal(err)
			}
		}
		if scrubbed := s.Bytes(text, scrub.Counts{}); !json.Valid(scrubbed) {
			t.Fatalf("%s became %s", text, scrubbed)
		}
	})
}
