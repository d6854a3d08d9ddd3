package verification

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
)

func TestDraw(t *testing.T) {
	drawn := Draw(7, 60)
	require.Len(t, drawn, 61)
	assert.Equal(t, Case{Name: "no hook", Moment: dialect.ToolBefore}, drawn[0], "the first shows that the agent can be run")
	assert.Equal(t, drawn, Draw(7, 60), "a seed makes the same cases again")
	assert.NotEqual(t, drawn, Draw(8, 60))
	for i, c := range drawn[1:] {
		first := drawn[1+i/together*together]
		assert.Equal(t, first.Moment, c.Moment, c.Name)
		require.Len(t, c.Hooks, len(first.Hooks), c.Name)
		assert.Len(t, inOrder(c.Hooks), len(c.Hooks), "%s: the hooks end one after another", c.Name)
		for h := range c.Hooks {
			assert.Equal(t, first.Hooks[h].Matcher, c.Hooks[h].Matcher, "%s: the cases of a session have the same settings", c.Name)
		}
	}
}

// inOrder returns the numbers of hooks in the order in which they end: the first waits for none.
func inOrder(hooks []Hook) (order []int) {
	for last := 0; ; {
		i := slices.IndexFunc(hooks, func(h Hook) bool { return h.After == last })
		if i < 0 || len(order) == len(hooks) {
			return order
		}
		last = i + 1
		order = append(order, last)
	}
}

func TestOrderWithoutAHook(t *testing.T) {
	// Hook 2 ends first, then 3, then 1.
	c := Case{Hooks: []Hook{{After: 3, Stdout: "1"}, {Stdout: "2"}, {After: 2, Stdout: "3"}}}
	tests := []struct {
		gone int
		want []string
	}{
		{1, []string{"2", "3"}},
		{2, []string{"3", "1"}},
		{3, []string{"2", "1"}},
	}
	for _, tt := range tests {
		left := c.without(tt.gone - 1).Hooks
		var got []string
		for _, n := range inOrder(left) {
			got = append(got, left[n-1].Stdout)
		}
		assert.Equal(t, tt.want, got, "without hook %d", tt.gone)
	}
	assert.Equal(t, 3, c.Hooks[0].After, "the case itself stays")
}

func TestShorter(t *testing.T) {
	tests := []struct {
		in     string
		want   []string
		reason string
	}{
		{"", nil, "nothing is left to take out"},
		{"a text", []string{""}, "a text has no fields"},
		{`{"a":1,"b":{"c":2,"d":3}}`, []string{"", `{"b":{"c":2,"d":3}}`, `{"a":1}`, `{"a":1,"b":{"d":3}}`, `{"a":1,"b":{"c":2}}`}, "each field, and each in an object"},
		{`{"a":1,"tool_input":{rewritten}}`, []string{"", `{"tool_input":{rewritten}}`, `{"a":1}`}, "an input of the tool is a field like others"},
		{"\ufeff{\"a\":1}\n", []string{"", `{"a":1}`, "\ufeff{}\n"}, "and what is around it"},
		{`["a"]`, []string{""}, "a list has no fields"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, shorter(tt.in), tt.reason)
	}
}

// What has nothing to do with the difference is taken out: another hook, its settings, its stdout.
func TestShrink(t *testing.T) {
	t.Parallel()
	subject := standIn(t, "exit")
	c := Case{Name: "draw 1", Moment: dialect.ToolBefore, Hooks: []Hook{
		{Stdout: "nothing to say"},
		{Exit: 2, Stderr: "{reason}", Stdout: "noise", Seconds: 20, Entry: map[string]any{"description": "a guard"}},
	}}
	options := Options{Cases: []Case{{Name: "no hook", Moment: dialect.ToolBefore}, c}}
	report := verified(t, subject, options)
	require.Equal(t, Contradicted, report.Results[1].Status, "the stand-in treats exit code 2 as a failure")
	require.NoError(t, report.Shrink(t.Context(), subject, options))
	small := report.Results[1]
	assert.Equal(t, `draw 1: tool.before, hook 1 prints "" and exits with 2, prints "{reason}" on stderr`, small.Case)
	assert.Equal(t, "tool", small.Differences[0].What)
}
