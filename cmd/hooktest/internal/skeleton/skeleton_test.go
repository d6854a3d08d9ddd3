package skeleton_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/skeleton"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/portion"
)

// needs has the commands that must work before a skeleton is started.
func needs() map[string][]string {
	return map[string][]string{
		"go":         {"go version"},
		"node":       {"node --version"},
		"python":     {"python3 --version"},
		"sh":         {"jq --version"},
		"typescript": {`node -e 'process.exit(process.features.typescript ? 0 : 1)'`},
	}
}

func inCI() bool { return os.Getenv("CI") == "true" }

// surroundings returns the environment for the skeleton of a language. For TypeScript,
// NODE_WITH_TYPESCRIPT names the folder of a Node that supports it, if the usual one does not.
func surroundings(language string) []string {
	newer := os.Getenv("NODE_WITH_TYPESCRIPT")
	if language != "typescript" || newer == "" {
		return os.Environ()
	}
	return append(os.Environ(), "PATH="+newer+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

func requireCommand(t *testing.T, language, command string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Env = surroundings(language)
	if cmd.Run() != nil {
		require.False(t, inCI(), "in CI this must work: %s", command)
		t.Skipf("on this machine this does not work: %s", command)
	}
}

func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "hooktest")
	output, err := exec.Command("go", "build", "-o", bin, "../..").CombinedOutput()
	require.NoError(t, err, "%s", output)
	return bin
}

// command runs in a folder and returns its output and exit code.
func command(t *testing.T, folder string, environ []string, name string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = folder, environ
	output, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(output), exit.ExitCode()
	}
	require.NoError(t, err)
	return string(output), 0
}

// Every skeleton runs unmodified: it starts, says hello and ends as the protocol requires, is
// judged, and passes nothing. With each commit another one is judged by the whole suite, and the
// others by another shard; every night each is judged by the whole suite.
func TestSkeletonsRunAndPassNothing(t *testing.T) {
	hooktest := build(t)
	languages := skeleton.Languages()
	whole := portion.Of(languages, len(languages), 0)
	var shards []string
	for i := range 20 {
		shards = append(shards, fmt.Sprintf("%d/20", i+1))
	}
	shard := portion.Of(shards, len(shards), 0)[0]
	for _, l := range languages {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			require.NotEmpty(t, needs()[l.Name])
			for _, command := range needs()[l.Name] {
				requireCommand(t, l.Name, command)
			}
			environ := surroundings(l.Name)
			folder := filepath.Join(t.TempDir(), "adapter of mine")
			_, code := command(t, ".", environ, hooktest, "conform", "init", "--lang", l.Name, "--dir", folder)
			require.Zero(t, code)
			if l.Build != "" {
				output, code := command(t, folder, environ, "sh", "-c", l.Build)
				require.Zero(t, code, output)
			}

			args := append([]string{"conform", "doctor", "--"}, l.Command...)
			output, code := command(t, folder, environ, hooktest, args...)
			assert.Equal(t, 1, code, "cases fail")
			for _, good := range []string{
				"ok    starts and says hello: my-hooks 0.1.0 in ", "ok    claims fire, settings\n",
				"ok    can be started again and says the same\n", "ok    ends when told",
			} {
				assert.Contains(t, output, good)
			}
			assert.Equal(t, 5, strings.Count(output, "FAIL"), output)
			assert.NotContains(t, output, "is unsupported", "the doctor's cases need no more than the skeleton claims")

			args = []string{"conform", "--format", "json"}
			if !slices.ContainsFunc(whole, func(other skeleton.Language) bool { return other.Name == l.Name }) {
				args = append(args, "--shard", shard)
			}
			output, code = command(t, folder, environ, hooktest, append(append(args, "--"), l.Command...)...)
			assert.Equal(t, 1, code)
			var report struct{ Footer stream.Footer }
			require.NoError(t, json.Unmarshal([]byte(output), &report))
			totals := report.Footer.Totals
			assert.True(t, report.Footer.Complete, report.Footer.Why)
			assert.Zero(t, totals.Conformant)
			assert.Positive(t, totals.Checks[outcome.Fail])
			for v := range totals.Checks {
				assert.Contains(t, []outcome.Verdict{outcome.Fail, outcome.Blocked, outcome.Unsupported, outcome.NotObservable}, v)
			}
		})
	}
}

// A shell and jq take apart what an id or a method has in it, and jq stops at what is not JSON.
func TestTheShellAnswersEveryRequest(t *testing.T) {
	requireCommand(t, "sh", needs()["sh"][0])
	folder := t.TempDir()
	i := slices.IndexFunc(skeleton.Languages(), func(l skeleton.Language) bool { return l.Name == "sh" })
	files, err := skeleton.Languages()[i].Files(".")
	require.NoError(t, err)
	for _, f := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, filepath.Base(f.Path)), f.Text, 0o755))
	}
	cmd := exec.CommandContext(t.Context(), "sh", "adapter.sh")
	cmd.Dir = folder
	cmd.Stdin = strings.NewReader(`{"jsonrpc":
{"jsonrpc":"2.0","id":"a \"b' c","method":"x \"y"}
{"jsonrpc":"2.0","id":2,"method":"session/open","params":{"session":"../../a\n$(id)"}}
{"jsonrpc":"2.0","id":"x y","method":"shutdown"}
`)
	output, err := cmd.Output()
	require.NoError(t, err, "it ends when told, and not at the first line")
	lines := strings.Split(strings.TrimSuffix(string(output), "\n"), "\n")
	require.Len(t, lines, 3)
	assert.Contains(t, lines[0], `"code":-32601`)
	for i, id := range []string{`"a \"b' c"`, "2", `"x y"`} {
		var answer struct{ ID json.RawMessage }
		require.NoError(t, json.Unmarshal([]byte(lines[i]), &answer), lines[i])
		assert.JSONEq(t, id, string(answer.ID))
	}
}

func TestFiles(t *testing.T) {
	for _, l := range skeleton.Languages() {
		t.Run(l.Name, func(t *testing.T) {
			files, err := l.Files("internal/adapter")
			require.NoError(t, err)
			texts := map[string]string{}
			var paths []string
			for _, f := range files {
				texts[f.Path] = string(f.Text)
				paths = append(paths, f.Path)
				assert.NotContains(t, string(f.Text), "{{", f.Path)
				assert.NotContains(t, string(f.Text), "TODO", f.Path)
				assert.True(t, strings.HasSuffix(string(f.Text), "\n"), f.Path)
				assert.Equal(t, f.Path == l.Main && l.Build == "", f.Executable, f.Path)
			}
			assert.IsIncreasing(t, paths)
			assert.Subset(t, paths, []string{"README.md", "hooktest.expect.toml", "workflow.yml", l.Main})

			start := strings.Join(l.Command, " ")
			assert.GreaterOrEqual(t, strings.Count(texts[l.Main], "Connect:"), 5)
			assert.NotContains(t, texts[l.Main], "hooktest/hooktest", "an adapter needs nothing of hooktest")
			assert.Contains(t, texts["README.md"], "hooktest conform doctor -- "+start+"\n")
			assert.Contains(t, texts["README.md"], "hooktest conform -- "+start+"\n")
			assert.Contains(t, texts["README.md"], "cp internal/adapter/workflow.yml ")
			assert.Contains(t, texts["workflow.yml"], "working-directory: internal/adapter\n")
			assert.Contains(t, texts["workflow.yml"], " -- "+start+"\n")
			assert.Contains(t, texts["workflow.yml"], "      - uses: actions/checkout@v4\n")
		})
	}
	_, err := skeleton.Language{Name: "cobol"}.Files(".")
	require.ErrorContains(t, err, "there is no skeleton in cobol")
}

// At the root of a repository no path goes through ".".
func TestFilesAtTheRoot(t *testing.T) {
	files, err := skeleton.Languages()[0].Files(".")
	require.NoError(t, err)
	for _, f := range files {
		assert.NotContains(t, string(f.Text), " ./workflow.yml")
	}
}
