package audit

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/sandbox"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/replay"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// setup examines the settings of an agent in a project with these files.
func setup(t *testing.T, agent string, files map[string]string) Setup {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	a, err := driver.Named(agent)
	require.NoError(t, err)
	contract, ok := dialect.Named(a.Contracts[0])
	require.True(t, ok)
	s := Setup{Agent: a, Contract: contract, Project: filepath.Join(root, "project"), Home: filepath.Join(root, "home"), Scratch: filepath.Join(root, "scratch"), Recorder: "/bin/hooktest"}
	for _, folder := range []string{s.Project, s.Home, s.Scratch} {
		require.NoError(t, os.Mkdir(folder, 0o755))
	}
	t.Setenv("HOME", s.Home)
	for name, text := range files {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(text, "PROJECT", s.Project)), 0o600))
	}
	m := &diagnosis.Machine{Project: s.Project, Home: s.Home, Getenv: func(string) string { return "" }, Program: func(string) string { return "/bin/sh" }}
	found, err := m.Examine(t.Context(), contract)
	require.NoError(t, err)
	s.Hooks, s.Files = found.Hooks, found.Files
	return s
}

func TestWhichToolAHookIsFor(t *testing.T) {
	tests := []struct {
		matcher string
		want    dialect.Role
		reason  string
	}{
		{"Bash", dialect.RunShell, "its name"},
		{"", dialect.RunShell, "all tools: the most common"},
		{"Write|Edit", dialect.WriteFile, "the first that the model can be made to call"},
		{"Read", dialect.ReadFile, "its name"},
		{"bash", dialect.RunShell, "the case is wrong: it was meant for this tool"},
		{"BASH", dialect.RunShell, "no agent calls it so: only the case differs"},
		{"run_shell_command", dialect.RunShell, "another agent's name: it was meant for this tool"},
		{"mcp__x__y", "", "the server does not exist"},
		{"WebSearch", "", "the model can't be made to call it without a network"},
	}
	s := setup(t, "claude", nil)
	row, ok := s.Contract.At(dialect.ToolBefore)
	require.True(t, ok)
	for _, tt := range tests {
		got, ok := s.role(&diagnosis.Hook{Event: row.Name, Matcher: tt.matcher}, row)
		assert.Equal(t, tt.want, got, "%q: %s", tt.matcher, tt.reason)
		assert.Equal(t, tt.want != "", ok)
	}
}

// The copy differs from the file in the hooks' commands and in nothing else, so that a fault in it
// keeps its effect.
func TestTheCopyIsOtherwiseTheSame(t *testing.T) {
	const text = `{
  "disableAllHooks": "true", // a fault
  "hooks": {
    "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./a.sh", "if": ["x"]}, {"type": "command", "command": "./a.sh"}]}],
    "Stop": [{"hooks": [{"type": "prompt", "prompt": "fine?"}]}]
  },,
}
`
	clean := strings.Replace(strings.Replace(text, ",,", "", 1), " // a fault", "", 1)
	s := setup(t, "claude", map[string]string{"project/.claude/settings.json": clean})
	p := &Plan{Setup: s}
	changed, recorded, err := p.changed(s.Scratch)
	require.NoError(t, err)
	path := filepath.Join(s.Project, ".claude", "settings.json")
	got := string(changed[path])
	for i := range 2 {
		assert.True(t, recorded[i])
		assert.Equal(t, 1, strings.Count(got, cassetteOf(s.Scratch, i)), "each hook has its own records")
	}
	assert.False(t, recorded[2], "a prompt starts nothing")
	parts := strings.Split(clean, `"./a.sh"`)
	for _, part := range parts {
		at := strings.Index(got, part)
		require.GreaterOrEqual(t, at, 0, "the copy lacks %q", part)
		got = got[at+len(part):]
	}
	assert.Empty(t, got)

	// A file that is not JSON stays as it is.
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	changed, recorded, err = p.changed(s.Scratch)
	require.NoError(t, err)
	assert.Empty(t, changed)
	assert.Empty(t, recorded)
}

// The hooks of all settings files are those of one plugin then. A file in TOML is not written, and an
// installed plugin stays as it is.
func TestHooksMoveIntoAPlugin(t *testing.T) {
	const installed = `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./d.sh"}]}]}}`
	s := setup(t, "codex", map[string]string{
		"project/.codex/hooks.json": `{"description": "mine", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./a.sh"}]}]}}`,
		"home/.codex/hooks.json":    `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./b.sh"}]}], "SessionStart": [{"hooks": []}]}}`,
		"home/.codex/config.toml":   "plugins.\"own@market\".enabled = true\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = \"./c.sh\"\n",
		"home/.codex/plugins/cache/market/own/1.0.0/.codex-plugin/plugin.json": `{"name": "own"}`,
		"home/.codex/plugins/cache/market/own/1.0.0/hooks/hooks.json":          installed,
	})
	p := &Plan{Setup: s}
	own := filepath.Join(s.Home, ".codex/plugins/cache/market/own/1.0.0/hooks/hooks.json")
	project, user, configuration := filepath.Join(s.Project, ".codex/hooks.json"), filepath.Join(s.Home, ".codex/hooks.json"), filepath.Join(s.Home, ".codex/config.toml")
	changed := map[string][]byte{own: []byte(installed)}
	for _, path := range []string{project, user} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		changed[path] = text
	}
	moved, err := p.plugin(changed, "/plugin/hooks.json")
	require.NoError(t, err)
	assert.Equal(t, []any{true, true, true, false}, []any{moved[project], moved[user], moved[own], moved[configuration]})
	assert.Equal(t, `{"description": "mine", "hooks": {}}`, string(changed[project]))
	assert.Equal(t, `{"hooks": {}}`, string(changed[user]))
	assert.Equal(t, installed, string(changed[own]))
	assert.JSONEq(t, `{"hooks": {
  "Stop": [{"hooks": [{"type": "command", "command": "./a.sh"}]}, {"hooks": [{"type": "command", "command": "./b.sh"}]}],
  "SessionStart": [{"hooks": []}]}}`, string(changed["/plugin/hooks.json"]))
}

// A lack of trust counts where the agent has to be told of it.
func TestTrustThatAModeDoesNotNeed(t *testing.T) {
	s := setup(t, "copilot", map[string]string{
		"project/.github/hooks/a.json": `{"version": 1, "hooks": {"agentStop": [{"type": "command", "bash": "true"}]}}`,
		"home/.copilot/config.json":    `{"trusted_folders": []}`,
	})
	require.Len(t, s.Hooks, 1)
	tests := []struct {
		session Session
		want    int
		reason  string
	}{
		{Session{Mode: "headless"}, 1, "the folder is not trusted"},
		{Session{Mode: "acp"}, 0, "the mode needs no trust"},
		{Session{Mode: "headless", moved: map[string]bool{}}, 0, "the hook is in a plugin"},
	}
	for _, tt := range tests {
		assert.Len(t, (&Plan{Setup: s}).inMode(s.Hooks[0], &tt.session).Why, tt.want, tt.reason)
		assert.Len(t, s.Hooks[0].Why, 1, "the hook itself stays as it is")
	}
}

// Codex trusts hooks by their digest: that of the copy is another one.
func TestTrustedHooksStayTrusted(t *testing.T) {
	definition := dialect.Definition{Event: hook.Event("PreToolUse"), Command: "./a.sh", Group: 0, Place: 0}
	digest := dialect.DigestCodex.Of(definition)
	record := "[projects.\"PROJECT\"]\ntrust_level = \"trusted\"\n\n[hooks.state.\"PROJECT/.codex/hooks.json:pre_tool_use:0:0\"]\ntrusted_hash = \"" + digest + "\"\n# " + digest + "\n"
	s := setup(t, "codex", map[string]string{
		"project/.codex/hooks.json": `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./a.sh"}]}]}}`,
		"home/.codex/config.toml":   record,
	})
	require.NotNil(t, s.Hooks[0].Trusted)
	p := &Plan{Setup: s}
	changed, _, err := p.changed(s.Scratch)
	require.NoError(t, err)
	var file struct {
		Hooks struct {
			PreToolUse []struct{ Hooks []struct{ Command string } }
		}
	}
	require.NoError(t, json.Unmarshal(changed[filepath.Join(s.Project, ".codex", "hooks.json")], &file))
	definition.Command = file.Hooks.PreToolUse[0].Hooks[0].Command
	want := strings.Replace(strings.ReplaceAll(record, "PROJECT", s.Project), digest, dialect.DigestCodex.Of(definition), 1)
	assert.Equal(t, want, string(changed[filepath.Join(s.Home, ".codex", "config.toml")]))
}

func TestWhatACallSaysOfAHook(t *testing.T) {
	ran := func(exit int) []cassette.Record {
		return []cassette.Record{{Agent: "claude", Event: "PreToolUse", Stdin: cassette.Text(`{"tool_input": {"command": "TOKEN"}}`), Exit: exit, Stderr: cassette.Text("no")}}
	}
	other := []cassette.Record{{Agent: "claude", Event: "PreToolUse", Stdin: cassette.Text(`{"tool_input": {"command": "OTHER"}}`), Exit: 0}}
	tests := []struct {
		name    string
		event   string
		started *bool
		runs    []cassette.Record
		// asked and ran are about the call, guards whether the hook refuses it.
		asked  bool
		ran    *bool
		guards bool
		// broken is how the run broke off at the call.
		broken string
		want   Status
		why    string
	}{
		{"refuses, and is obeyed", "PreToolUse", new(true), ran(2), true, new(false), true, "", Stops, ""},
		{"refuses, and is not obeyed", "PreToolUse", new(true), ran(2), true, new(true), true, "", Dead, "the tool ran all the same"},
		{"refuses only by hand", "PreToolUse", new(true), ran(1), true, new(true), true, "", Dead, "it was started and did not refuse (exit code 1: no), although"},
		{"is not started", "PreToolUse", new(false), nil, true, new(true), true, "", Dead, "not started: HT208 case matters"},
		{"is not started: it was changed after it was trusted", "PreToolUse", new(false), nil, true, new(true), true, "", Dead, "not started: the user has not trusted it as it is now; hooktest doctor --agent claude says more"},
		{"is not started for a harmless call", "PreToolUse", new(false), nil, true, new(true), false, "", Dead, "not started"},
		{"allows", "PreToolUse", new(true), ran(0), true, new(true), false, "", Runs, ""},
		{"has no recorder, and the tool ran", "PreToolUse", nil, nil, true, new(true), true, "", Dead, "the tool ran"},
		{"has no recorder, and the tool did not run", "PreToolUse", nil, nil, true, new(false), true, "", Stops, ""},
		{"has no recorder, and allows", "PreToolUse", nil, nil, true, new(true), false, "", Unseen, "whether the hook was started can't be seen"},
		{"the tool did not run without it", "PreToolUse", new(true), other, true, new(false), true, "", Runs, "started for other calls"},
		{"the tool did not run for its own reason", "PreToolUse", new(false), nil, true, new(false), true, "", Unseen, "the tool did not run for another reason: it is forbidden"},
		{"the agent breaks off at the call", "PreToolUse", new(false), nil, true, new(false), true, "the agent ended by SIGSEGV", Unseen, "the tool did not run, and the agent ended by SIGSEGV"},
		{"the agent breaks off, and it has no recorder", "PreToolUse", nil, nil, true, new(false), true, "the agent ended with 1", Unseen, "the tool did not run, and the agent ended with 1"},
		{"refuses, and the agent ends for it", "PreToolUse", new(true), ran(2), true, new(false), true, "the agent ended with 1", Stops, ""},
		{"the call was not made", "PreToolUse", new(false), nil, false, nil, true, "", Unseen, "a run ended before"},
		{"after a tool that did not run", "PostToolUse", new(false), nil, true, new(false), false, "", Unseen, "the tool did not run, so"},
		{"after a tool", "PostToolUse", new(true), ran(0), true, new(true), false, "", Runs, ""},
		{"refuses a result", "PostToolUse", new(true), ran(2), true, new(true), false, "", Runs, ""},
		{"refuses what leaves no trace", "PreToolUse", new(true), ran(2), true, nil, true, "", Stops, "as the model was told"},
	}
	contract, _ := dialect.Named("claude")
	player := replay.Player{Project: t.TempDir(), Environ: os.Environ(), Scrubber: scrub.New("", "")}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := diagnosis.Hook{Event: hook.Event(tt.event), Command: "./guard.sh"}
			if strings.Contains(tt.why, "HT208") {
				h.Why = append(h.Why, finding.Finding{Rule: finding.Rule{ID: "HT208"}, Text: "case matters"})
			}
			if strings.Contains(tt.why, "trusted") {
				h.State = diagnosis.Waits
			}
			c := &call{role: dialect.RunShell, title: "it", token: "TOKEN", asked: tt.asked, ran: tt.ran, read: "it is forbidden", broken: tt.broken}
			plain := &call{role: dialect.RunShell, title: "harmless", token: "PLAIN"}
			if tt.guards {
				c.guards = []int{0}
			} else {
				plain.guards = []int{1}
			}
			p := &Plan{Setup: Setup{Agent: &driver.Agent{Name: "claude"}, Contract: contract, Hooks: []diagnosis.Hook{h}}, calls: []*call{c, plain}}
			row := Row{Hook: &p.Hooks[0], Started: tt.started}
			require.NoError(t, p.judgeCall(t.Context(), &row, 0, c, [][]cassette.Record{tt.runs}, player))
			assert.Equal(t, tt.want, row.Status, row.Why)
			assert.Contains(t, row.Why, tt.why)
			if tt.why == "" {
				assert.Empty(t, row.Why)
			}
		})
	}
}

// A guard that another hook makes superfluous, and one that is ignored for a harmless call, too.
func TestACallThatDidNotRunForAnotherReason(t *testing.T) {
	contract, _ := dialect.Named("claude")
	c := &call{role: dialect.RunShell, title: "it", token: "TOKEN", asked: true, ran: new(false), guards: []int{0}}
	plain := &call{role: dialect.RunShell, title: "a harmless command", token: "PLAIN", asked: true, ran: new(true)}
	hooks := []diagnosis.Hook{{Event: "PreToolUse", Command: "a"}, {Event: "PreToolUse", Command: "b"}}
	p := &Plan{Setup: Setup{Contract: contract, Hooks: hooks}, calls: []*call{plain, c}}
	player := replay.Player{Project: t.TempDir(), Environ: os.Environ(), Scrubber: scrub.New("", "")}
	judged := func(runs ...[]cassette.Record) Row {
		row := Row{Hook: &p.Hooks[0], Started: new(len(runs[0]) > 0)}
		require.NoError(t, p.judgeCall(t.Context(), &row, 0, c, runs, player))
		return row
	}
	row := judged(nil, nil)
	assert.Equal(t, []any{Dead, "a harmless command", "not started"}, []any{row.Status, row.Title, row.Why})
	plain.ran = new(false)
	refused := []cassette.Record{{Stdin: cassette.Text("TOKEN"), Exit: 2}}
	row = judged(nil, refused)
	assert.Equal(t, []any{Unseen, "another hook refused first: b"}, []any{row.Status, row.Why})
}

// A hook with a condition is judged by calls that meet it, and one about permissions by none: nobody
// is asked for any.
func TestHooksThatAreNotForEveryCall(t *testing.T) {
	if sandbox.Available() == sandbox.None {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have a sandbox")
		t.Skip("this machine has no sandbox")
	}
	s := setup(t, "claude", map[string]string{"project/.claude/settings.json": `{"hooks": {
  "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "exit 2", "if": "Bash(git *)"}, {"type": "command", "command": "true", "if": "Bash(git *)"}]}],
  "PermissionRequest": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]}}`})
	s.Environ = os.Environ()
	p, err := s.Plan(t.Context())
	require.NoError(t, err)
	_, about := p.roles[2]
	assert.False(t, about)
	guarded := p.callFor(0, dialect.RunShell)
	assert.Equal(t, []int{0}, guarded.guards)
	assert.Contains(t, guarded.title, "git ")
	plain := p.callFor(1, dialect.RunShell)
	plain.asked, plain.ran = true, new(true)
	row := Row{Hook: &p.Hooks[1], Started: new(false)}
	require.NoError(t, p.judgeCall(t.Context(), &row, 1, plain, make([][]cassette.Record, 3), replay.Player{}))
	assert.Equal(t, []any{Unseen, "no call is known that its condition is for"}, []any{row.Status, row.Why})
}

func TestWhatAMomentSaysOfAHook(t *testing.T) {
	a, err := driver.Named("claude")
	require.NoError(t, err)
	contract, _ := dialect.Named("claude")
	run := []cassette.Record{{Agent: "claude", Event: "Stop"}}
	tests := []struct {
		name, event, matcher, mode string
		ending                     driver.Ending
		runs                       []cassette.Record
		want                       Status
		why                        string
	}{
		{"it came", "Stop", "", "headless", driver.Exited, run, Runs, ""},
		{"it comes in every run", "UserPromptSubmit", "", "headless", driver.Exited, nil, Dead, "not started"},
		{"the run had to be ended", "Stop", "", "headless", driver.Ended, nil, Unseen, "not seen, and the agent was ended after the model's last turn"},
		{"it does not come", "PreCompact", "", "headless", driver.Exited, nil, Unseen, "nothing of that kind happened"},
		{"its matcher is about something else", "SessionStart", "resume", "headless", driver.Exited, nil, Unseen, "nothing that its matcher matches happened"},
		{"there was a sub-agent", "SubagentStop", "", "sub-agent", driver.Exited, nil, Dead, "not started, and there was a sub-agent"},
		{"there was none", "SubagentStop", "", "headless", driver.Exited, nil, Unseen, "nothing of that kind happened"},
		{"no such event", "Sometimes", "", "headless", driver.Exited, nil, Dead, "not started"},
		{"it is known", "UserPromptSubmit", "", "resumed", driver.Exited, nil, Dead, "not started: Claude Code does not fire UserPromptSubmit in this mode (claude.x)"},
	}
	known := *contract
	known.Modes = map[dialect.Mode]dialect.ModeRules{dialect.Resumed: {Unfired: []hook.Event{"UserPromptSubmit"}, Fact: "claude.x"}}
	contract = &known
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &Plan{Setup: Setup{Agent: a, Contract: contract}}
			row := Row{Mode: tt.mode, Hook: &diagnosis.Hook{Event: hook.Event(tt.event), Matcher: tt.matcher, Command: "x"}, Started: new(len(tt.runs) > 0)}
			p.judgeMoment(&row, tt.runs, &Session{Mode: tt.mode, Runs: []driver.Run{{Ending: tt.ending}}})
			assert.Equal(t, []any{tt.want, tt.why}, []any{row.Status, row.Why})
		})
	}
}
