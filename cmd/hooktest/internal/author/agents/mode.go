package agents

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// ModeFlag is the value of --mode; empty if it is not given.
type ModeFlag string

// Register adds the flag to a command.
func (m *ModeFlag) Register(cmd *cobra.Command) {
	cmd.Flags().StringVar((*string)(m), "mode", "", "as if the agent ran in this `mode`: "+english.Or(dialect.ModeNames()))
	console.CompleteFlag(cmd, "mode", dialect.ModeNames)
}

// Check refuses an unknown mode.
func (m ModeFlag) Check() error {
	if m == "" {
		return nil
	}
	return console.CheckChoice("mode", string(m), dialect.ModeNames())
}

// In returns the agent in the mode, or as it is without one.
func (m ModeFlag) In(a Agent) Agent { return Agent{a.Contract.In(dialect.Mode(m))} }

// A Mode is an agent's mode for programs. Fact is nil if the agent was not seen in it.
type Mode struct {
	Name string  `json:"name"`
	Fact *string `json:"fact"`
	Text string  `json:"text"`
}

// InMode returns the mode that the agent is in; nil for none.
func (a Agent) InMode() *Mode {
	if a.Mode == "" {
		return nil
	}
	mode := &Mode{Name: string(a.Mode), Text: fmt.Sprintf("%s was not seen in %s mode", a.Product, a.Mode)}
	rules, _ := a.Contract.InMode()
	for _, f := range a.Facts {
		if f.ID == rules.Fact {
			mode.Fact, mode.Text = &f.ID, f.Text
		}
	}
	return mode
}

// ModeNotes say what was seen of the agent in its mode; none without a mode.
func (a Agent) ModeNotes() []hook.Warning {
	switch mode := a.InMode(); {
	case mode == nil:
		return nil
	case mode.Fact == nil:
		return []hook.Warning{{Text: mode.Text}}
	default:
		return []hook.Warning{{Rule: *mode.Fact, Text: fmt.Sprintf("%s in %s mode: %s", a.Product, mode.Name, mode.Text)}}
	}
}
