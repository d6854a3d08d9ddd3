package dialect

import (
	"maps"
	"slices"

	"github.com/hooktest/hooktest/engine/hook"
)

// A Mode is a way to run an agent. Plugin, Resumed and SubAgent are headless, too.
type Mode string

const (
	// ACP: a program, such as an editor, runs it by the Agent Client Protocol, and answers for
	// the user.
	ACP Mode = "acp"
	// Headless: one prompt, no terminal and no user.
	Headless Mode = "headless"
	// Plugin: the hooks are those of a plugin or an extension, and not of settings.
	Plugin Mode = "plugin"
	// Resumed: a headless session that continues an earlier one.
	Resumed Mode = "resumed"
	// SubAgent: a sub-agent of a headless session calls the tools.
	SubAgent Mode = "sub-agent"
	// Terminal: a terminal with a user.
	Terminal Mode = "terminal"
)

// ModeNames returns the names of all modes.
func ModeNames() []string {
	return []string{string(ACP), string(Headless), string(Plugin), string(Resumed), string(SubAgent), string(Terminal)}
}

// ModeRules say what differs from the rest of the contract in one mode.
type ModeRules struct {
	// Unfired are the events that the agent does not fire.
	Unfired []hook.Event
	// Ask replaces what the agent does before a tool if a hook asks the user. Without an
	// outcome that was not seen.
	Ask Reply
	// AsksTrust means that the agent asks the user about trust.
	AsksTrust bool
	// Trusts are the scopes of files whose hooks need no trust.
	Trusts []string
	// Fact says what was seen in this mode.
	Fact string
}

// In returns the contract with what differs in a mode; without a mode, the contract itself.
func (c *Contract) In(mode Mode) *Contract {
	if mode == "" {
		return c
	}
	in := *c
	in.Mode = mode
	rules, seen := c.Modes[mode]
	if seen && mode != Terminal {
		in.Settings.Trust = nil
		for _, t := range c.Settings.Trust {
			limited := len(t.Scopes) > 0
			t.Scopes = slices.DeleteFunc(slices.Clone(t.Scopes), func(scope string) bool { return slices.Contains(rules.Trusts, scope) })
			if t.Unasked != UnaskedTrusts && !(limited && len(t.Scopes) == 0) {
				in.Settings.Trust = append(in.Settings.Trust, t)
			}
		}
	}
	if rules.Ask.Outcome == "" {
		return &in
	}
	in.Events = slices.Clone(c.Events)
	for i := range in.Events {
		row := &in.Events[i]
		if row.Moment == ToolBefore && row.Rules.Replies[Asks].Outcome == Asked {
			row.Rules.Replies = maps.Clone(row.Rules.Replies)
			row.Rules.Replies[Asks] = rules.Ask
		}
	}
	return &in
}

// InMode returns the rules of the contract's mode; seen is false if nothing is known of it.
func (c *Contract) InMode() (rules ModeRules, seen bool) {
	rules, seen = c.Modes[c.Mode]
	return rules, seen
}
