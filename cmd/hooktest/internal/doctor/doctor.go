// Package doctor finds what stands between each hook that is configured on a machine and
// its running, in settings and in installed plugins: the file is not read, an entry takes it down, a switch, trust, the event,
// the matcher, a hook like it, or a program that can't be started.
//
// Most callers need Examine, for one agent at a time. What is wrong with a file is said
// by package lint, which hooks an event has by the engine's planner, and where an agent
// looks by its contract; this package puts them together, and adds what only the machine
// knows. Every file is read once, so that one which changes meanwhile is told of as it
// was.
//
// It starts nothing, prints nothing and changes no file.
package doctor

import (
	"cmp"
	"context"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/lint"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// A Machine is where agents look for their settings, and programs are.
type Machine struct {
	// Project is the folder of the project, Home that of the person; both are absolute.
	Project, Home string
	// Getenv gives variables of the environment, Program where a program is that is
	// started by its name alone; empty where there is none.
	Getenv  func(string) string
	Program func(name string) string

	texts  map[string]text
	linter *lint.Linter
}

// An Agent is what was found of one agent.
type Agent struct {
	Contract *dialect.Contract
	// Program is where the agent itself is; empty where it is not on the PATH, or nobody
	// knows what it is called.
	Program string
	// Files are those that it looks for, in the order of its contract.
	Files []File
	// Hooks stand in the order of the files, and in each as they are written.
	Hooks []Hook
	// Findings are about files, none of whose hooks can be named.
	Findings []finding.Finding
	// Trusts are what the agent wants to be trusted for hooks that are here.
	Trusts []Trusted
	// Cut tells that there is more in a file than was looked at.
	Cut bool
}

// A File is a place where an agent looks for settings.
type File struct {
	Scope, Path string
	State       FileState
	// Why is what keeps it from being read.
	Why string
	// Hooks counts those in it.
	Hooks int
}

// A FileState says what is at a place.
type FileState string

const (
	Found      FileState = "found"
	Absent     FileState = "absent"
	Unreadable FileState = "unreadable"
	// Again is a file that was read for another scope.
	Again FileState = "again"
	// Unread is a file with hooks in a place that the agent does not look at.
	Unread FileState = "unread"
)

// A Hook is one that stands in a settings file.
type Hook struct {
	Event hook.Event
	// Type and Command are as far as they are written, At is where.
	Type, Command string
	At            document.Position
	State         State
	// Why are what keeps it from running, the first of them first, or what is to be known
	// of it where nothing does.
	Why []finding.Finding
	// Entry is the hook as the engine takes it; zero where it does not.
	Entry hook.Entry
}

// A State says what becomes of a hook.
type State string

const (
	// Alive: nothing is seen that keeps it from running.
	Alive State = "alive"
	// Waits: it runs if somebody trusts it, which nobody can see from here.
	Waits State = "waits"
	// Doubled: it stands in two places, and runs once for both.
	Doubled State = "doubled"
	// Unjudged: it starts no program, and whether it runs is not looked at.
	Unjudged State = "unjudged"
	// Dead: it does not run.
	Dead State = "dead"
)

// Count counts the hooks in a state.
func (a Agent) Count(s State) int {
	n := 0
	for _, h := range a.Hooks {
		if h.State == s {
			n++
		}
	}
	return n
}

// Configured tells whether the agent has settings here at all.
func (a Agent) Configured() bool {
	return slices.ContainsFunc(a.Files, func(f File) bool { return f.State == Found || f.State == Unreadable || f.State == Unread })
}

// Hidden tells that the agent has plugins which may bring hooks, and nobody knows where it
// keeps them.
func (a Agent) Hidden() bool {
	return slices.ContainsFunc(a.Contract.Settings.Packages, func(p dialect.Package) bool { return p.Installed.Fact == "" })
}

// Sick tells whether something keeps a hook, or a whole file, from counting.
func (a Agent) Sick() bool {
	return a.Count(Dead) > 0 || slices.ContainsFunc(a.Findings, func(f finding.Finding) bool { return f.Rule.Severity == finding.Error })
}

// All are the findings of the agent, each once, file by file.
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

// Examine looks at everything that an agent reads. The error is that of a machine without
// a home directory, or of the context.
func (m *Machine) Examine(ctx context.Context, contract *dialect.Contract) (Agent, error) {
	if m.linter == nil {
		m.texts = map[string]text{}
		m.linter = &lint.Linter{Program: func(name string) bool { return m.Program(name) != "" }}
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
