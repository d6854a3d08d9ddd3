package planner_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
)

// session has hooks that are the same for every event, and idle ones.
type session struct {
	hooks func() ([]hook.Entry, error)
	idle  []hook.Entry
}

func (s session) Hooks(hook.Event) ([]hook.Entry, error) { return s.hooks() }

func (s session) Idle(hook.Event) []hook.Entry { return s.idle }

func sessionOf(entries ...hook.Entry) session {
	return session{hooks: func() ([]hook.Entry, error) { return entries, nil }}
}

// of makes a planner whose entries are the same for every event.
func of(entries ...hook.Entry) *planner.Planner {
	return planner.New(dialect.LLxprt(), sessionOf(entries...), nil)
}

func command(name string) hook.Entry {
	return hook.Entry{Type: hook.TypeCommand, Command: name, Source: hook.SourceProject}
}

func matching(matcher, name string) hook.Entry {
	e := command(name)
	e.Matcher = &matcher
	return e
}

func TestMatchers(t *testing.T) {
	tests := []struct {
		name    string
		event   hook.Event
		matcher string
		subject string
		want    bool
		reason  string
	}{
		{"equal", hook.BeforeTool, "write_file", "write_file", true, "HOOK-087"},
		{"other tool", hook.BeforeTool, "write_file", "read_file", false, "HOOK-021"},
		{"glob is a regex", hook.BeforeTool, "write_*", "write", true, "INT-17: _* is zero or more underscores"},
		{"blank", hook.BeforeTool, " \t\u00a0\ufeff", "any", true, "HOOK-089, INT-17: trimmed as JavaScript trims"},
		{"padded star", hook.BeforeTool, " * ", "any", true, "INT-17: trimmed first"},
		{"padded", hook.BeforeTool, "  ^glob$ ", "glob", true, "INT-17: trimmed first"},
		{"invalid, equal", hook.BeforeTool, "tool(", "tool(", true, "HOOK-088"},
		{"invalid, contained", hook.BeforeTool, "tool(", "my_tool(1)", false, "HOOK-088: exact, not contained"},
		{"invalid in JavaScript alone", hook.BeforeTool, "(?i)WRITE", "write", false, "INT-17: RE2 would accept it"},
		{"look-ahead refuses", hook.BeforeTool, "^(?!read_)", "read_file", false, "INT-17: JavaScript syntax"},
		{"UTF-16", hook.BeforeTool, "^..$", "\U0001d11e", true, "INT-17: code units"},
		{"no tool name, invalid", hook.BeforeTool, "(", "", true, "INT-20: every matcher"},
		{"other source", hook.SessionStart, "startup", "clear", false, "INT-19"},
		{"before model", hook.BeforeModel, "nothing", "x", true, "HOOK-041"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := of(matching(tt.matcher, "c"))
			for range 2 { // the second answer comes from memory
				plan := p.CreateExecutionPlan(tt.event, tt.subject)
				assert.Equal(t, tt.want, plan != nil, tt.reason)
			}
		})
	}
}

// Copilot treats an empty matcher as an expression and can't parse *, so neither runs
// for anything. Codex reads both as all tools, and runs a command as often as it is
// written.
func TestEmptyMatchersAndDuplicatesOfOtherAgents(t *testing.T) {
	entries := []hook.Entry{command("none"), matching("", "empty"), matching("*", "star"), matching("bash|Bash", "named"), command("none")}
	commands := func(contract *dialect.Contract, event hook.Event, subject string) (all []string) {
		for _, entry := range planner.New(contract, sessionOf(entries...), nil).CreateExecutionPlan(event, subject).Entries {
			all = append(all, entry.Command)
		}
		return all
	}
	assert.Equal(t, []string{"none", "named", "none"}, commands(dialect.Known("copilot"), "preToolUse", "bash"))
	assert.Equal(t, []string{"none", "empty", "star", "named", "none"}, commands(dialect.Known("codex"), "PreToolUse", "Bash"))
}

// Gemini CLI and LLxprt Code as shipped use matchers as expressions only for tools.
func TestMatchersThatHaveToEqualTheirSubject(t *testing.T) {
	tests := []struct {
		event   hook.Event
		subject string
		matcher string
		want    bool
	}{
		{hook.SessionStart, "startup", "startup", true},
		{hook.SessionStart, "startup", "start", false},
		{hook.SessionStart, "startup", "startup|resume", false},
		{hook.SessionStart, "startup", "*", true},
		{hook.BeforeTool, "read_file", "read", true},
		{hook.Notification, "ToolPermission", "Other", true},
	}
	for _, contract := range []*dialect.Contract{dialect.Known("gemini"), dialect.Known("llxprt-shipped")} {
		for _, tt := range tests {
			plan := planner.New(contract, sessionOf(matching(tt.matcher, "guard")), nil).CreateExecutionPlan(tt.event, tt.subject)
			assert.Equal(t, tt.want, plan != nil && len(plan.Entries) == 1, "%s: %s on %s", contract.Name, tt.matcher, tt.subject)
		}
	}
}

// If the subject of matchers is not known, every hook runs, and the plan has a warning
// for each matcher.
func TestMatchersWithUnknownEffect(t *testing.T) {
	named := matching(`\.proto$`, "named")
	named.Position = hook.Position{File: "a.json", Line: 3, Column: 5}
	plans := planner.New(dialect.Known("kiro"), sessionOf(command("none"), matching("", "empty"), named), nil)
	plan, err := plans.Explain("PostFileSave", "")
	require.NoError(t, err)
	assert.Len(t, plan.Entries, 3)
	require.Len(t, plan.Warnings, 1)
	assert.Equal(t, "kiro.file-matcher", plan.Warnings[0].Rule)
	assert.Contains(t, plan.Warnings[0].Text, `it is not known what matchers are compared with on PostFileSave: the hook of "\\.proto$" is taken to run`)
	assert.Equal(t, named.Position, plan.Warnings[0].Position)

	plan, err = plans.Explain("PreTaskExec", "")
	require.NoError(t, err)
	assert.Empty(t, plan.Warnings, "documents say that hooks of this event have no matcher")
}

func TestWhatIsLeftOutSaysWhy(t *testing.T) {
	at := func(e hook.Entry, line int) hook.Entry {
		e.Position = hook.Position{File: "s.json", Line: line, Column: 9}
		return e
	}
	guard := at(matching("write_.*", "guard"), 12)
	reader := at(matching(`read_\w+`, "reader"), 20)
	again := at(command("guard"), 30)
	odd := at(matching("odd(", "odd"), 40)
	plan, err := of(guard, reader, again, odd).Explain(hook.BeforeTool, "write_file")
	require.NoError(t, err)
	invalid := hook.Warning{
		Rule:     "HOOK-088",
		Text:     plan.Warnings[0].Text,
		Position: odd.Position,
	}
	assert.Regexp(t, `^matcher "odd\(" is not a valid regular expression \(.+\): it is compared literally$`, invalid.Text)
	assert.Equal(t, &hook.Plan{
		Event:   hook.BeforeTool,
		Entries: []hook.Entry{guard},
		Skipped: []hook.Skipped{
			{Entry: reader, Rule: "HOOK-021", Reason: `matcher "read_\\w+" does not match "write_file"`},
			{Entry: again, Rule: "HOOK-090", Reason: "same command as s.json:12:9"},
			{Entry: odd, Rule: "HOOK-021", Reason: `matcher "odd(" is not a valid regular expression and does not equal "write_file"`},
		},
		Warnings: []hook.Warning{invalid},
	}, plan)

	long := strings.Repeat("x", 5000)
	plan, err = of(guard).Explain(hook.AfterTool, long)
	require.NoError(t, err)
	assert.Equal(t, []hook.Skipped{{
		Entry: guard, Rule: "HOOK-032", Reason: `matcher "write_.*" does not match "` + long[:120] + `"…`,
	}}, plan.Skipped, "a reason stays readable")
}

func TestOverBudgetMatchCountsAsMatch(t *testing.T) {
	const bomb = "^(a|aa)+$"
	first, second := matching(bomb, "guard"), matching(bomb, "other guard")
	first.Position = hook.Position{File: "s.json", Line: 3, Column: 1}
	subject := strings.Repeat("a", 40) + "!"
	plan := of(first, second).CreateExecutionPlan(hook.BeforeTool, subject)
	require.NotNil(t, plan, "INT-17: a tool name can't switch a guard off")
	assert.Equal(t, []hook.Entry{first, second}, plan.Entries)
	assert.Equal(t, []hook.Warning{{
		Rule: "INT-17", Text: `matcher "` + bomb + `" takes too long on "` + subject + `": it counts as a match`, Position: first.Position,
	}}, plan.Warnings, "a matcher is tried once, for any number of hooks")

	plan = planner.New(dialect.Known("claude"), sessionOf(first), nil).CreateExecutionPlan("PreToolUse", subject)
	require.Len(t, plan.Warnings, 1)
	assert.Empty(t, plan.Warnings[0].Rule, "no requirement covers Claude Code")
}

func TestEntriesThatCannotBeHad(t *testing.T) {
	var log bytes.Buffer
	var calls int
	failure := errors.New("not yet")
	p := planner.New(dialect.LLxprt(), session{hooks: func() ([]hook.Entry, error) {
		if calls++; calls <= 2 {
			return nil, failure
		}
		return []hook.Entry{command("a")}, nil
	}}, slog.New(slog.NewTextHandler(&log, nil)))

	assert.Nil(t, p.CreateExecutionPlan(hook.BeforeTool, "x"))
	assert.Contains(t, log.String(), `level=WARN msg="no hooks to plan" event=BeforeTool error="not yet"`)
	_, err := p.Explain(hook.BeforeTool, "x")
	require.ErrorIs(t, err, failure)
	for range 3 {
		assert.NotNil(t, p.CreateExecutionPlan(hook.BeforeTool, "x"), "a failure is not remembered")
	}
	assert.Equal(t, 3, calls, "entries are")
}

func TestInvalidMatcherIsLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	p := planner.New(dialect.LLxprt(), sessionOf(matching("(", "a"), matching(" ( ", "b")), slog.New(slog.NewTextHandler(&log, nil)))
	for i := range 3 {
		p.CreateExecutionPlan(hook.BeforeTool, "tool"+strconv.Itoa(i))
	}
	assert.Equal(t, 1, strings.Count(log.String(), "rule=HOOK-088"))
}

func TestUnknownEvent(t *testing.T) {
	p := of(command("a"))
	assert.Nil(t, p.CreateExecutionPlan("PreToolUse", "x"), "HOOK-081")
	plan, err := p.Explain("PreToolUse", "x")
	require.NoError(t, err)
	assert.Equal(t, &hook.Plan{Event: "PreToolUse"}, plan)
}

// Every reason why a hook does not run, in the order of the output.
func TestExplainWithoutAPlanner(t *testing.T) {
	inactive := command("of-idle")
	inactive.Source, inactive.Extension = hook.SourceExtensions, "idle"
	entries := sessionOf(matching("write", "a"), matching("read", "b"), command("a"))
	entries.idle = []hook.Entry{inactive}
	const (
		idle      = `extension "idle" is not active here (HOOK-085)`
		unmatched = `matcher "read" does not match "write_file" (HOOK-021)`
		twice     = "same command as hook 1 of this plan (HOOK-090)"
	)
	tests := []struct {
		name    string
		on      bool
		runs    []string
		skipped map[string][]string
		reason  string
	}{
		{"on", true, []string{"a"}, map[string][]string{"a": {twice}, "b": {unmatched}, "of-idle": {idle}}, "HOOK-085, HOOK-021, HOOK-090"},
		{"off", false, nil, map[string][]string{
			"a": {"hooks are off; with them on it fires (HOOK-010)", twice}, "b": {unmatched}, "of-idle": {idle},
		}, "HOOK-010: the result of the matchers is still reported"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plan, err := planner.Explain(dialect.LLxprt(), entries, tt.on, hook.BeforeTool, "write_file")
			require.NoError(t, err)
			var runs []string
			for _, entry := range plan.Entries {
				runs = append(runs, entry.Command)
			}
			assert.Equal(t, tt.runs, runs, tt.reason)
			skipped := map[string][]string{}
			for _, s := range plan.Skipped {
				skipped[s.Entry.Command] = append(skipped[s.Entry.Command], s.Reason+" ("+s.Rule+")")
			}
			assert.Equal(t, tt.skipped, skipped, tt.reason)
		})
	}
	plan, err := planner.New(dialect.LLxprt(), entries, nil).Explain(hook.BeforeTool, "write_file")
	require.NoError(t, err)
	again, err := planner.Explain(dialect.LLxprt(), entries, true, hook.BeforeTool, "write_file")
	require.NoError(t, err)
	assert.Equal(t, plan, again, "a planner says the same")

	plan, err = planner.Explain(dialect.LLxprt(), entries, true, "PreToolUse", "x")
	require.NoError(t, err)
	assert.Equal(t, &hook.Plan{Event: "PreToolUse"}, plan, "HOOK-081")
	failing := session{hooks: func() ([]hook.Entry, error) { return nil, errors.New("not yet") }}
	_, err = planner.Explain(dialect.LLxprt(), failing, true, hook.BeforeTool, "x")
	assert.EqualError(t, err, "not yet")
}

func TestCutAreThoseThatHadNoTurn(t *testing.T) {
	plan := &hook.Plan{Event: hook.BeforeTool, Sequential: true, Entries: []hook.Entry{command("a"), command("b"), command("c")}}
	tests := []struct {
		ran    int
		want   []string
		reason string
	}{
		{0, nil, "a plan that was not executed was not cut"},
		{1, []string{"b", "c"}, "HOOK-107: none runs after one that refuses"},
		{2, []string{"c"}, "HOOK-107: those before it had their turn"},
		{3, nil, "a refusal by the last hook cuts off no other hook"},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range planner.Cut(dialect.LLxprt(), plan, tt.ran, "a hook before it refused") {
			got = append(got, s.Entry.Command)
			assert.Equal(t, "HOOK-107", s.Rule, tt.reason)
			assert.Equal(t, "a hook before it refused", s.Reason)
		}
		assert.Equal(t, tt.want, got, tt.reason)
	}
}
