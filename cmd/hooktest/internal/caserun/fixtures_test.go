//go:build unix

package caserun_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/portion"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/schemas"
)

const fixtures = "../../../../fixtures/hooks"

// scripts lists the hooks in a folder of the fixtures: everything but case files.
func scripts(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(fixtures, folder))
	require.NoError(t, err)
	var found []string
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), casefile.Suffix) {
			found = append(found, filepath.Join(fixtures, folder, entry.Name()))
		}
	}
	require.NotEmpty(t, found)
	return found
}

func load(t *testing.T, path string) []casefile.Case {
	t.Helper()
	cases, err := casefile.Load(path)
	require.NoError(t, err)
	return cases
}

func caseFile(script string) string {
	return strings.TrimSuffix(script, filepath.Ext(script)) + casefile.Suffix
}

func run(t *testing.T, c casefile.Case, agents ...string) []caserun.Result {
	t.Helper()
	contracts := make([]*dialect.Contract, len(agents))
	for i, agent := range agents {
		contract, ok := dialect.Named(agent)
		require.True(t, ok, agent)
		contracts[i] = contract
	}
	script, err := filepath.Abs(c.Script)
	require.NoError(t, err)
	results, err := caserun.Runner{Environ: os.Environ()}.Do(t.Context(), caserun.Job{
		Case: c, Agents: contracts,
		Hook: caserun.Hook{Command: shellword.Join(append([]string{script}, c.Args...)), Start: func(r hook.ExecutionResult) string { return string(r.Stderr) }},
	})
	require.NoError(t, err)
	require.Len(t, results, len(agents))
	return results
}

// TestFixtures checks the engine against the cases of the sample hooks: one of each hook, and a part
// of the others. The expectations come from the requirements, and from observed agents, not from the
// engine.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(fixtures, "*", "*"+casefile.Suffix))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	tried := map[string]bool{}
	var chosen, others []casefile.Case
	for _, file := range files {
		for _, c := range load(t, file) {
			if tried[c.Script] {
				others = append(others, c)
				continue
			}
			tried[c.Script] = true
			chosen = append(chosen, c)
		}
	}
	if !testing.Short() {
		chosen = append(chosen, portion.Of(others, 4, 0)...)
	}
	for _, c := range chosen {
		agents := c.Agents
		if agents == nil {
			agents = []string{dialect.LLxprt().Name}
		}
		t.Run(filepath.Base(c.Script)+"/"+c.Name, func(t *testing.T) {
			t.Parallel()
			needs(t, c.Script)
			for _, got := range run(t, c, agents...) {
				assert.Equal(t, caserun.Passed, got.Status, "%s: %s %+v", got.Contract.Name, got.Why, got.Mismatches)
				if got.Run == nil {
					continue
				}
				assert.NotEmpty(t, got.Run.Verdict.Rule)
				assert.NotEmpty(t, got.Run.Verdict.Why)
				assert.NotEmpty(t, got.Run.Words.Agent)
				if c.Agents == nil {
					readsItsSchema(t, c, got.Run)
				}
			}
		})
	}
}

// malformed has the cases with hook input that no agent sends.
func malformed() []string {
	return []string{"fails openly where the request has no messages", "withholds a response it cannot read"}
}

// readsItsSchema checks that the hook's input matches the event's schema (HOOK-062) and has the
// case's values.
func readsItsSchema(t *testing.T, c casefile.Case, got *caserun.Run) {
	t.Helper()
	read, err := jsonvalue.ParseObject(got.Result.Stdin)
	require.NoError(t, err, "HOOK-061")
	for _, change := range c.Set {
		value, _ := read.Get(change.Name)
		assert.True(t, jsonvalue.Equal(change.Value, value), "%s: %s", change.Name, jsonvalue.Marshal(value))
	}
	if c.Input != nil {
		value, _ := read.Get("tool_input")
		assert.True(t, jsonvalue.Equal(c.Input, value), "tool_input: %s", jsonvalue.Marshal(value))
	}
	err = schemas.ValidateBytes(schemas.Stdin(string(got.Event)), "stdin", got.Result.Stdin, document.Options{})
	if slices.Contains(malformed(), c.Name) {
		assert.Error(t, err)
	} else {
		assert.NoError(t, err)
	}
}

var (
	idPattern   = regexp.MustCompile(`\b(?:HOOK-\d+[a-z]?|INT-\d+)\b`)
	interpreter = regexp.MustCompile(`\A#!/usr/bin/env (\w+)`)
	looksFor    = regexp.MustCompile(`command -v ([a-z0-9]+)|exec (python3) |\b(jq) -`)
)

// needs skips a test if this machine lacks a program of its hook; in CI it fails.
func needs(t *testing.T, script string) {
	t.Helper()
	source, err := os.ReadFile(script)
	require.NoError(t, err)
	programs := []string{"bash"}
	if m := interpreter.FindSubmatch(source); m != nil {
		programs = append(programs, string(m[1]))
	}
	for _, m := range looksFor.FindAllSubmatch(source, -1) {
		programs = append(programs, string(m[1])+string(m[2])+string(m[3]))
	}
	for _, program := range programs {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is missing, needed by %s", program, script)
		}
		t.Skipf("%s is missing, needed by %s", program, script)
	}
}

func TestScriptsAreReadyToRun(t *testing.T) {
	for _, folder := range []string{"behaviour", "guards", "agents"} {
		for _, script := range scripts(t, folder) {
			info, err := os.Stat(script)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o111), info.Mode()&0o111, "%s: an agent starts the file itself", script)
			source, err := os.ReadFile(script)
			require.NoError(t, err)
			assert.True(t, bytes.HasPrefix(source, []byte("#!/")), "%s: no shebang", script)
			assert.NotContains(t, string(source), "\r\n", "%s: a carriage return breaks the shebang", script)
		}
	}
}

func TestBehavioursSayWhatTheyExercise(t *testing.T) {
	for _, script := range scripts(t, "behaviour") {
		source, err := os.ReadFile(script)
		require.NoError(t, err)
		lines := strings.SplitN(string(source), "\n", 5)
		require.Regexp(t, `^(#|//) \S`, lines[1], "%s: the second line says what the script does", script)
		comment := ""
		for _, line := range lines[1:] {
			if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
				comment += line + "\n"
			}
		}
		requireKnownIDs(t, comment)
	}
}

// requireKnownIDs requires at least one requirement or interpretation ID, and that all of them
// exist.
func requireKnownIDs(t *testing.T, text string) {
	t.Helper()
	ids := idPattern.FindAllString(text, -1)
	require.NotEmpty(t, ids, "no requirement is named in %q", text)
	for _, id := range ids {
		kind, number, _ := strings.Cut(id, "-")
		digits := strings.TrimRight(number, "ab")
		n, err := strconv.Atoi(digits)
		require.NoError(t, err, id)
		if kind == "INT" {
			assert.Len(t, number, 2, id)
			assert.True(t, n >= 1 && n <= 45, id)
			continue
		}
		assert.Len(t, digits, 3, id)
		assert.True(t, n >= 1 && n <= 217, id)
		assert.Equal(t, n == 16 || n == 67, number != digits, "%s: 016 and 067 alone are split", id)
	}
}

func TestEveryBehaviourHasACase(t *testing.T) {
	named := make(map[string]bool)
	for _, c := range load(t, filepath.Join(fixtures, "behaviour", "cases"+casefile.Suffix)) {
		named[c.Script] = true
		requireKnownIDs(t, c.Why)
		assert.NotEmpty(t, c.Expect.Verdict, c.Name)
	}
	for _, script := range scripts(t, "behaviour") {
		assert.True(t, named[script], "%s has no case", script)
		delete(named, script)
	}
	assert.Empty(t, named, "cases name hooks that do not exist")
}

// TestHooksAreTriedBothWays requires of every guard, and of every agents' hook, a case in which it
// acts, a case in which it allows, a reason for each case, and the script that matches the case
// file's name.
func TestHooksAreTriedBothWays(t *testing.T) {
	found := append(scripts(t, "agents"), scripts(t, "guards")...)
	assert.GreaterOrEqual(t, len(found), 76)
	for _, script := range found {
		passes, acts := false, false
		for _, c := range load(t, caseFile(script)) {
			assert.Equal(t, script, c.Script, c.Name)
			assert.NotEmpty(t, c.Why, c.Name)
			if strings.Contains(c.Why, "HOOK-") || strings.Contains(c.Why, "INT-") {
				requireKnownIDs(t, c.Why)
			}
			for _, e := range c.Expectations() {
				assert.NotEmpty(t, e.Verdict, c.Name)
				passes = passes || e.Verdict == effect.Allow || e.Verdict == effect.Failed
				acts = acts || e.Refuses() || e.Acts()
			}
		}
		assert.True(t, passes, "%s: no case that passes", script)
		assert.True(t, acts, "%s: no case in which the hook has its say", script)
	}
}

func TestCaseFilesBelongToHooks(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(fixtures, "*", "*"+casefile.Suffix))
	require.NoError(t, err)
	want := []string{filepath.Join(fixtures, "behaviour", "cases"+casefile.Suffix)}
	for _, script := range append(scripts(t, "guards"), scripts(t, "agents")...) {
		want = append(want, caseFile(script))
	}
	assert.ElementsMatch(t, want, files)
}

// hostile is a case with hook input that no agent should send.
func hostile(script, stdin string) casefile.Case {
	c := casefile.Case{Name: "hostile", Script: script, Stdin: &stdin, Event: "BeforeTool", Env: map[string]*string{"CI": new("true")}, Repeat: 1}
	// The test itself checks the result, so the case expects nothing.
	c.Expect.Node = document.Record(nil, document.Position{})
	return c
}

// TestGuardsWithstandHostileInput gives every guard input that no agent should send. A guard that
// can refuse must refuse. No guard may be killed by a signal, hang, or refuse without a reason or
// with output.
func TestGuardsWithstandHostileInput(t *testing.T) {
	large := `{"hook_event_name":"BeforeTool","cwd":".","tool_name":"write_file","tool_input":{"file_path":"notes.txt","command":"ls","content":"` +
		strings.Repeat("x'\\\"\\n\\u00fc ", 1<<20/13+1) + `"},"llm_request":{"messages":[]}}`
	inputs := []struct {
		name, in string
		sound    bool // a guard may let it through
	}{
		{"empty", "", false},
		{"cut off", `{"hook_event_name":"BeforeTool","tool_name":"write_file","tool_input":{"file_path":"a`, false},
		{"no object", `["BeforeTool"]`, false},
		{"null", `null`, false},
		{"null input", `{"hook_event_name":"BeforeTool","tool_name":"write_file","tool_input":null,"llm_request":null}`, false},
		{"invalid UTF-8", "{\"tool_input\":{\"file_path\":\"\xff\",\"command\":\"\xff", false},
		{"deeply nested", strings.Repeat(`[`, 200_000), false},
		{"1 MiB", large, true},
	}
	for i, guard := range scripts(t, "guards") {
		closed := failsClosed(t, guard)
		for _, tt := range portion.Of(inputs, 4, i) {
			t.Run(filepath.Base(guard)+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				needs(t, guard)
				got := run(t, hostile(guard, tt.in), "llxprt")[0].Run
				require.NotNil(t, got)
				stderr := string(got.Result.Stderr)
				assert.Equal(t, hook.Exited, got.Result.Ending, "stderr: %s", stderr)
				assert.Contains(t, []int{0, 1, 2}, got.Result.Code)
				if got.Result.Code != 0 {
					assert.Empty(t, got.Result.Stdout, "a refusal or failure prints nothing")
					assert.NotEmpty(t, strings.TrimSpace(stderr), "a refusal or failure gives its reason")
				}
				if closed && !tt.sound {
					assert.Equal(t, 2, got.Result.Code, "a guard fails closed; stderr: %s", stderr)
				}
			})
		}
	}
}

// failsClosed reports whether a guard judges its input and refuses what it can't judge. The
// checkpoint judges the state of the repository instead, for any input.
func failsClosed(t *testing.T, guard string) bool {
	t.Helper()
	if filepath.Base(guard) == "git-checkpoint.sh" {
		return false
	}
	return slices.ContainsFunc(load(t, caseFile(guard)), func(c casefile.Case) bool {
		return c.Expect.Verdict == effect.Deny && c.Expect.Exit != nil && *c.Expect.Exit == 2
	})
}

// TestGuardsRefuseWithoutStreams closes stdout and stderr: a guard that fails to write its message
// would exit with another code and allow the call.
func TestGuardsRefuseWithoutStreams(t *testing.T) {
	for _, guard := range scripts(t, "guards") {
		if !failsClosed(t, guard) {
			continue
		}
		t.Run(filepath.Base(guard), func(t *testing.T) {
			t.Parallel()
			needs(t, guard)
			cmd := exec.Command("bash", "-c", fmt.Sprintf("'%s' >&- 2>&-", guard))
			cmd.Stdin = strings.NewReader("{")
			var exit *exec.ExitError
			require.ErrorAs(t, cmd.Run(), &exit)
			assert.Equal(t, 2, exit.ExitCode())
		})
	}
}
