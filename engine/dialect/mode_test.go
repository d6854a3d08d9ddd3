package dialect_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// inModes is an agent that asks the user before tools, and before it shortens a conversation.
func inModes() *dialect.Contract {
	asked := func(name string, moment dialect.Moment) dialect.Event {
		replies := map[dialect.Effect]dialect.Reply{dialect.Asks: {Outcome: dialect.Asked, Agent: "asks", Model: "{reason}", Fact: "a.ask"}}
		return dialect.Event{Name: hook.Event(name), Moment: moment, Rules: dialect.Rules{Replies: replies}}
	}
	return &dialect.Contract{
		Name: "a",
		Settings: dialect.Settings{Trust: []dialect.Trust{
			{Fact: "a.runs", Unasked: dialect.UnaskedTrusts}, {Fact: "a.skips", Unasked: dialect.UnaskedSkips},
			{Fact: "a.project", Scopes: []string{"project"}}, {Fact: "a.both", Scopes: []string{"project", "user"}},
		}},
		Events: []dialect.Event{asked("BeforeTool", dialect.ToolBefore), asked("PreCompress", dialect.CompactBefore)},
		Modes: map[dialect.Mode]dialect.ModeRules{
			dialect.ACP:      {Trusts: []string{"project"}, Fact: "a.acp"},
			dialect.Headless: {Ask: dialect.Reply{Outcome: dialect.Prevented, Fact: "a.headless"}, Fact: "a.headless"},
			dialect.Resumed:  {Ask: dialect.Reply{Outcome: dialect.Abandoned, Model: "no", Fact: "a.headless"}, Fact: "a.headless"},
			dialect.Terminal: {Fact: "a.terminal"},
		},
	}
}

func TestIn(t *testing.T) {
	asks := dialect.Reply{Outcome: dialect.Asked, Agent: "asks", Model: "{reason}", Fact: "a.ask"}
	tests := []struct {
		mode   dialect.Mode
		seen   bool
		ask    dialect.Reply
		trust  []string
		reason string
	}{
		{"", false, asks, []string{"a.runs", "a.skips", "a.project project", "a.both project user"}, "without a mode nothing changes"},
		{dialect.ACP, true, asks, []string{"a.skips", "a.both user"}, "hooks of the project need no trust"},
		{dialect.Headless, true, dialect.Reply{Outcome: dialect.Prevented, Fact: "a.headless"}, []string{"a.skips", "a.project project", "a.both project user"}, "the user is not asked"},
		{dialect.Resumed, true, dialect.Reply{Outcome: dialect.Abandoned, Model: "no", Fact: "a.headless"}, []string{"a.skips", "a.project project", "a.both project user"}, "the mode has a text of its own"},
		{dialect.SubAgent, false, asks, []string{"a.runs", "a.skips", "a.project project", "a.both project user"}, "it was not seen"},
		{dialect.Terminal, true, asks, []string{"a.runs", "a.skips", "a.project project", "a.both project user"}, "the user is there to be asked"},
	}
	for _, tt := range tests {
		t.Run(string(tt.mode), func(t *testing.T) {
			c := inModes()
			in := c.In(tt.mode)
			_, seen := in.InMode()
			assert.Equal(t, tt.seen, seen)
			assert.Equal(t, tt.mode, in.Mode)
			assert.Equal(t, tt.ask, in.Events[0].Rules.Reply(dialect.Asks), tt.reason)
			assert.Equal(t, asks, in.Events[1].Rules.Reply(dialect.Asks), "the mode was seen before tools alone")
			var trust []string
			for _, one := range in.Settings.Trust {
				trust = append(trust, strings.Join(append([]string{one.Fact}, one.Scopes...), " "))
			}
			assert.Equal(t, tt.trust, trust, tt.reason)
			assert.Equal(t, inModes(), c, "contracts are shared")
		})
	}
}

// A mode of a contract says something, and about events that the agent has.
func TestModesOfObservedContracts(t *testing.T) {
	seen := 0
	for _, c := range observed() {
		for mode, rules := range c.Modes {
			seen++
			assert.Contains(t, dialect.ModeNames(), string(mode), c.Name)
			assert.NotEmpty(t, rules.Fact, "%s in %s", c.Name, mode)
			for _, event := range rules.Unfired {
				_, known := c.Event(event)
				assert.True(t, known, "%s %s", c.Name, event)
			}
		}
	}
	require.NotZero(t, seen)
}
