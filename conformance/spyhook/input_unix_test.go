//go:build unix

package spyhook_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/spyhook"
)

func TestABodyReadsItsInput(t *testing.T) {
	tests := []struct{ name, body, stdin, stdout, reason string }{
		{"a member", `member tool_name; echo "$word"`, `{"a":"b","tool_name":"read_file","c":1}`, "read_file", "JSON may have no blanks"},
		{"a member after a blank", `member tool_name; echo "$word"`, `{"a": "b", "tool_name": "read_file"}`, "read_file", "JSON may have blanks after colons"},
		{"a member on a line of its own", `member tool_name; echo "$word"`, "{\n  \"a\": 1,\n  \"tool_name\": \"read_file\"\n}\n", "read_file", "JSON may be indented"},
		{"the last member", `member name; echo "$word"`, `{"name":"first","in":{"name":"last"}}`, "last", "the documented one of several"},
		{"no member", `member tool_name || echo "none, $word"`, `{"session_id":"x"}`, "none, ", "another member's value would look like one"},
		{"after a text", `after 'exit-'; echo "$word"`, `{"tool_name":"exit-3"}`, "3", "a word ends with what belongs to none"},
		{"after the last text", `after 'mode='; echo "$word"`, "mode=ANY, mode=NO_NE-2.", "NO_NE-2", "the documented one of several"},
		{"after no text", `after 'exit-' || echo "none, $word"`, "stop here", "none, ", "the input's first word would look like one"},
		{"after a pattern", `after 'a*'; echo "$word"`, "abc a*x", "x", "an asterisk is a character like others"},
		{"one of two texts", `has owls crows && echo yes`, "no crows", "yes", "one is enough"},
		{"no text", `has owls 'c*s' || echo no`, "no crows", "no", "an asterisk is a character like others"},
		{"twice", `has owls || member name; echo "$word"`, `{"name":"crow"}`, "crow", "the input is read once"},
		{"everything", `input; printf '[%s]' "$input"`, "a\\n \n\n  b", "[a\\n \n\n  b]", "backslashes, blanks, empty lines and a last line without an end are kept"},
		{"nothing", `input; printf '[%s]' "$input"; member name || echo none`, "", "[]none", "an empty input was read, too"},
	}
	eachShell(t, func(t *testing.T, shell []string) {
		l := listen(t)
		for _, tt := range tests {
			for _, noted := range []bool{false, true} {
				t.Run(tt.name, func(t *testing.T) {
					path := scripts(t, l, tt.body+"\n", spyhook.Notes{Stdin: noted})["spy"]
					cmd := exec.Command(shell[0], append(shell[1:len(shell):len(shell)], path)...)
					cmd.Stdin = strings.NewReader(tt.stdin)
					cmd.Env = append(os.Environ(), "input=of the environment")
					out, err := cmd.Output()
					require.NoError(t, err)
					assert.Equal(t, tt.stdout, strings.TrimSuffix(string(out), "\n"), tt.reason)
				})
			}
		}
	})
}
