package settingsfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

func TestAddedLeavesTheRestAsItIs(t *testing.T) {
	tests := []struct{ name, text, want, reason string }{
		{"nothing", "", "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"c\"\n          }\n        ]\n      }\n    ]\n  }\n}\n", "a new file"},
		{
			"other settings", "{\n\t\"model\": \"x\"\n}\n",
			"{\n\t\"model\": \"x\",\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"c\"\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}\n",
			"indented as the file is",
		},
		{
			"a list on one line", `{"hooks": {"PreToolUse": []}}`,
			"{\"hooks\": {\"PreToolUse\": [\n  {\n    \"hooks\": [\n      {\n        \"type\": \"command\",\n        \"command\": \"c\"\n      }\n    ]\n  }\n]}}",
			"the end of the list is after it",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var data []byte
			if tt.text != "" {
				data = []byte(tt.text)
			}
			file, err := settingsfile.Parse(dialect.Known("claude"), "f", data)
			require.NoError(t, err)
			text, _, err := file.Added("PreToolUse", settingsfile.Entry(dialect.Known("claude"), "", "c"))
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(text), tt.reason)
		})
	}
}

// In any file, removing what was added restores the values.
func TestRemovedUndoesAdded(t *testing.T) {
	texts := []string{
		"{}", "{ }", "{\n}\n", `{"a": 1}`, "{\n  \"a\": [1, 2],\n  \"b\": {}\n}\n", `{"hooks": {}}`, "{\n  \"hooks\": {\n  }\n}",
		`{"hooks": {"PreToolUse": []}}`, `{"hooks": {"Stop": []}}`, "{\n \"hooks\": {\n  \"PreToolUse\": [\n   {\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}\n  ]\n },\n \"z\": 0\n}",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(texts).Draw(t, "text")
		file, err := settingsfile.Parse(dialect.Known("claude"), "f", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		added, made, err := file.Added("PreToolUse", settingsfile.Entry(dialect.Known("claude"), rapid.SampledFrom([]string{"", "Bash"}).Draw(t, "matcher"), "mine"))
		if err != nil {
			t.Fatal(err)
		}
		with, err := settingsfile.Parse(dialect.Known("claude"), "f", added)
		if err != nil {
			t.Fatalf("%s became %s: %v", text, added, err)
		}
		for _, h := range with.Hooks() {
			if h.Command.Text() != "mine" {
				continue
			}
			without, err := with.Removed(h, made)
			if err != nil {
				t.Fatal(err)
			}
			back, err := settingsfile.Parse(dialect.Known("claude"), "f", without)
			if err != nil || len(back.Hooks()) != len(file.Hooks()) || values(without) != values([]byte(text)) {
				t.Fatalf("%s became %s and then %s", text, added, without)
			}
			return
		}
		t.Fatalf("the hook is not in %s", added)
	})
}

// values returns a text without the white space between values.
func values(text []byte) string {
	var out []byte
	quoted := false
	for _, c := range text {
		if c == '"' {
			quoted = !quoted
		}
		if quoted || c != ' ' && c != '\n' && c != '\t' {
			out = append(out, c)
		}
	}
	return string(out)
}

// Another shell reads a command differently.
func TestAHookMayChooseItsShell(t *testing.T) {
	file, err := settingsfile.Parse(dialect.Known("claude"), "f", []byte(`{"hooks": {"Stop": [{"hooks": [
		{"type": "command", "command": "a", "shell": "powershell"}, {"type": "command", "command": "b", "shell": "bash"}]}]}}`))
	require.NoError(t, err)
	require.Len(t, file.Hooks(), 2)
	assert.Equal(t, "powershell", file.Hooks()[0].Shell)
	assert.Empty(t, file.Hooks()[1].Shell, "that is the agent's own")
}

func TestHooksAreThoseThatTheAgentStarts(t *testing.T) {
	tests := []struct {
		name     string
		contract *dialect.Contract
		text     string
		want     []string
		reason   string
	}{
		{"groups", dialect.Known("claude"), `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}, {"type": "http", "url": "b"}]}], "Stop": [{"hooks": [{"type": "command", "command": "c"}]}]}}`, []string{"a", "c"}, "a hook that is not a command is not started"},
		{"flat", dialect.Known("cursor"), `{"version": 1, "hooks": {"beforeShellExecution": [{"command": "a"}]}}`, []string{"a"}, "without groups, and without a type"},
		{"alone next to a group", dialect.Known("copilot-claude"), `{"hooks": {"PreToolUse": [{"type": "command", "bash": "a"}, {"hooks": [{"type": "command", "command": "b"}]}]}}`, []string{"a", "b"}, "the agent's own files have no groups"},
		{"two shells", dialect.Known("copilot"), `{"hooks": {"preToolUse": [{"type": "command", "bash": "a", "powershell": "b"}]}}`, []string{"a"}, "the one that counts here"},
		{"comments", dialect.Known("gemini"), "{// x\n\"hooks\": {\"BeforeTool\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"a\"}]}]}}", []string{"a"}, "where the agent allows them"},
		{"malformed", dialect.Known("claude"), `{"hooks": {"PreToolUse": [1, {"hooks": 2}, {"hooks": [3, {"type": "command"}, {"type": "command", "command": 4}]}], "Nothing": [{"hooks": [{"type": "command", "command": "x"}]}], "Stop": 5}}`, nil, "what no agent starts"},
		{"no object", dialect.Known("claude"), `{"hooks": 1}`, nil, "nothing to be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file, err := settingsfile.Parse(tt.contract, "f", []byte(tt.text))
			require.NoError(t, err)
			var got []string
			for _, h := range file.Hooks() {
				got = append(got, h.Command.Text())
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

// A change by another program in the meantime is not lost.
func TestCommitSeesChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "settings.json")
	file, err := settingsfile.Read(dialect.Known("claude"), path)
	require.NoError(t, err)
	assert.True(t, file.Missing)
	require.NoError(t, file.Commit([]byte("{}")))
	require.ErrorIs(t, file.Commit([]byte("{}")), atomicfile.ErrChanged, "it is there by now")

	file, err = settingsfile.Read(dialect.Known("claude"), path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(`{"theirs": 1}`), 0o644))
	require.ErrorIs(t, file.Commit([]byte(`{"mine": 1}`)), atomicfile.ErrChanged)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, `{"theirs": 1}`, string(text))
}

func TestAddedRefusesWhatIsNoPlaceForHooks(t *testing.T) {
	for _, text := range []string{`{"hooks": []}`, `{"hooks": {"PreToolUse": {}}}`} {
		file, err := settingsfile.Parse(dialect.Known("claude"), "f", []byte(text))
		require.NoError(t, err)
		_, _, err = file.Added(hook.Event("PreToolUse"), settingsfile.Entry(dialect.Known("claude"), "", "c"))
		assert.ErrorContains(t, err, "f:1:")
	}
}

func TestCovers(t *testing.T) {
	for name, text := range map[string]string{
		"a.json": `{"a": {"b": [1, 2]}, "c": 3}`,
		"a.toml": "a = {b = [1, 2]}\nc = 3\n",
	} {
		root, err := settings.Parse(name, []byte(text), document.Options{})
		require.NoError(t, err)
		a, _ := root.Field("a")
		for _, one := range []struct {
			of   string
			want bool
		}{{"{", true}, {"b", true}, {"1", true}, {"2", true}, {"a", false}, {"c", false}, {"3", false}} {
			from := 0
			if name == "a.json" && one.of == "{" {
				from = 1
			}
			assert.Equal(t, one.want, settingsfile.Covers(a, from+strings.Index(text[from:], one.of)), "%s: %s", name, one.of)
		}
	}
}
