// Package adapters_test tests the adapters of shipped agents on a machine without the
// agents.
package implementations_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// agent copies an adapter and its shared files, without installed packages.
func agent(t *testing.T, name string) string {
	t.Helper()
	root := t.TempDir()
	shared, err := filepath.Glob("*.mjs")
	require.NoError(t, err)
	own, err := filepath.Glob(filepath.Join(name, "*.mjs"))
	require.NoError(t, err)
	for _, file := range append(shared, own...) {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		write(t, filepath.Join(root, file), string(data))
	}
	return filepath.Join(root, name)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func TestWhatIsMissingIsReported(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have node")
		t.Skip("there is no node")
	}
	const wanted = `{"dependencies":{"@google/gemini-cli-core":"0.61.0"}}`
	const core = "node_modules/@google/gemini-cli-core/package.json"
	tests := []struct {
		name, agent string
		files       map[string]string
		argument    string
		want, hint  string
		reason      string
	}{
		{
			"no packages", "gemini", map[string]string{"package.json": wanted}, "",
			"@google/gemini-cli-core is not installed", "npm install", "a failed import does not show the cause",
		},
		{
			"another version", "gemini", map[string]string{"package.json": wanted, core: `{"version":"0.60.0"}`}, "",
			"is version 0.60.0, but the adapter was written for 0.61.0", "npm install", "its list of known failures is not about that one",
		},
		{
			"half installed", "gemini", map[string]string{"package.json": wanted, core: `{"version":"0.61.0"}`}, "",
			"can't be loaded: Cannot find module", "npm install", "a stack trace says nothing of what to do",
		},
		{
			"no such folder", "llxprt", nil, "nowhere",
			"nowhere is no built @vybestack/llxprt-code-core", "LLXPRT_CORE", "a mistyped path",
		},
		{
			"no folder", "llxprt", nil, "",
			"no folder of @vybestack/llxprt-code-core is given", "LLXPRT_CORE", "it is not on npm",
		},
		{
			"not built", "llxprt", map[string]string{"core/package.json": `{"name":"@vybestack/llxprt-code-core","version":"0.11.0"}`}, "core",
			"dist/src/hooks/hookSystem.js is missing", "build packages/core", "a checkout is not a build",
		},
		{
			"without what it imports", "llxprt", map[string]string{
				"core/package.json":                 `{"name":"@vybestack/llxprt-code-core","version":"0.11.0"}`,
				"core/dist/src/hooks/hookSystem.js": "",
			}, "core",
			"can't be loaded: Cannot find module", "build packages/core", "half a build",
		},
		{
			"a checkout of another version", "llxprt", map[string]string{
				"core/package.json":                 `{"name":"@vybestack/llxprt-code-core","version":"0.10.0"}`,
				"core/dist/src/hooks/hookSystem.js": "",
			}, "core",
			"is @vybestack/llxprt-code-core 0.10.0, but the adapter was written for @vybestack/llxprt-code-core 0.11.0", "f80a695f3", "its list of known failures is not about that one",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := agent(t, tt.agent)
			for file, text := range tt.files {
				write(t, filepath.Join(folder, filepath.FromSlash(file)), text)
			}
			cmd := exec.Command(node, "adapter.mjs")
			if tt.argument != "" {
				cmd.Args = append(cmd.Args, filepath.Join(folder, tt.argument))
			}
			cmd.Dir, cmd.Env = folder, append(os.Environ(), "LLXPRT_CORE=")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			stdout, err := cmd.Output()
			require.Error(t, err, tt.reason)
			assert.Equal(t, 1, cmd.ProcessState.ExitCode(), tt.reason)
			assert.Empty(t, stdout, "stdout contains only messages")
			assert.Contains(t, stderr.String(), "error: ")
			assert.Contains(t, stderr.String(), tt.want, tt.reason)
			assert.Regexp(t, `(?m)^hint: .*`+tt.hint, stderr.String(), tt.reason)
		})
	}
}

func TestKnownFailuresAreSorted(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	lists, err := filepath.Glob("*/hooktest.expect.toml")
	require.NoError(t, err)
	require.Len(t, lists, 3, "both agents differ from the specification, and so does the program of one")
	for _, list := range lists {
		data, err := os.ReadFile(list)
		require.NoError(t, err)
		f, err := knownfailure.Parse(list, data, time.Now())
		require.NoError(t, err)
		for _, e := range f.Entries {
			assert.NotEmpty(t, e.Class, "%s: each entry says what kind of difference it is", e.Position)
			assert.Regexp(t, `^.+; .+$`, e.Reason, "%s: a reason is what the text wants, and what was seen", e.Position)
			clause, _, _ := strings.Cut(e.Check, "/")
			requirement, ok := c.Lookup(catalogue.Owner(clause))
			require.True(t, ok, "%s: %s is about no requirement", e.Position, e.Check)
			// A blocked check has the class of what blocks it.
			if e.Verdict != outcome.Blocked && (e.Class == knownfailure.Real || e.Class == knownfailure.Target) {
				assert.Equal(t, requirement.State == catalogue.Target, e.Class == knownfailure.Target, "%s: whether %s is a target", e.Position, e.Check)
			}
		}
	}
}
