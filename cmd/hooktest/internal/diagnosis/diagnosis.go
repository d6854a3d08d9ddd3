// Package diagnosis finds what keeps the configured hooks of a machine from running, in settings and
// in installed plugins: an unread file, an invalid entry, a switch, missing trust, the event, the
// matcher, a duplicate hook, or a program that can't be started.
//
// Most callers need Examine, for one agent at a time. Package lint finds mistakes in a file, the
// engine's planner selects an event's hooks, and the contract says where an agent reads settings.
// This package combines them, and adds what only the machine knows. Each file is read once, so the
// report is consistent even if the file changes meanwhile.
//
// The package starts no process, prints nothing and changes no file.
package diagnosis

import (
	"cmp"
	"context"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Machine has the folders with agents' settings, the environment and the programs.
type Machine struct {
	// Project is the project's folder, Home the user's home; both are absolute.
	Project, Home string
	// Getenv returns environment variables. Program returns the path of a program that is started
	// by its name, or "".
	Getenv  func(string) string
	Program func(name string) string

	texts  map[string]text
	linter *config.Linter
}

// An Agent is the result for one agent.
type Agent struct {
	Contract *dialect.Contract
	// Program is the agent's own path; empty if it is not on the PATH, or its name is unknown.
	Program string
	// Files are the settings files that it reads, in the order of its contract.
	Files []File
	// Hooks are in the order of the files, and within each in source order.
	Hooks []Hook
	// Findings are about files without identifiable hooks.
	Findings []finding.Finding
	// Trusts are the kinds of trust that the agent requires for the hooks here.
	Trusts []Trusted
	// Cut is set if a file has more than was checked.
	Cut bool
}

// A File is a place where an agent reads settings.
type File struct {
	Scope, Path string
	State       FileState
	// Why is the reason that it can't be read.
	Why string
	// Hooks counts its hooks.
	Hooks int
}

// A FileState is the state of such a place.
type FileState string

const (
	Found      FileState = "found"
	Absent     FileState = "absent"
	Unreadable FileState = "unreadable"
	// Again is a file that was already read for another scope.
	Again FileState = "again"
	// Unread is a file with hooks in a place that the agent does not read.
	Unread FileState = "unread"
)

// A Hook is a hook in a settings file.
type Hook struct {
	Event hook.Event
	// Type, Command and the group's Matcher are as written, if they are texts; At is the place.
	Type, Command, Matcher string
	At                     document.Position
	State                  State
	// Why are the findings that keep it from running, the first cause first, or other notes if none
	// does.
	Why []finding.Finding
	// Entry is the engine's hook; zero if the engine does not accept it.
	Entry hook.Entry
	// Trusted is the record by which the agent trusts the hook's definition, or nil.
	Trusted *Record
}

// A Record is an agent's record of a trusted definition: an entry at a place in a file, with the
// word that is the definition's digest.
type Record struct {
	At     document.Position
	Word   string
	Digest dialect.Digest
}

// A State is the state of a hook.
type State string

const (
	// Alive means that nothing known keeps it from running.
	Alive State = "alive"
	// Waits means that it runs if the user has trusted it, which is unknown here.
	Waits State = "waits"
	// Doubled means that it is in two places and runs once for both.
	Doubled State = "doubled"
	// Unjudged means that it starts no program; whether it runs is not checked.
	Unjudged State = "unjudged"
	// Uncertain means that it or a hook of the same file has a fault whose effect is not known.
	Uncertain State = "doubtful"
	// Dead means that it does not run.
	Dead State = "dead"
)

// Count counts the hooks in a state.
func (a Agent) Count(s State) int {
	return len(lists.Where(a.Hooks, func(h Hook) bool { return h.State == s }))
}

// Configured reports whether the agent has any settings here.
func (a Agent) Configured() bool {
	return slices.ContainsFunc(a.Files, func(f File) bool { return f.State == Found || f.State == Unreadable || f.State == Unread })
}

// Hidden reports whether the agent has plugins that may have hooks, in an unknown place.
func (a Agent) Hidden() bool {
	return slices.ContainsFunc(a.Contract.Settings.Packages, func(p dialect.Package) bool { return p.Installed.Fact == "" })
}

// Sick reports whether a hook, or a whole file, does not take effect.
func (a Agent) Sick() bool {
	return a.Count(Dead) > 0 || slices.ContainsFunc(a.Findings, func(f finding.Finding) bool { return f.Rule.Severity == finding.Error })
}

// All returns the findings of the agent, each once, file by file.
func (a Agent) All() []finding.Finding {
	all := slices.Clone(a.Findings)
	for _, h := range a.Hooks {
		for _, f := range h.Why {
			if !slices.ContainsFunc(all, func(other finding.Finding) bool { return same(f, other) }) {
				all = append(all, f)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Position.Offset, b.Place.Position.Offset), cmp.Compare(a.Rule.ID, b.Rule.ID))
	})
	return all
}

func same(a, b finding.Finding) bool {
	return a.Rule.ID == b.Rule.ID && a.Place == b.Place && a.Text == b.Text
}

// Examine checks everything that an agent reads. The error is that of a machine without a home
// directory, or of the context.
func (m *Machine) Examine(ctx context.Context, contract *dialect.Contract) (Agent, error) {
	if m.linter == nil {
		m.texts = map[string]text{}
		m.linter = &config.Linter{Program: func(name string) bool { return m.Program(name) != "" }}
	}
	e := &examination{machine: m, Agent: Agent{Contract: contract}}
	for _, name := range contract.Programs {
		e.Program = cmp.Or(e.Program, m.Program(name))
	}
	if err := e.look(ctx); err != nil {
		return Agent{}, err
	}
	for i := range e.Hooks {
		for k := range e.Hooks[i].Why {
			e.Hooks[i].Why[k].Agents = []string{contract.Name}
		}
	}
	for i := range e.Findings {
		e.Findings[i].Agents = []string{contract.Name}
	}
	return e.Agent, nil
}
