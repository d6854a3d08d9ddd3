package sheet_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/ruling"
)

func all(t *testing.T) []sheet.Sheet {
	t.Helper()
	requirements, err := catalogue.Load()
	require.NoError(t, err)
	return sheet.All(requirements)
}

func named(t *testing.T, name string) sheet.Sheet {
	t.Helper()
	for _, s := range all(t) {
		if s.Name == name {
			return s
		}
	}
	require.Fail(t, "no sheet", name)
	return sheet.Sheet{}
}

// Every fact of a contract is on its sheet, and every id on the sheet is explained there.
func TestEveryFactIsOnTheSheet(t *testing.T) {
	for _, s := range all(t) {
		t.Run(s.Name, func(t *testing.T) {
			explained := map[string]bool{}
			for _, f := range s.Facts {
				explained[f.ID] = true
				assert.NotEmpty(t, s.Uses(f.ID), "%s is named by no line", f.ID)
				assert.Contains(t, sheet.Kinds(), f.Kind, f.ID)
				assert.NotEmpty(t, f.Known, f.ID)
			}
			lists := slices.Clone(s.Parts)
			for _, e := range s.Events {
				lists = append(lists, e.Parts...)
			}
			for _, list := range lists {
				assert.NotEmpty(t, list.Lines, "%s is there for nothing", list.Title)
				seen := map[string]bool{}
				for _, l := range list.Lines {
					assert.False(t, seen[l.What], "%s: %s is there twice", list.Title, l.What)
					seen[l.What] = true
					assert.NotEmpty(t, l.Says, "%s: %s", list.Title, l.What)
					for _, id := range l.Facts {
						assert.True(t, explained[id], "%s: %s: %s is not explained", list.Title, l.What, id)
					}
				}
			}
		})
	}
}

// The engine and the sheet agree: for any result of a hook, the verdict and its fact are on the
// sheet, and some hook requests each effect on the sheet.
func TestWhatTheSheetSaysIsWhatTheEngineRules(t *testing.T) {
	sheets := all(t)
	for i, c := range dialect.Contracts() {
		if c.Reading == nil {
			continue
		}
		s := sheets[i]
		t.Run(c.Name, func(t *testing.T) {
			for i, row := range c.Events {
				effects := s.Events[i].Lines(sheet.Effects)
				reached := map[string]bool{}
				input := c.Sample(row.Name, "")
				for _, left := range remains(c, row) {
					result := hook.ExecutionResult{Event: row.Name, Ending: left.ending, Code: left.code, Stdout: []byte(left.stdout), Stderr: []byte(left.stderr)}
					got, _ := ruling.Of(c, row.Name, []hook.ExecutionResult{result}, input)
					found := false
					for _, l := range effects {
						if comesTo(l, got.Outcome) && (got.Verdict.Rule == "" || slices.Contains(l.Facts, got.Verdict.Rule)) {
							found = true
							reached[l.What] = true
						}
					}
					// If the output also allows, the verdict is based on that, and the rewrite is
					// only in the difference.
					if got.Words.Difference != nil {
						reached[string(dialect.Rewrites)] = true
					}
					silent := got.Verdict.Kind == effect.Allow && len(s.Uses(got.Verdict.Rule)) > 0
					assert.True(t, found || silent, "%s: %+v is %s by %s", row.Name, left, got.Outcome, got.Verdict.Rule)
				}
				for _, l := range effects {
					assert.True(t, reached[l.What], "%s: nothing comes to %s: %s", row.Name, l.What, l.Outcome)
				}
			}
		})
	}
}

// comesTo reports whether an effect can be the reason for an outcome. The agent may also end
// because of a denial that another field of the output turns into a stop.
func comesTo(l sheet.Line, outcome dialect.Outcome) bool {
	return l.Outcome == outcome || outcome == dialect.Abandoned && l.Outcome == dialect.Prevented
}

// A remain is a hook's result: how it ended and what it printed.
type remain struct {
	ending         hook.Ending
	code           int
	stdout, stderr string
}

// remains returns possible results of an event's hooks: every way to end with every output.
func remains(c *dialect.Contract, row dialect.Event) []remain {
	all := []remain{{ending: hook.TimedOut}, {ending: hook.Killed}, {ending: hook.Killed, stdout: "{}"}, {ending: hook.NotStarted}}
	for _, code := range []int{0, 1, 2, 3} {
		for _, text := range []string{"", "a text", `{"broken"`, `[]`, "{} {}"} {
			all = append(all, remain{hook.Exited, code, text, ""}, remain{hook.Exited, code, text, "why"}, remain{hook.Exited, code, "", text})
		}
		for _, answer := range answers(c, row) {
			all = append(all, remain{hook.Exited, code, answer, "why"})
		}
	}
	return all
}

// answers returns outputs of an event's hooks, one for each effect.
func answers(c *dialect.Contract, row dialect.Event) []string {
	var all []string
	add := func(fields map[dialect.Path]any) {
		answer := jsonvalue.New()
		if name := c.Reading.Text.Named; name != "" {
			put(answer, name, string(row.Name))
		}
		for _, s := range row.Rules.Invalid {
			if strings.HasSuffix(string(s.Unless), "hookEventName") {
				put(answer, s.Unless, string(row.Name))
			}
		}
		for at, value := range fields {
			put(answer, at, value)
		}
		all = append(all, string(jsonvalue.Marshal(answer)))
	}
	permits := map[dialect.Path]any{}
	for _, d := range row.Rules.Decisions {
		for word, what := range d.Words {
			fields := map[dialect.Path]any{d.At: word}
			if len(d.Reason) > 0 {
				fields[d.Reason[0]] = "why"
			}
			add(fields)
			if value, err := jsonvalue.Parse([]byte(word)); err == nil {
				add(map[dialect.Path]any{d.At: value})
			}
			add(map[dialect.Path]any{d.At: word})
			if what == row.Rules.Rewrite.Needs {
				permits[d.At] = word
			}
		}
		add(map[dialect.Path]any{d.At: "no such word"})
	}
	add(map[dialect.Path]any{"continue": false})
	if at := row.Rules.Rewrite.At; at != "" {
		input, _ := c.Sample(row.Name, "").Get(row.Rules.Rewrite.Of)
		for _, value := range []any{cmp.Or(input, any("text")), jsonvalue.New(), jsonvalue.New(jsonvalue.Member{Key: "command", Value: "another"})} {
			permits[at] = value
			add(permits)
		}
	}
	for _, at := range slices.Concat(row.Rules.Contexts, row.Rules.Messages) {
		add(map[dialect.Path]any{at: "text"})
	}
	for _, s := range row.Rules.Invalid {
		add(map[dialect.Path]any{s.At: "text"})
	}
	return all
}

// put sets a value inside an output.
func put(answer *jsonvalue.Object, path dialect.Path, value any) {
	first, rest, nested := strings.Cut(string(path), ".")
	if !nested {
		answer.Set(first, value)
		return
	}
	inner, ok := answer.GetObject(first)
	if !ok {
		inner = jsonvalue.New()
		answer.Set(first, inner)
	}
	put(inner, dialect.Path(rest), value)
}

// The effects of requirements are in no table, so the test lists them.
func TestRequiredEffects(t *testing.T) {
	llxprt := named(t, "llxprt")
	tests := []struct {
		event, effect string
		want          dialect.Outcome
		fact, reason  string
	}{
		{"BeforeTool", "deny", dialect.Prevented, "HOOK-016b", "a refusing answer refuses the tool"},
		{"BeforeTool", "stop", dialect.Abandoned, "HOOK-020", "the loop ends before the tool has run"},
		{"BeforeTool", "rewrite", dialect.Proceeds, "HOOK-019", "the tool runs with another input"},
		{"BeforeTool", "fail", dialect.Proceeds, "HOOK-023", "a failed hook refuses nothing"},
		{"AfterTool", "deny", dialect.Proceeds, "HOOK-178", "AfterTool can't block"},
		{"AfterTool", "stop", dialect.Ends, "HOOK-028", "the tool has run already"},
		{"AfterTool", "context", dialect.Proceeds, "HOOK-027", "AfterTool can add context"},
		{"BeforeModel", "deny", dialect.Prevented, "HOOK-037", "the model is not called"},
		{"BeforeToolSelection", "deny", dialect.Proceeds, "HOOK-181", "the selection can only be narrowed"},
		{"SessionStart", "deny", dialect.Proceeds, "HOOK-203", "the agent does not act on its answers"},
		{"SessionStart", "stop", dialect.Proceeds, "HOOK-203", "the agent does not act on its answers"},
	}
	for _, tt := range tests {
		t.Run(tt.event+" "+tt.effect, func(t *testing.T) {
			i := slices.IndexFunc(llxprt.Events, func(e sheet.Event) bool { return string(e.Name) == tt.event })
			require.GreaterOrEqual(t, i, 0)
			got, ok := sheet.Find(llxprt.Events[i].Lines(sheet.Effects), tt.effect)
			require.True(t, ok)
			assert.Equal(t, tt.want, got.Outcome, tt.reason)
			assert.Contains(t, got.Facts, tt.fact, tt.reason)
		})
	}
}

// A line that is based on a guess is marked as unknown.
func TestGuesses(t *testing.T) {
	tests := []struct {
		agent, fact string
		want        bool
		reason      string
	}{
		{"cursor", "cursor.timeout", true, "one source says seconds, another milliseconds"},
		{"claude", "claude.timeout", false, "the documentation says seconds"},
		{"llxprt", "INT-06", false, "a requirement is not a guess"},
	}
	for _, tt := range tests {
		got, ok := sheet.Find(named(t, tt.agent).Lines(sheet.Hooks), "timeout")
		require.True(t, ok)
		assert.Equal(t, []string{tt.fact}, got.Facts)
		assert.Equal(t, tt.want, got.Guess, tt.reason)
		assert.Equal(t, tt.want, strings.HasSuffix(got.Sourced(), ": not known)"), tt.reason)
	}
}

func TestUses(t *testing.T) {
	claude := named(t, "claude")
	assert.Contains(t, claude.Uses("claude.exit-2"), sheet.Use{Part: sheet.Exits, What: "2"})
	assert.Contains(t, claude.Uses("claude.exit-2"), sheet.Use{Event: "PreToolUse", Part: sheet.Effects, What: "refuse"})
	assert.Empty(t, claude.Uses("claude.no-such-fact"))
	assert.Empty(t, claude.Uses(""), "a line without a fact names none")
}
