package registry

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// A Survey is all that stands in one hooks object, for whoever looks for what is wrong
// with it: where an agent stops reading, or leaves something out, the survey goes on.
type Survey struct {
	Faults []Fault
	Hooks  []Surveyed
	// Groups are those whose matcher could be read, whatever is wrong with their hooks,
	// which are in none of these entries.
	Groups []Surveyed
}

// A Fault is something wrong in a hooks object, and what it costs.
type Fault struct {
	dialect.Breach
	Event    hook.Event
	Position document.Position
	// Node is the value that is wrong, or that of a wrong name; Path is where it
	// stands below the hooks key, and Text what is wrong.
	Node       *document.Node
	Path, Text string
}

// A Surveyed is a hook with where it is written: Config is the hook itself, Group what
// it stands in, which is the hook again where the agent has no groups, and Action what
// says its type and its command, the hook again where it does so itself.
type Surveyed struct {
	hook.Entry
	Group, Config, Action *document.Node
}

// Look surveys a hooks object as the reader of a contract takes it. Faults and hooks are
// in the order in which they are written.
func Look(contract *dialect.Contract, hooks *document.Node) Survey {
	var s Survey
	o := observed{reader: &reader{contract: contract, origin: origin{source: hook.SourceProject}}, survey: &s}
	o.readObject(hooks)
	return s
}
