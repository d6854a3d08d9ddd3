package dialect

import (
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// unrun is the beginning of the contract of an agent that nobody could run: it needs
// a login or is no program of its own. Its facts are other people's, and it answers
// only who asks for it by name.
func unrun(name, product, versions string) *Contract {
	return &Contract{
		Name: name, Product: product, Versions: versions, Aside: true,
		Settings: Settings{Hooks: "hooks", Switch: Switch{Default: true}, Source: hook.SourceProject},
		Launch:   Launch{Shells: []Shell{{Programs: []string{"bash"}, Fallback: "/bin/sh", Flags: []string{"-c"}, Script: AsWritten}}},
		Ending:   Ending{Grace: 5 * time.Second, Pipes: 250 * time.Millisecond, Rule: name + ".ending"},
	}
}

// unknownRules are those of an event of whose answers nobody tells: the fields at
// these paths may decide something, and contexts be read.
func unknownRules(fact string, contexts []Path, decisions ...Path) Rules {
	rules := Rules{Contexts: contexts, CanStop: true, Replies: unseen(fact, demands()...)}
	for _, at := range decisions {
		rules.Decisions = append(rules.Decisions, Decision{At: at, Other: Puzzles, Fact: fact})
	}
	return rules
}
