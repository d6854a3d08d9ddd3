package sheet_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
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
					assert.NotEmpty(t, l.Says, "contracts/%s.yaml: nothing is known of %s: %s; a fact says it, which is its rule", s.Name, list.Title, l.What)
					for _, id := range l.Facts {
						assert.True(t, explained[id], "%s: %s: %s is not explained", list.Title, l.What, id)
					}
				}
			}
		})
	}
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

func TestDiff(t *testing.T) {
	general := func(lines ...sheet.Line) sheet.Sheet {
		return sheet.Sheet{Parts: []sheet.Part{{Title: "hooks", Lines: lines}}}
	}
	at := func(name hook.Event, moment dialect.Moment, lines ...sheet.Line) sheet.Sheet {
		return sheet.Sheet{Events: []sheet.Event{{Name: name, Moment: moment, Parts: []sheet.Part{{Title: "effects", Lines: lines}}}}}
	}
	both := func(a, b sheet.Sheet) sheet.Sheet { return sheet.Sheet{Events: append(a.Events, b.Events...)} }
	tests := []struct {
		name   string
		a, b   sheet.Sheet
		want   []string
		reason string
	}{
		{
			"the same", general(sheet.Line{What: "timeout", Says: "x", Facts: []string{"a.1"}}), general(sheet.Line{What: "timeout", Says: "x", Facts: []string{"b.9"}}), nil,
			"who says the same does so by a fact of their own",
		},
		{"another value", general(sheet.Line{What: "timeout", Says: "x"}), general(sheet.Line{What: "timeout", Says: "y"}), []string{"hooks timeout x|y"}, ""},
		{"gone", general(sheet.Line{What: "timeout", Says: "x"}), general(), []string{"hooks timeout x|"}, "the second has no such line"},
		{"new", general(), general(sheet.Line{What: "timeout", Says: "y"}), []string{"hooks timeout |y"}, "the first has no such line"},
		{
			"another outcome", at("E", "", sheet.Line{What: "deny", Says: "x", Outcome: dialect.Prevented}), at("E", "", sheet.Line{What: "deny", Says: "x", Outcome: dialect.Ends}),
			[]string{"E: effects deny prevented: x|ends: x"}, "the same words may represent more than one outcome",
		},
		{
			"what is read", at("E", "", sheet.Line{What: "deny", Says: "x", Model: "m"}), at("E", "", sheet.Line{What: "deny", Says: "x"}),
			[]string{"E: effects deny x; the model reads `m`|x"}, "the model reads of it in one of them",
		},
		{
			"another name", at("E", dialect.Notice), at("F", dialect.Notice), []string{"E name E (notice)|F (notice)"}, "the moment is the same, so the event is",
		},
		{
			"another moment", at("E", dialect.Notice), at("F", dialect.ToolBefore), []string{"E E E (notice)|", "F F |F (tool.before)"}, "two events of different moments are two",
		},
		{
			"one of two at a moment", both(at("E", dialect.Notice), at("F", dialect.Notice)), at("F", dialect.Notice), []string{"E E E (notice)|"},
			"F matches F, so E has no counterpart",
		},
		{
			"two at a moment", both(at("E", dialect.Notice), at("F", dialect.Notice)), at("G", dialect.Notice), []string{"E name E (notice)|G (notice)", "F F F (notice)|"},
			"G is compared with the first, and not with both",
		},
		{
			"the same name at no moment", at("E", ""), at("E", dialect.Notice), nil, "names identify events where moments do not",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range sheet.Diff(tt.a, tt.b) {
				got = append(got, d.Place()+" "+d.What+" "+words(d.First)+"|"+words(d.Second))
			}
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Len(t, sheet.Diff(tt.b, tt.a), len(tt.want), "as many from the other side")
		})
	}
}

func words(l *sheet.Line) string {
	if l == nil {
		return ""
	}
	return l.Words()
}

func TestNothingDiffersFromItself(t *testing.T) {
	for _, s := range all(t) {
		assert.Empty(t, sheet.Diff(s, s), s.Name)
	}
}
