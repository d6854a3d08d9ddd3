package explore

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/schemas"
)

func everything() adapter.InitializeResult {
	return adapter.InitializeResult{Profiles: adapter.Profiles()}
}

// A seed and a number determine a draw; another number gives another draw.
func TestDrawsRepeat(t *testing.T) {
	w := WorldOf(everything())
	seen := map[string]bool{}
	for i := range 200 {
		d := encode(New(3, i, w))
		assert.Equal(t, d, encode(New(3, i, w)))
		assert.False(t, seen[d], "draw %d was there before", i)
		seen[d] = true
	}
	assert.NotEqual(t, encode(New(3, 0, w)), encode(New(4, 0, w)))
}

// The schema of the report knows every member that a draw can have.
func TestDrawsFitTheSchema(t *testing.T) {
	w := WorldOf(everything())
	state := Begin("1.0.0", adapter.Implementation{Name: "example", Version: "1.0", Language: "go"}, 5)
	unread, env := false, false
	for i := range 500 {
		d := New(5, i, w)
		unread, env = unread || d.Unread, env || d.Env
		state.Causes = append(state.Causes, Cause{Kind: "success", Clauses: []string{}, Count: 1, Draw: d, Differences: []Difference{{"success", "false", "true"}}, Ran: map[string]int{}, Forms: [][]string{{"success"}}})
	}
	require.True(t, unread && env, "no draw has every member")
	printed, err := json.Marshal(state)
	require.NoError(t, err)
	require.NoError(t, schemas.ValidateBytes("explore-report", "draws.json", printed, document.Options{}))
}

// Every member that an output may have is drawn, for the events that have it.
func TestEveryMemberOfAnAnswerIsDrawn(t *testing.T) {
	used := map[string]bool{}
	for _, event := range adapter.Events() {
		for _, name := range specificMembers(event.Name) {
			used[name] = true
			assert.True(t, specificDraws[name].draw != nil || name == "additionalContext", "%s: %s", event.Name, name)
		}
	}
	for name := range specificDraws {
		assert.True(t, used[name], "%s is of no event", name)
	}
	w, drawn := WorldOf(everything()), map[string]bool{}
	for i := range 2000 {
		d := New(7, i, w)
		for _, h := range d.Hooks {
			specific, _ := h.Answer["hookSpecificOutput"].(map[string]any)
			for name := range specific {
				drawn[d.Event+" "+name] = true
			}
		}
	}
	for _, want := range []string{"BeforeTool tool_input", "BeforeModel llm_request", "BeforeModel llm_response", "AfterModel llm_response", "BeforeToolSelection toolConfig"} {
		assert.True(t, drawn[want], want)
	}
	assert.False(t, drawn["AfterTool toolConfig"], "an event has its own members alone")
}

// A smaller draw is not longer than the original and names only hooks that it has,
// and reduction terminates.
func TestSmallerDraws(t *testing.T) {
	w := WorldOf(everything())
	for i := range 8 {
		d := New(5, i, w)
		for round := range 1000 {
			all := d.smaller()
			for _, s := range all {
				require.NotEmpty(t, s.Groups)
				for _, g := range s.Groups {
					require.NotEmpty(t, g.Entries)
					for _, e := range g.Entries {
						require.NotEmpty(t, s.hook(e.Hook).Name, encode(s))
					}
				}
				require.NotEqual(t, encode(d), encode(s))
			}
			if len(all) == 0 {
				break
			}
			d = all[round*7%len(all)]
		}
		assert.Empty(t, d.smaller(), "what has nothing left to take away is reached: %s", encode(d))
	}
}

// Every draw can be shown as a case, and one with an assertion can be read as one.
func TestCausesAreCases(t *testing.T) {
	w := WorldOf(everything())
	written := 0
	for i := range 200 {
		c := Cause{
			Kind: "success", Clauses: []string{"HOOK-213.1"}, First: i, Draw: New(6, i, w), Ran: map[string]int{"a": 1},
			Differences: []Difference{{"success", "true", "false"}},
		}
		name, text := c.Case(6)
		if name == "" {
			continue
		}
		written++
		got, err := cases.Parse(name, text)
		require.NoError(t, err, string(text))
		assert.Equal(t, "HOOK-213", got.Requirement)
		require.Len(t, got.Scopes, 1)
		assert.Equal(t, "HOOK-213.1/explored", got.Scopes[0].Check)
	}
	assert.Greater(t, written, 150)
	name, _ := Cause{Kind: "errors", Draw: New(6, 0, w), Differences: []Difference{{"errors", "0", "1"}}}.Case(6)
	assert.Empty(t, name, "a case is about a requirement")
}

// A difference that follows from another is not explored.
func TestRoots(t *testing.T) {
	tests := []struct {
		paths, want []string
		reason      string
	}{
		{[]string{"ran.a", "outputs", "final.reason", "success"}, []string{"ran"}, "a hook that did not run said nothing"},
		{[]string{"outputs", "final.reason"}, []string{"outputs"}, "the whole is made of the parts"},
		{[]string{"final.decision", "final.reason", "final.class"}, []string{"final.decision"}, "its members hang together"},
		{[]string{"saw.a.cwd", "saw.b.cwd", "errors"}, []string{"saw.cwd", "errors"}, "neither follows from the other"},
	}
	for _, tt := range tests {
		var all []Difference
		for i, path := range tt.paths {
			all = append(all, Difference{path, "1", fmt.Sprint(i + 2)})
		}
		assert.Equal(t, tt.want, roots(all), tt.reason)
	}
}
