package registry

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// A Survey is the complete content of one hooks object, including its faults. The
// survey goes on where an agent stops reading or skips something.
type Survey struct {
	Faults []Fault
	Hooks  []Surveyed
	// Groups are the groups with a readable matcher, even if their hooks have faults.
	// Their entries have no hooks.
	Groups []Surveyed
}

// A Fault is a fault in a hooks object, with its effect.
type Fault struct {
	dialect.Breach
	Event    hook.Event
	Position document.Position
	// Node is the faulty value, or the value of a wrong name. Path is relative to the
	// hooks key, and Text describes the fault.
	Node       *document.Node
	Path, Text string
}

// A Surveyed is a hook with its nodes. Config is the hook itself, Group its group, and
// Action the object with its type and command. Group and Action are the hook itself if
// the agent has no such object.
type Surveyed struct {
	hook.Entry
	Group, Config, Action *document.Node
}

// Look surveys a hooks object as a contract's reader reads it. Faults and hooks are in
// the order of the file.
func Look(contract *dialect.Contract, hooks *document.Node) Survey {
	var s Survey
	o := observed{reader: &reader{contract: contract, origin: origin{source: hook.SourceProject}}, file: hooks.Position().File, survey: &s}
	o.readObject(hooks)
	return s
}
