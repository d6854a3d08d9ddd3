package roster

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// Named returns the agent that a flag or an argument names: a built-in contract or one in a file.
// what describes the name in errors.
func Named(what, name string) (Agent, error) {
	if !contractfile.Is(name) {
		if err := console.CheckChoice(what, name, Names()); err != nil {
			return Agent{}, err
		}
		c, _ := dialect.Named(name)
		return Agent{c}, nil
	}
	c, err := contractfile.Load(name)
	if broken, ok := errors.AsType[*contractfile.Error](err); ok {
		if len(broken.Faults) == 1 {
			return Agent{}, console.Usage(broken.Error(), broken.Faults[0].Hint)
		}
		var lines []string
		for _, f := range broken.Faults {
			line := f.String()
			if f.Hint != "" {
				line += " (" + f.Hint + ")"
			}
			lines = append(lines, line)
		}
		return Agent{}, console.Usage(strings.Join(lines, "\n"), "the keys and words of a contract: hooktest schema contract")
	}
	if err != nil {
		return Agent{}, console.Unreadable(name, err)
	}
	return Agent{c}, nil
}

// All is the value of --agents that selects every contract.
const All = "all"

// Chosen returns the agents with these names: the built-in ones in their usual order, then those
// in files.
func Chosen(names []string) ([]Agent, error) {
	var chosen []Agent
	for _, name := range Names() {
		if slices.Contains(names, name) || slices.Contains(names, All) {
			chosen = append(chosen, Agent{dialect.Known(name)})
		}
	}
	for _, name := range names {
		if !contractfile.Is(name) {
			if err := console.CheckChoice("agent", name, append(Names(), All)); err != nil {
				return nil, err
			}
			continue
		}
		a, err := Named("agent", name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(chosen, func(other Agent) bool { return other.Name == a.Name }) {
			return nil, console.Usage(fmt.Sprintf("%s: another agent that is asked is called %s, too", name, a.Name), "name: in the file gives it another name")
		}
		chosen = append(chosen, a)
	}
	return chosen, nil
}

// Meant returns the agents for which fits is true: those that were run or, if there are none,
// those that are known from documents only.
func Meant(fits func(Agent) bool) []Agent {
	if found := Where(func(a Agent) bool { return !a.OnlyNamed && fits(a) }); len(found) > 0 {
		return found
	}
	return Where(func(a Agent) bool { return a.OnlyNamed && fits(a) })
}

// Reading returns the agents to check because of the files that they read (lint.Asked), in the
// usual order.
func Reading(reads func(Agent) []string) []Agent {
	asked := config.Asked(func(c *dialect.Contract) []string { return reads(Agent{c}) })
	return Where(func(a Agent) bool { return slices.Contains(asked, a.Contract) })
}

// Because lists agents with the reason why they were chosen.
func Because(asked []Agent, why string) string {
	names := lists.Of(asked, func(a Agent) string { return a.Name })
	return fmt.Sprintf("%s, %s (--agents chooses others)", english.And(names), why)
}

// Where returns the built-in agents for which holds is true, in the usual order.
func Where(holds func(Agent) bool) []Agent {
	return lists.Where(lists.Of(dialect.Contracts(), func(c *dialect.Contract) Agent { return Agent{c} }), holds)
}

// EventNames returns the event names of all agents, each once.
func EventNames() []string {
	all := lists.Of(dialect.Contracts(), (*dialect.Contract).EventNames)
	return lists.Texts(lists.Once(slices.Concat(all...)))
}

// Names returns the names of the built-in contracts.
func Names() []string { return dialect.Names() }

// NamesAndAll returns the values of --agents for commands that accept "all".
func NamesAndAll() []string { return append(Names(), All) }

// Tools returns the built-in tools for shell completion.
func Tools() []string {
	return lists.Of(Default().Tools.Builtin, func(tool dialect.Tool) string {
		return cobra.CompletionWithDesc(tool.Name, tool.Does)
	})
}
