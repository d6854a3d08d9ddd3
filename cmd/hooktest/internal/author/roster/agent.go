// Package roster resolves the agent names that a user gives to agents with their contracts, and
// answers questions about one agent. It doesn't decide which agents a hook is for.
package roster

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// An Agent is an agent with its contract.
type Agent struct{ *dialect.Contract }

// Default returns the agent of the requirements. Author commands use it unless the user chooses
// another agent.
func Default() Agent { return Agent{dialect.LLxprt()} }

// Required reports whether requirements define the agent's behavior, and schemas its hooks'
// input.
func (a Agent) Required() bool { return a.Reading == nil }

// Row returns the contract's row for an event, or a row with only the name if there is none.
func (a Agent) Row(event hook.Event) *dialect.Event {
	row, _ := a.Event(event)
	return row
}

// Knows reports whether the contract has an event of this name.
func (a Agent) Knows(name string) bool {
	_, ok := a.Event(hook.Event(name))
	return ok
}

// MomentOf returns the moment of an event, which may have other names in other agents. For an
// event without a shared moment, it returns the event's name.
func (a Agent) MomentOf(event hook.Event) string {
	if moment := a.Row(event).Moment; moment != "" {
		return string(moment)
	}
	return string(event)
}

// Of returns the agent of a firing.
func Of(f engine.Firing) Agent { return Agent{f.Config.Contract()} }

// CheckEvent accepts the agent's event names. For another agent's name, it suggests this one's.
func (a Agent) CheckEvent(name string) error {
	if a.Knows(name) {
		return nil
	}
	if foreign, ok := a.ForeignEvent(name); ok {
		return console.Usage(fmt.Sprintf("unknown event %q", name), fmt.Sprintf("%s's %s is %s here", foreign.Product, name, foreign.Here))
	}
	names := lists.Texts(a.EventNames())
	return console.CheckChoice("event", name, names)
}

// Subjects returns what matchers of an event are commonly tested against, the most common first.
// The last one is the subject that matches all (INT-20).
func (a Agent) Subjects(event hook.Event) []string {
	common := a.Row(event).Subject.Values
	if a.Row(event).Subject.Tool {
		common = slices.Concat(a.Tools.Common, a.Tools.Names())
	}
	return append(slices.Clone(common), "")
}

// SubjectWarning warns of an undocumented tool or other subject. Most likely it is a typing error,
// and then every matcher seems wrong. Any subject is accepted if the event has no documented
// values, for example server names.
func (a Agent) SubjectWarning(event hook.Event, subject string) (message, hint string) {
	matched := a.Row(event).Subject
	what, known := matched.Field, matched.Values
	if matched.Tool {
		what, known = "tool", a.Tools.Names()
		if a.Tools.Knows(subject) {
			return "", ""
		}
	}
	if subject == "" || len(known) == 0 || slices.Contains(known, subject) {
		return "", ""
	}
	if near := console.Nearest(subject, known); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	} else if !matched.Tool {
		hint = fmt.Sprintf("%s is documented as %s", what, english.Or(known))
	}
	return fmt.Sprintf("%s knows no %s %q", a.Product, what, subject), hint
}

// Fields returns the names of the fields in the agent's payloads.
func (a Agent) Fields() []string {
	names := a.BaseNames()
	for _, event := range a.Events {
		for _, field := range event.Fields {
			names = append(names, field.Name)
		}
	}
	return names
}

// NamesEvents reports whether the agent's payloads contain the event's name.
func (a Agent) NamesEvents() bool {
	return slices.ContainsFunc(a.Base, func(f dialect.BaseField) bool { return f.Is == dialect.EventName })
}

// VouchesFor reports whether a subject is documented.
func (a Agent) VouchesFor(row *dialect.Event, subject string) bool {
	if row.Subject.Tool {
		return a.Tools.Knows(subject)
	}
	return slices.Contains(row.Subject.Values, subject)
}

// Unconfirmed describes an installed version on which no fact of the contract was observed, because
// it is newer or older than all that were. program is the agent's; without one it is looked for on
// the PATH. It returns "" if there is nothing to say. It starts nothing.
func (a Agent) Unconfirmed(program string) string {
	for _, name := range a.Programs {
		if program == "" {
			// Without a path, the next name is tried.
			program, _ = exec.LookPath(name)
		}
	}
	if program == "" {
		return ""
	}
	version := driver.VersionOf(program)
	confirmed := Confirmed(a.Contract, version)
	if confirmed == "" {
		return ""
	}
	text := fmt.Sprintf("%s %s is installed; %s", filepath.Base(program), version, confirmed)
	if name := driver.Following(a.Name); name != "" {
		text += ": hooktest live --agent " + name + " shows what it does with your hooks"
	}
	return text
}

// Confirmed says on which versions the facts of a contract were observed, if this one is newer or older
// than all of them; else "".
func Confirmed(c *dialect.Contract, version string) string {
	oldest, newest := "", ""
	for _, f := range c.Facts {
		for _, seen := range f.Seen {
			if oldest == "" || driver.CompareVersions(seen, oldest) < 0 {
				oldest = seen
			}
			if newest == "" || driver.CompareVersions(seen, newest) > 0 {
				newest = seen
			}
		}
	}
	switch {
	case version == "" || newest == "":
		return ""
	case driver.CompareVersions(version, newest) > 0:
		return "facts are confirmed up to " + newest
	case driver.CompareVersions(version, oldest) < 0:
		return "facts are confirmed from " + oldest + " on"
	}
	return ""
}

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
