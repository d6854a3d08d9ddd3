package diagnosis_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lists"
)

// A world is a machine with its own home directory and project.
type world struct {
	t             *testing.T
	project, home string
	environment   map[string]string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, project: t.TempDir(), home: t.TempDir(), environment: map[string]string{}}
	w.set("HOME", w.home)
	for _, c := range dialect.Contracts() {
		for _, home := range c.Settings.Homes {
			w.set(home.Variable, "")
		}
		for _, file := range c.Settings.Files {
			for _, name := range file.Variables {
				w.set(name, "")
			}
		}
	}
	return w
}

func (w *world) set(name, value string) {
	value = strings.Replace(value, "~", w.home, 1)
	w.environment[name] = value
	w.t.Setenv(name, value)
}

func (w *world) path(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		return filepath.Join(w.home, rest)
	}
	return filepath.Join(w.project, name)
}

func (w *world) write(name, text string, mode os.FileMode) {
	w.t.Helper()
	path := w.path(name)
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(w.t, os.WriteFile(path, []byte(text), mode))
}

func (w *world) examined(agent string) diagnosis.Agent {
	w.t.Helper()
	c, ok := dialect.Named(agent)
	require.True(w.t, ok, agent)
	m := &diagnosis.Machine{
		Project: w.project, Home: w.home,
		Getenv: func(name string) string { return w.environment[name] },
		Program: func(name string) string {
			if strings.HasPrefix(name, "no-such-") || name == "perl" {
				return ""
			}
			return "/bin/" + name
		},
	}
	a, err := m.Examine(context.Background(), c)
	require.NoError(w.t, err)
	return a
}

func (w *world) example(e finding.Example) diagnosis.Agent {
	w.t.Helper()
	for _, f := range append(e.OtherFiles, e.File) {
		mode := os.FileMode(0o644)
		if f.Executable {
			mode = 0o755
		}
		w.write(f.Path, f.Text, mode)
	}
	if e.Agents[0] == "codex" {
		// The examples are not about trust: the folder is trusted, and the hooks have a hash of an
		// earlier version.
		w.write("~/.codex/config.toml", fmt.Sprintf("[projects.%q]\ntrust_level = \"trusted\"\n[hooks.state.%q]\ntrusted_hash = \"sha256:0\"\n",
			w.project, w.path(e.File.Path)+":pre_tool_use:0:0"), 0o644)
	}
	if e.Agents[0] == "gemini" {
		w.write("~/.gemini/trustedFolders.json", fmt.Sprintf("{%q: \"TRUST_FOLDER\"}\n", w.project), 0o644)
	}
	for _, v := range e.Variables {
		name, value, _ := strings.Cut(v, "=")
		w.set(name, value)
	}
	return w.examined(e.Agents[0])
}

func ids(all []finding.Finding) []string {
	return lists.Of(all, func(f finding.Finding) string { return f.Rule.ID })
}

// The bad example of a rule has exactly its finding; the good one has none.
func TestExamples(t *testing.T) {
	for _, rule := range finding.Rules() {
		if rule.About != "machines" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		t.Run(rule.ID, func(t *testing.T) {
			bad := newWorld(t).example(examples.Bad)
			require.Equal(t, []string{rule.ID}, ids(bad.All()), "%v", bad.All())
			assert.NotEmpty(t, bad.All()[0].Text)
			assert.NotEmpty(t, bad.All()[0].Fix)
			assert.Equal(t, rule.Severity != finding.Info, bad.Sick())
		})
		t.Run(rule.ID+" good", func(t *testing.T) {
			good := newWorld(t).example(examples.Good)
			assert.Empty(t, ids(good.All()), "%v", good.All())
			assert.Len(t, good.Hooks, 1, "there is something to look at")
			assert.False(t, good.Sick())
		})
	}
}

// A hook of lint's examples is dead for doctor if, and only if, lint says that it does not run.
func TestExamplesOfLint(t *testing.T) {
	for _, rule := range finding.Rules() {
		if rule.About != "settings" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		t.Run(rule.ID, func(t *testing.T) {
			w := newWorld(t)
			e := examples.Bad
			a := w.example(e)
			assert.Equal(t, rule.Runs == "", a.Sick(), "doctor finds what prevents the hook of testdata/%s.txtar from running by the line \"stops: WHAT\" there, or \"runs: REASON\" says why it runs all the same: %q\n%v", rule.ID, rule.Runs, a.All())
			if rule.Runs == "" {
				assert.Contains(t, ids(a.All()), rule.ID)
			}
			good := newWorld(t).example(examples.Good)
			assert.False(t, good.Sick(), "%v", good.All())
		})
	}
}

// A hook outside of the object of hooks is listed, as dead as those that are lost with it.
func TestHookOutsideOfHooks(t *testing.T) {
	w := newWorld(t)
	w.write(".claude/settings.json", `{"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2"}]}],
 "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "exit 0"}]}]}}`, 0o644)
	a := w.examined("claude")
	require.Len(t, a.Hooks, 2)
	for _, h := range a.Hooks {
		assert.Equal(t, diagnosis.Dead, h.State, h.Command)
		assert.Contains(t, ids(h.Why), "HT131", h.Command)
	}
}

// What lint says about a value of the wrong type is more exact than that lint says it.
func TestLintSaysHowAValueIsWritten(t *testing.T) {
	a := newWorld(t).example(finding.ExamplesOf("HT126").Bad)
	require.Len(t, a.Hooks, 1)
	require.Equal(t, []string{"HT126"}, ids(a.Hooks[0].Why))
	assert.NotContains(t, a.Hooks[0].Why[0].Fix, "hooktest lint")
}

// A recorder keeps no hook from running, but is still reported.
func TestRecorderIsReported(t *testing.T) {
	examples := finding.ExamplesOf("HT142")
	a := newWorld(t).example(examples.Bad)
	assert.Equal(t, []string{"HT142"}, ids(a.All()))
	require.Len(t, a.Hooks, 1)
	assert.NotEqual(t, diagnosis.Dead, a.Hooks[0].State)
	assert.Empty(t, newWorld(t).example(examples.Good).All())
}

// Every hook of a large file is judged: the last ones are as dead as the first.
func TestEveryHookOfAFileIsJudged(t *testing.T) {
	const hooks = 1200
	w := newWorld(t)
	one := `{"type": "command", "command": "./missing.sh"}`
	w.write(".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [`+strings.Repeat(one+", ", hooks-1)+one+`]}]}}`, 0o644)
	a := w.examined("claude")
	require.Equal(t, hooks, len(a.Hooks))
	assert.False(t, a.Cut)
	for _, h := range a.Hooks {
		require.Equal(t, diagnosis.Dead, h.State, "%v", h.At)
	}
}

// A hook that is switched off is listed as dead; the hooks around it are not dead.
func TestHookThatIsSwitchedOff(t *testing.T) {
	w := newWorld(t)
	w.write(".kiro/hooks/guard.json", `{"version": "v1", "hooks": [
  {"name": "one", "trigger": "PreToolUse", "action": {"type": "command", "command": "exit 0"}},
  {"name": "two", "trigger": "Stop", "enabled": false, "action": {"type": "command", "command": "exit 2"}},
  {"name": "three", "trigger": "PreToolUse", "enabled": "no", "action": {"type": "command", "command": "exit 1"}}
]}`, 0o644)
	a := w.examined("kiro")
	require.Len(t, a.Hooks, 3)
	off := a.Hooks[1]
	assert.Equal(t, "Stop", string(off.Event))
	assert.Equal(t, "exit 2", off.Command)
	assert.Equal(t, diagnosis.Dead, off.State)
	require.Equal(t, []string{"HT805"}, ids(off.Why))
	assert.Equal(t, 3, off.Why[0].Place.Position.Line)
	assert.Equal(t, 3, a.Files[0].Hooks)
	for _, i := range []int{0, 2} {
		assert.NotEqual(t, diagnosis.Dead, a.Hooks[i].State, "only a boolean is known to switch: %v", a.Hooks[i].Why)
	}
}
