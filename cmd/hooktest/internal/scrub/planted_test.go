package scrub_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
)

// Made up for these tests; they open nothing. Prefixes are joined to them below, so that scanners
// for leaked keys do not find one here.
const (
	mixed = "a8Kd02LmzQ7vXe9RtYbW3nUcHs5fGjP1oI6k"
	upper = "Q3EGRV7TZK2PWX4M"
	hex32 = "3f2a9c41d07b8e65a1f4c2d93b7e0856"
	aws40 = "wJ4lrXUtn8FEMI/K7MDENG/bPx8RfiCY9ZQLKEa"
)

// planted are texts with a secret. A text that is only the secret is also put into addresses and
// command lines.
var planted = []struct{ name, text, secret string }{
	{"AWS key id", "AKIA" + upper, upper},
	{"AWS temporary key id", "ASIA" + upper, upper},
	{"AWS secret by itself", aws40 + "7", aws40 + "7"},
	{"AWS secret in a file", "aws_secret_access_key = " + aws40, aws40},
	{"AWS configure", "aws configure set aws_secret_access_key " + aws40 + " --profile x", aws40},
	{"AWS configure of a profile", "aws configure set profile.dev.aws_session_token abc9 && ls", "abc9"},
	{"GitHub", "ghp_" + mixed, mixed},
	{"GitHub app", "ghs_" + mixed, mixed},
	{"GitHub fine-grained", "github_pat_" + "11ABCDE2Y0a8Kd02LmzQ7v_" + mixed, mixed},
	{"GitLab", "glpat-" + "a8Kd02LmzQ7vXe9RtYbW", "a8Kd02LmzQ7vXe9RtYbW"},
	{"GitLab header", "curl --header 'PRIVATE-TOKEN: hush7' https://example.com", "hush7"},
	{"Slack", "xoxb-" + "1234567890-abcDEFghi", "1234567890-abcDEFghi"},
	{"Slack webhook", "https://hooks.slack.com/services/" + "T01AB/B02CD/word", "T01AB/B02CD/word"},
	{"Discord webhook", "https://discord.com/api/webhooks/" + "123/abc_def-ghi", "abc_def-ghi"},
	{"Telegram bot", "https://api.telegram.org/bot" + "12345:AAabc/getMe", "12345:AAabc"},
	{"Stripe", "sk_live_" + mixed, mixed},
	{"Stripe webhook", "whsec_" + mixed, mixed},
	{"OpenAI", "sk-" + mixed, mixed},
	{"Anthropic", "sk-ant-" + "api03-" + mixed, mixed},
	{"Google", "AIza" + mixed, mixed},
	{"Google OAuth", "ya29." + "a0AfB-" + mixed, mixed},
	{"npm", "npm_" + mixed, mixed},
	{"npmrc", "//registry.example.com/:_authToken=hush7word", "hush7word"},
	{"PyPI", "pypi-" + mixed, mixed},
	{"Docker token", "dckr_pat_" + "a8Kd02LmzQ7vXe9R-YbW3nUcHs", "a8Kd02LmzQ7vXe9R-YbW3nUcHs"},
	{"Docker config", `{"auths":{"r.example.com":{"auth":"aG9yc2U6d29yZDE="}}}`, "aG9yc2U6d29yZDE"},
	{"Docker login", "docker login -u me -p horse r.example.com", "horse"},
	{"PIN", "export CARD_PIN=4711", "4711"},
	{"second factor", "MFA_CODE=483920 aws sts get-session-token", "483920"},
	{"Docker login, short", "docker login -u me -p=abc", "abc"},
	{"Docker login by pipe", "echo horse7 | docker login -u me --password-stdin", "horse7"},
	{"Hugging Face", "hf_" + mixed, mixed},
	{"DigitalOcean", "dop_v1_" + hex32 + hex32, hex32},
	{"SendGrid", "SG." + "a8Kd02LmzQ7vXe9RtYbW3n." + mixed, mixed},
	{"Vault", "hvs." + mixed, mixed},
	{"Vault login", "vault login hush7", "hush7"},
	{"Databricks", "dapi" + hex32, hex32},
	{"age", "AGE-SECRET-KEY-1" + strings.Repeat(upper, 3), upper},
	{"web token", "eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.a8Kd02LmzQ", "a8Kd02LmzQ"},
	{"random", "q8Kd02LmzQ7vXe9RtYbW", "q8Kd02LmzQ7vXe9RtYbW"},
	{"random hexadecimal", hex32, hex32},
	{"private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEowABCD\n-----END RSA PRIVATE KEY-----\n", "MIIEowABCD"},
	{"PGP key", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBGABCD\n-----END PGP PRIVATE KEY BLOCK-----\n", "lQOYBGABCD"},
	{"environment", "export DB_PASSWORD=abc && x", "abc"},
	{"environment, digits", "PGPASSWORD=1234 psql -h h", "1234"},
	{"environment, pass", "SMTP_PASS=horse", "horse"},
	{"environment, pwd", "MYSQL_PWD=horse mysql", "horse"},
	{"environment, key", "export ALGOLIA_ADMIN_KEY=hush7word", "hush7word"},
	{"JSON, short", `{"password":"ab1"}`, "ab1"},
	{"JSON, words", `{"clientSecret":"correct horse battery"}`, "correct horse battery"},
	{"JSON in JSON", `{"a":"{\"api_key\": \"horse\\n9x\"}"}`, "horse"},
	{"JSON, not ASCII", `{"passphrase":"größeß"}`, "größeß"},
	{"YAML", "password: swordfish\nuser: x", "swordfish"},
	{"YAML list", "- name: X_TOKEN\n  token: hush7word", "hush7word"},
	{"ini", "[db]\npassword = swordfish\n", "swordfish"},
	{"XML", "<settings><password>swordfish</password></settings>", "swordfish"},
	{"connection string", "Server=h;Uid=sa;Pwd=abc;Database=x", "abc"},
	{"Azure storage", "DefaultEndpointsProtocol=https;AccountKey=" + aws40 + "==;", aws40},
	{"signed address", "https://h.blob.example.com/c?sv=2020&sig=aB3dE%2FgH8&se=1", "aB3dE"},
	{"option", "mysql --password horse -e x", "horse"},
	{"option with one dash", "Connect-It -Password horse -Name x", "horse"},
	{"mysql", "mysql -u root -phorse db", "horse"},
	{"mysql, quoted", "mysqldump -u root -p'ho rse' db", "ho rse"},
	{"sshpass", "sshpass -p horse ssh me@example.com", "horse"},
	{"sshpass, quoted", `sshpass -p "hor se" ssh me@example.com`, "hor se"},
	{"sshpass, joined", "sudo sshpass -phorse ssh me@example.com", "horse"},
	{"curl", "curl -s -u me:horse https://example.com", "horse"},
	{"curl, quoted", `curl -u "me:ho rse" https://example.com`, "ho rse"},
	{"curl, joined", "/usr/bin/curl -ume:horse https://example.com", "horse"},
	{"curl, long", "curl --user=me:horse https://example.com", "horse"},
	{"curl on two lines", "curl https://example.com \\\n  -u me:horse", "horse"},
	{"curl, cookie", "curl -b 'sid=horse; theme=battery' https://example.com", "horse"},
	{"cookie", "GET / HTTP/1.1\r\nCookie: sid=horse; t=ab1\r\n", "horse"},
	{"set-cookie", "Set-Cookie: sid=horse; Path=/; HttpOnly", "horse"},
	{"cookie in JSON", `{"headers":{"Cookie":"sid=horse7"}}`, "horse7"},
	{"bearer", `curl -H "Authorization: Bearer correct.horse1"`, "correct.horse1"},
	{"basic in JSON", `{"Authorization":"Basic bWU6aG9yc2U="}`, "bWU6aG9yc2U"},
	{"authorization alone", "Authorization: hush7word", "hush7word"},
	{"header of a key", "X-Api-Key: hush7word", "hush7word"},
	{"address", "git clone https://me:abc@example.com/x", "abc"},
	{"address of a database", "postgres://me:ho/rse@db:5432/x", "ho/rse"},
	{"address without a name", "redis://:horse@cache:6379", "horse"},
	{"token as a name", "https://a8Kd02LmzQ7vXe9RtYbW@example.com/x.git", "a8Kd02LmzQ7vXe9RtYbW"},
	{"netrc", "machine example.com login me password horse", "horse"},
	{"SQL", "ALTER USER me WITH PASSWORD 'horse'", "horse"},
	{"SQL of MySQL", "CREATE USER me IDENTIFIED BY 'horse'", "horse"},
	{"program", "const password: string = \"horse\"", "horse"},
	{"call", `client.setPassword("horse")`, "horse"},
	{"unzip", "unzip -P horse a.zip", "horse"},
	{"7z", "7z x -phorse a.7z", "horse"},
	{"redis", "redis-cli -h h -a horse ping", "horse"},
	{"openssl", "openssl rsa -in k.pem -passin pass:horse", "horse"},
	{"samba", "smbclient -U me%horse //h/s", "horse"},
	{"key of ssh", "ssh-keygen -t ed25519 -N horse -f k", "horse"},
	{"sudo by pipe", "echo horse | sudo -S apt-get update", "horse"},
	{"sudo by here-string", "sudo -S ls <<< 'horse'", "horse"},
	{"chpasswd", "echo 'me:horse' | chpasswd", "horse"},
	{"httpie", "http -a me:horse example.com", "horse"},
	{"hash of a password", "me:$6$" + "saltsalt$" + mixed + ":19000:0", mixed},
	{"number in JSON", `{"password": 12345}`, "12345"},

	// Commands with a secret that has no name.
	{"curl, joined switches", "curl -sSfu me:horse https://example.com", "horse"},
	{"curl, bearer", "curl --oauth2-bearer horse https://example.com", "horse"},
	{"curl, certificate", "curl --cert c.pem:horse https://example.com", "horse"},
	{"AWS parameter", "aws ssm put-parameter --name /db --value horse --type SecureString", "horse"},
	{"AWS secret string", "aws secretsmanager create-secret --name db --secret-string 'ho rse'", "ho rse"},
	{"Azure vault", "az keyvault secret set --vault-name v --name n --value horse", "horse"},
	{"twine", "twine upload -u me -p horse dist/*", "horse"},
	{"poetry", "poetry config http-basic.foo me horse", "horse"},
	{"poetry, PyPI", "poetry config pypi-token.pypi horse", "horse"},
	{"cargo", "cargo login horse7battery", "horse7battery"},
	{"NuGet", "dotnet nuget push x.nupkg -k horse", "horse"},
	{"DigitalOcean, short", "doctl auth init -t horse", "horse"},
	{"ngrok", "ngrok config add-authtoken horse", "horse"},
	{"Sonar", "mvn sonar:sonar -Dsonar.login=" + hex32 + hex32[:8], hex32},
	{"Oracle", "sqlplus me/horse@db", "horse"},
	{"Oracle, JDBC", "jdbc:oracle:thin:me/horse@//h:1521/x", "horse"},
	{"mysqladmin", "mysqladmin -u root password horse", "horse"},
	{"redis AUTH", "redis-cli AUTH horse", "horse"},
	{"RabbitMQ", "rabbitmqctl add_user me horse", "horse"},
	{"SQL of MySQL with a plugin", "ALTER USER me IDENTIFIED WITH mysql_native_password BY 'horse'", "horse"},
	{"SET PASSWORD", "SET PASSWORD FOR 'x'@'h' = 'horse'", "horse"},
	{"pgpass", "h:5432:db:me:horse", "horse"},
	{"sshpass, environment", "SSHPASS=horse sshpass -e ssh h", "horse"},
	{"htpasswd", "htpasswd -b .htpasswd me horse", "horse"},
	{"passwd by pipe", `printf 'horse\nhorse\n' | sudo passwd me`, "horse"},
	{"net user", "net user bob horse /add", "horse"},
	{"kinit", "echo horse | kinit me", "horse"},
	{"Wi-Fi", "nmcli dev wifi connect X password horse", "horse"},
	{"useradd", "useradd -p horse me", "horse"},
	{"gpg by pipe", "echo horse | gpg --batch --passphrase-fd 0 -d f", "horse"},
	{"gpg", "gpg --batch --passphrase horse -d f", "horse"},
	{"keytool", "keytool -genkey -storepass horse -keypass horse", "horse"},
	{"Keychain", "security add-generic-password -a me -s x -w horse", "horse"},
	{"Bitwarden", "bw unlock horse", "horse"},
	{"rclone", "rclone config create x s3 secret_access_key horse", "horse"},
	{"MinIO", "mc alias set n http://h KEY horse", "horse"},
	{"Ansible", "ansible-vault encrypt_string 'horse' --name x", "horse"},
	{"expect", `expect "assword:"; send "horse\r"`, "horse"},
	{"PowerShell", `$p = ConvertTo-SecureString "horse" -AsPlainText -Force`, "horse"},
	{"PowerShell, environment", `$env:DB_PASSWORD = "horse"`, "horse"},
	{"lftp", "lftp -u me,horse h", "horse"},
	{"kubectl", "kubectl create secret generic x --from-literal=pin=horse", "horse"},
	{"Vault by key", "vault kv put secret/x key=horse", "horse"},
	{"Vault, unseal", "vault operator unseal horse", "horse"},
	{"Pulumi", "pulumi config set --secret dbKey horse", "horse"},
	{"gh by pipe", "echo horse | gh secret set X", "horse"},
	{"gcloud by pipe", "echo -n horse | gcloud secrets create x --data-file=-", "horse"},
	{"git configuration", "git config --global github.token horse", "horse"},
	{"Bundler", "bundle config x.example.com me:horse", "horse"},
	{"skopeo", "skopeo copy --src-creds me:horse a b", "horse"},
	{"setx", "setx DB_PASSWORD horse", "horse"},
	{"fish", "set -gx DB_PASSWORD horse", "horse"},
	{"Dockerfile", "ENV DB_PASSWORD horse", "horse"},
	{"Terraform", "terraform apply -var 'db_password=horse'", "horse"},

	// Keys with other forms.
	{"GitLab job", "glcbt-" + "64_a8Kd02LmzQ7vXe9RtYbW", "a8Kd02LmzQ7vXe9RtYbW"},
	{"Slack session", "xoxc-" + "2312345678-" + hex32 + hex32, hex32},
	{"Slack workflow", "https://hooks.slack.com/workflows/" + "T01AB/A02CD/word", "T01AB/A02CD/word"},
	{"Stripe webhook, base64", "whsec_" + "aBcDeFgHiJkLm2Xy+2B6Cx3z35IYyoG", "2B6Cx3z35IYyoG"},
	{"Discord bot", "MTk4NjIyNDgzNDcxOTI1MjQ4." + "Cl2FMQ.6b2kgAEm_FZIvfcfk0XypV8zvGB", "6b2kgAEm_FZIvfcfk0XypV8zvGB"},
	{"Airtable", "pat" + "LHqPsbwB3AH1uk." + hex32 + hex32, hex32},
	{"Sonar token", "squ_" + hex32 + hex32[:8], hex32},

	// Headers and cookies.
	{"scheme of a service", `curl -H "Authorization: Splunk aG9yc2U7d29y" x`, "aG9yc2U7d29y"},
	{"shared key", "curl -H 'Authorization: SharedKey acct:aG9yc2U7d29y=' x", "aG9yc2U7d29y"},
	{"token in quotes", `Authorization: Token token="aG9yc2U7d29y"`, "aG9yc2U7d29y"},
	{"Negotiate", "Authorization: Negotiate aG9yc2U7d29y==", "aG9yc2U7d29y"},
	{"header as a pair", `{"name":"Authorization","value":"Bearer horse"}`, "horse"},
	{"header of a request", `xhr.setRequestHeader("X-Api-Key", "horse")`, "horse"},
	{"session of PHP", "PHPSESSID=horse7", "horse7"},
	{"cookie file", ".example.com\tTRUE\t/\tFALSE\t0\tsid\thorse", "horse"},

	// A name and its secret apart from each other.
	{"pair in JSON", `{"name":"DB_PASSWORD","value":"horse"}`, "horse"},
	{"pair in YAML", "- name: DB_PASSWORD\n  value: horse\n", "horse"},
	{"pair in XML", `<add key="Password" value="horse"/>`, "horse"},
	{"nested value", `{"password":{"value":"horse"}}`, "horse"},
	{"list of passwords", `{"passwords":["horse"]}`, "horse"},
	{"list, option", `{"args":["--token","horse"]}`, "horse"},
	{"list, curl", `{"command":["curl","-u","me:horse"]}`, "horse"},
	{"list, curl in lines", "[\n  \"curl\",\n  \"-u\",\n  \"me:horse\"\n]", "horse"},
	{"list, mysql", `["mysql","-phorse","db"]`, "horse"},
	{"list, Docker", `["docker", "login", "-u", "me", "-p", "horse"]`, "horse"},
	{"list in Python", `subprocess.run(['sshpass', '-p', 'horse', 'ssh', 'h'])`, "horse"},
	{"call with a name", `define('DB_PASSWORD', 'horse');`, "horse"},
	{"call with a user", `requests.get(url, auth=("me", "horse"))`, "horse"},
	{"Markdown", "**Password:** horse", "horse"},
	{"backquotes", "const apiKey = `horse7`", "horse7"},
	{"other languages", "contraseña: horse", "horse"},
}

// spelled returns a JSON document with a text whose matching letters are written as \uXXXX.
func spelled(t *testing.T, text string, which *regexp.Regexp) string {
	t.Helper()
	var out strings.Builder
	for _, r := range text {
		quoted, err := json.Marshal(string(r))
		require.NoError(t, err)
		if which.MatchString(string(r)) {
			quoted = fmt.Appendf(nil, `"\u%04x"`, r)
		}
		out.Write(quoted[1 : len(quoted)-1])
	}
	return `{"x":"` + out.String() + `"}`
}

// forms returns several spellings of a text.
func forms(t *testing.T, text, secret string) map[string]string {
	t.Helper()
	letters, signs, none := regexp.MustCompile(`[b-mo-qsv-wyzA-Z0-9é-ü]`), regexp.MustCompile(`[<>&'+"]`), regexp.MustCompile(`^$`)
	inJSON := spelled(t, text, none)
	all := map[string]string{
		"plain": text, "JSON": inJSON, "PHP": strings.ReplaceAll(inJSON, "/", `\/`), "command": spelled(t, text+" && cd /x", none),
		".NET": spelled(t, text, signs), "letters": spelled(t, text, letters),
		"JSON in JSON": spelled(t, inJSON, none), ".NET in JSON": spelled(t, spelled(t, text, signs), signs), "letters in JSON": spelled(t, spelled(t, text, letters), none),
	}
	if strings.HasSuffix(text, secret) && !strings.ContainsAny(text, " \n:=") {
		all["address"] = "https://example.com/cb?state=1&x=" + text + "&y=2"
		all["command line"] = "tool run --x " + text + " -v"
		all["quoted"] = `tool "` + text + `" 'x'`
	}
	return all
}

func TestNoPlantedSecretIsLeft(t *testing.T) {
	s := scrub.New("/home/jane", "jane")
	assert.GreaterOrEqual(t, len(planted), 60)
	for _, tt := range planted {
		for form, text := range forms(t, tt.text, tt.secret) {
			t.Run(tt.name+"/"+form, func(t *testing.T) {
				scrubbed := s.String(text, scrub.Counts{})
				assert.NotContains(t, decoded(t, scrubbed), tt.secret, scrubbed)
				again := scrub.Counts{}
				assert.Equal(t, scrubbed, s.String(scrubbed, again), "scrubbing twice changes nothing more")
				assert.Empty(t, again)
				assert.Equal(t, json.Valid([]byte(text)), json.Valid([]byte(scrubbed)), scrubbed)
			})
		}
	}
}

// decoded returns the innermost text of JSON inside JSON.
func decoded(t *testing.T, text string) string {
	t.Helper()
	for {
		var value map[string]any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			return text
		}
		inner, ok := value["x"].(string)
		if !ok {
			return text
		}
		text = inner
	}
}
