package dialect_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// The rows match the requirements.
func TestEventsOfLLxprt(t *testing.T) {
	const none = "DefaultHookOutput"
	tests := []struct {
		name            string
		moment          dialect.Moment
		subject         string
		tool            bool
		single, merged  string
		how             dialect.MergeRule
		chain           dialect.ChainRule
		skips, ends     bool
		reason          string
		matched, failed string
	}{
		{"BeforeTool", dialect.ToolBefore, "tool_name", true, none, "BeforeToolHookOutput", dialect.AnyBlockWins, dialect.Overlays, true, true, "HOOK-200, 190, 211, 177", "HOOK-021", "HOOK-023"},
		{"AfterTool", dialect.ToolAfter, "tool_name", true, none, none, dialect.AnyBlockWins, "", false, true, "HOOK-200, 190, 211, 178", "HOOK-032", "HOOK-031"},
		{"BeforeModel", dialect.ModelBefore, "", false, "BeforeModelHookOutput", "BeforeModelHookOutput", dialect.LaterReplaces, dialect.Overlays, true, true, "HOOK-041, 200, 098, 211, 179", "HOOK-041", "HOOK-042"},
		{"AfterModel", dialect.ModelAfter, "", false, "AfterModelHookOutput", "AfterModelHookOutput", dialect.LaterReplaces, "", false, true, "HOOK-051, 200, 098, 211, 180", "HOOK-051", "HOOK-052"},
		{"BeforeToolSelection", dialect.ModelTools, "", false, "BeforeToolSelectionHookOutput", "BeforeToolSelectionHookOutput", dialect.UnitesTools, "", false, true, "HOOK-059, 200, 099, 211, 181", "HOOK-059", "HOOK-060"},
		{"BeforeAgent", dialect.TurnBefore, "", false, none, none, dialect.AnyBlockWins, dialect.Appends, false, false, "INT-19, HOOK-190, 211, 203", "INT-19", "HOOK-068"},
		{"AfterAgent", dialect.TurnAfter, "", false, none, none, dialect.AnyBlockWins, "", false, false, "INT-19, HOOK-190, 203", "INT-19", "HOOK-068"},
		{"SessionStart", dialect.SessionStart, "source", false, none, none, dialect.AnyBlockWins, "", false, false, "INT-19, HOOK-190, 203", "INT-19", "HOOK-068"},
		{"SessionEnd", dialect.SessionEnd, "reason", false, none, none, dialect.LaterReplaces, "", false, false, "INT-19, INT-31, HOOK-203", "INT-19", "HOOK-068"},
		{"PreCompress", dialect.CompactBefore, "trigger", false, none, none, dialect.LaterReplaces, "", false, false, "INT-19, INT-31, HOOK-203", "INT-19", "HOOK-068"},
		{"Notification", dialect.Notice, "notification_type", false, none, none, dialect.LaterReplaces, "", false, false, "INT-19, INT-31, HOOK-203", "INT-19", "HOOK-068"},
	}
	llxprt := dialect.LLxprt()
	var names []hook.Event
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			row, known := llxprt.Event(hook.Event(tt.name))
			require.True(t, known, "HOOK-081")
			assert.Equal(t, tt.moment, row.Moment)
			assert.Equal(t, tt.subject, row.Subject.Field, tt.reason)
			assert.Equal(t, tt.tool, row.Subject.Tool, tt.reason)
			assert.Equal(t, tt.matched, row.Subject.Rule)
			assert.Equal(t, tt.single, row.CreateHookOutput(&hook.Output{}).Class(), tt.reason)
			assert.Equal(t, tt.merged, row.CreateSpecificHookOutput(&hook.Output{}).Class(), tt.reason)
			assert.Equal(t, tt.how, row.Merge.How, tt.reason)
			assert.Equal(t, tt.chain, row.Chain.How, tt.reason)
			assert.Equal(t, tt.skips, row.Effects.Skip != "", tt.reason)
			assert.Equal(t, tt.ends, row.Effects.EndTurn != "", tt.reason)
			assert.Equal(t, tt.skips || tt.ends, row.Effects.Applied(), tt.reason)
			assert.Equal(t, tt.failed, row.Effects.Failed)
			assert.Equal(t, !tt.tool && tt.subject != "", len(row.Subject.Values) > 0, "INT-19: documented values")
			at, ok := llxprt.At(tt.moment)
			assert.True(t, ok)
			assert.Same(t, row, at)
		})
		names = append(names, hook.Event(tt.name))
	}
	assert.Equal(t, names, llxprt.EventNames(), "HOOK-081, HOOK-203: eleven events, those with callers first; a new one is a row of this table, too")
	for _, name := range []hook.Event{"", "beforeTool", "PreToolUse", "BeforeTool "} {
		row, known := llxprt.Event(name)
		assert.False(t, known, "HOOK-081: %q", name)
		assert.Equal(t, &dialect.Event{Name: name}, row, "nothing is known of it")
	}
}

// A row without an effect names the rule that makes such an effect ineffective. Every
// rule is a requirement, an interpretation or a fact.
func TestRulesOfEvents(t *testing.T) {
	id := regexp.MustCompile(`^(HOOK-\d{3}[ab]?|INT-\d\d)$`)
	for _, row := range dialect.LLxprt().Events {
		e := row.Effects
		assert.Equal(t, e.Skip == "" || e.EndTurn == "", e.Ignored != "", row.Name)
		assert.Equal(t, e.Rewrite == "", e.Changes == "", row.Name)
		rules := []string{row.Subject.Rule, row.Merge.Rule, e.Failed}
		for _, rule := range []string{e.Skip, e.EndTurn, e.Rewrite, e.Context, e.Message, e.Hide, e.Ignored} {
			if rule != "" {
				rules = append(rules, rule)
			}
		}
		for _, field := range row.Fields {
			rules = append(rules, field.Rule)
		}
		for _, rule := range rules {
			assert.Regexp(t, id, rule, row.Name)
		}
	}
}

func TestFacts(t *testing.T) {
	llxprt := dialect.LLxprt()
	var ids []string
	for _, fact := range llxprt.Facts {
		ids = append(ids, fact.ID)
		assert.NotEmpty(t, fact.Text, fact.ID)
		assert.NotEmpty(t, fact.Source, fact.ID)
		assert.Regexp(t, `^\d{4}-\d{2}(-\d{2})?$`, fact.Date, fact.ID)
		assert.Contains(t, []dialect.Kind{dialect.Run, dialect.Types, dialect.Source, dialect.Documented, dialect.ThirdParty, dialect.Guess}, fact.Kind, fact.ID)
	}
	assert.ElementsMatch(t, ids, []string{llxprt.Settings.Extensions.Fact, llxprt.Skills.Fact, llxprt.Tools.Fact, llxprt.Tools.ArgumentsFact}, "each explains a value, and each value is explained")
}

// A sample has the kind of its field, and a matched field has one of the documented
// values.
func TestSamples(t *testing.T) {
	for _, row := range dialect.LLxprt().Events {
		sample := row.Sample()
		assert.Equal(t, len(row.Fields), sample.Len(), row.Name)
		for _, field := range row.Fields {
			value, err := jsonvalue.Parse([]byte(field.Sample))
			require.NoError(t, err, "%s.%s", row.Name, field.Name)
			assert.Equal(t, field.Kind, jsonvalue.KindOf(value), "%s.%s", row.Name, field.Name)
		}
		if subject, ok := sample.GetString(row.Subject.Field); ok && !row.Subject.Tool {
			assert.Contains(t, row.Subject.Values, subject, row.Name)
		}
	}
	sample := func() *jsonvalue.Object {
		row, _ := dialect.LLxprt().Event(hook.BeforeTool)
		return row.Sample()
	}
	first, again := sample(), sample()
	input, _ := first.GetObject("tool_input")
	input.Set("content", "changed")
	assert.NotEqual(t, first, again, "a sample is the caller's")
}

// A sample has exactly the fields of its event and fits the event's schema.
func TestSamplesFitTheSchemas(t *testing.T) {
	for _, row := range dialect.LLxprt().Events {
		t.Run(string(row.Name), func(t *testing.T) {
			in := hook.NewInput(hook.Base{SessionID: "s", CWD: "/project", Event: row.Name})
			for key, value := range row.Sample().All() {
				in = in.With(key, value)
			}
			require.NoError(t, schemas.Validate(schemas.Stdin(string(row.Name)), in.Object()))
			source, err := schemas.Source(schemas.Stdin(string(row.Name)))
			require.NoError(t, err)
			schema, err := jsonvalue.ParseObject(source)
			require.NoError(t, err)
			properties, ok := schema.GetObject("properties")
			require.True(t, ok)
			assert.ElementsMatch(t, properties.Keys(), in.Object().Keys())
			assert.Equal(t, dialect.LLxprt().BaseNames(), in.Object().Keys()[:len(dialect.LLxprt().Base)], "HOOK-215")
		})
	}
}

func TestSampleOfASubject(t *testing.T) {
	tests := []struct {
		event         hook.Event
		subject, want string
		reason        string
	}{
		{hook.BeforeTool, "", `{"tool_name":"write_file","tool_input":{"file_path":"notes.txt","content":"hello\n"}}`, "the contract chooses"},
		{hook.BeforeTool, "run_shell_command", `{"tool_name":"run_shell_command","tool_input":{"command":"ls"}}`, "an input that fits the tool"},
		{hook.BeforeTool, "mcp__a__b", `{"tool_name":"mcp__a__b","tool_input":{}}`, "nothing is known of its arguments"},
		{hook.SessionStart, "resume", `{"source":"resume"}`, "INT-19"},
		{hook.BeforeAgent, "resume", `{"prompt":"List the files of this project."}`, "its matchers are ignored"},
		{"PreToolUse", "x", `{}`, "nothing is known of it"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, string(jsonvalue.Marshal(dialect.LLxprt().Sample(tt.event, tt.subject))), tt.reason)
	}
}

func TestPrompted(t *testing.T) {
	tests := []struct {
		event hook.Event
		want  string
	}{
		{hook.BeforeAgent, `{"prompt":"p"}`},
		{hook.AfterAgent, `{"prompt":"p","prompt_response":"There is one file, notes.txt.","stop_hook_active":false}`},
		{hook.BeforeModel, `{"llm_request":{"model":"gemini-2.5-pro","messages":[{"role":"user","content":"p"}],"config":{"temperature":0.7}}}`},
	}
	for _, tt := range tests {
		row, _ := dialect.LLxprt().Event(tt.event)
		got, ok := row.Prompted("p")
		assert.True(t, ok, tt.event)
		assert.Equal(t, tt.want, string(jsonvalue.Marshal(got)), tt.event)
	}
	row, _ := dialect.LLxprt().Event(hook.SessionStart)
	_, ok := row.Prompted("p")
	assert.False(t, ok, "the user has sent no prompt yet")
}

func TestKnowsTool(t *testing.T) {
	tools := dialect.LLxprt().Tools
	tests := []struct {
		in     string
		want   bool
		reason string
	}{
		{"write_file", true, "a built-in tool"},
		{"run_shell_command", true, "a built-in tool"},
		{"mcp__github__create_issue", true, "MCP tools are mcp__server__tool"},
		{"mcp__a__b__c", true, "a tool's own name may hold two underscores"},
		{"mcp__github", false, "the tool is missing"},
		{"mcp____tool", false, "the server is missing"},
		{"mcp__server__", false, "the tool's name is empty"},
		{"mcp_github_create_issue", false, "that is Gemini CLI's spelling"},
		{"Write", false, "that is Claude Code's name"},
		{"grep_search", false, "that is Gemini CLI's name"},
		{"WRITE_FILE", false, "names are compared exactly"},
		{"", false, "no name"},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			assert.Equal(t, test.want, tools.Knows(test.in), test.reason)
		})
	}
}

func TestTools(t *testing.T) {
	tools := dialect.LLxprt().Tools
	names := tools.Names()
	assert.True(t, slices.IsSorted(names))
	assert.Equal(t, slices.Compact(slices.Clone(names)), names)
	for _, name := range tools.Common {
		assert.True(t, tools.Knows(name), name)
		assert.NotZero(t, tools.Input(name).Len(), "%s: samples are made of the common tools", name)
	}
	roles := map[dialect.Role]string{}
	for _, tool := range tools.Builtin {
		if tool.Argument != "" {
			assert.True(t, tools.Input(tool.Name).Has(tool.Argument), tool.Name)
		}
		if tool.Role != "" {
			assert.Empty(t, roles[tool.Role], "%s: a role has one tool", tool.Name)
			roles[tool.Role] = tool.Name
		}
	}
	assert.Zero(t, tools.Input("mcp__a__b").Len(), "nothing is known of its arguments")
	_, ok := tools.For("juggle")
	assert.False(t, ok)
	name, input := tools.Call(dialect.WriteFile, "a.txt")
	assert.Equal(t, "write_file", name)
	assert.Equal(t, `{"file_path":"a.txt","content":"hello\n"}`, string(jsonvalue.Marshal(input)))
}

func TestLaunch(t *testing.T) {
	launch := dialect.LLxprt().Launch
	assert.Equal(t, []string{"LLXPRT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"}, launch.Variables, "HOOK-188")
	assert.Equal(t, []string{"bash", "sh"}, launch.Shell("linux").Programs, "INT-08")
	assert.Equal(t, []string{"bash", "sh"}, launch.Shell("darwin").Programs, "INT-08")
	assert.Equal(t, []string{"powershell.exe", "pwsh.exe"}, launch.Shell("windows").Programs, "INT-08")
}

func TestHandlers(t *testing.T) {
	handlers := dialect.LLxprt().Handlers
	command, ok := handlers.Handler("command")
	assert.True(t, ok && command.Starts && command.Command, "HOOK-083")
	plugin, ok := handlers.Handler("plugin")
	assert.True(t, ok && !plugin.Starts && !plugin.Command, "HOOK-195, INT-22")
	_, ok = handlers.Handler("http")
	assert.False(t, ok, "HOOK-191")
	assert.EqualValues(t, 60_000, handlers.Timeout.Default.Milliseconds(), "HOOK-120")
}

func TestDeviations(t *testing.T) {
	products := func(id string) []string {
		var all []string
		for _, d := range dialect.Deviations(id) {
			all = append(all, d.Product)
		}
		return all
	}
	assert.Equal(t, []string{"LLxprt Code as of August 2026", "Gemini CLI 0.61.0"}, products("HOOK-107"))
	assert.Equal(t, []string{"Gemini CLI 0.61.0"}, products("HOOK-067b"))
	assert.Empty(t, products("HOOK-001"))
	id := regexp.MustCompile(`^HOOK-\d{3}[ab]?$`)
	for _, d := range dialect.AllDeviations() {
		assert.NotEmpty(t, d.Does)
		assert.True(t, slices.IsSorted(d.Requirements))
		for _, r := range d.Requirements {
			assert.Regexp(t, id, r)
		}
	}
}
