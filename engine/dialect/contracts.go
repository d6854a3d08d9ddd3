package dialect

import (
	"embed"
	"sync"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/snapshot"
)

// compiled are the contracts of contracts/NAME.yaml as snapshots, and an index of them. A test of
// package contractfile writes both.
//
//go:embed contracts/compiled
var compiled embed.FS

// A Summary is what the index knows about a contract: the parts that other contracts
// are compared with, and by which its files are known.
type Summary struct {
	Name, Product string
	Events        map[hook.Event]Moment
	Tools         map[string]Role
	Files         []File
	Packages      []Package
	// Variables are the ones that the agent sets to the project's folder. EventFields are
	// the fields of its payloads with the event's name.
	Variables, EventFields []string
}

// Summarize returns the summary of a contract.
func Summarize(c *Contract) Summary {
	s := Summary{c.Name, c.Product, map[hook.Event]Moment{}, map[string]Role{}, c.Settings.Files, c.Settings.Packages, c.Launch.Variables, nil}
	for _, row := range c.Events {
		s.Events[row.Name] = row.Moment
	}
	for _, f := range c.Base {
		if f.Is == EventName {
			s.EventFields = append(s.EventFields, f.Name)
		}
	}
	for _, tool := range c.Tools.Builtin {
		s.Tools[tool.Name] = tool.Role
	}
	return s
}

// Summaries returns the summary of every contract, in the order of Names. It loads no contract.
func Summaries() []Summary { return index() }

// index holds the summaries of all contracts: first the one of the requirements, then
// agents that were run, then agents that are only documented.
var index = sync.OnceValue(func() []Summary {
	var all []Summary
	embedded("index", &all)
	return all
})

// embedded reads a compiled file. It cannot fail: a test reads all of them.
func embedded(name string, into any) {
	text, _ := compiled.ReadFile("contracts/compiled/" + name + ".snapshot")
	_ = snapshot.Decode(string(text), into)
}

// loaders holds a function for each contract that reads it once, on first use.
var loaders = sync.OnceValue(func() map[string]func() *Contract {
	all := map[string]func() *Contract{}
	for _, s := range index() {
		all[s.Name] = sync.OnceValue(func() *Contract {
			var c Contract
			embedded(s.Name, &c)
			return &c
		})
	}
	all["llxprt"] = LLxprt
	return all
})

// Names returns the short names of all contracts: LLxprt Code first, then agents that
// were run, then agents that are only documented.
func Names() []string {
	var names []string
	for _, s := range index() {
		names = append(names, s.Name)
	}
	return names
}

// Named returns the contract with this short name. Every call returns the same value.
func Named(name string) (*Contract, bool) {
	load, ok := loaders()[name]
	if !ok {
		return nil, false
	}
	return load(), true
}

// Known returns the contract with this short name, or nil if there is none.
func Known(name string) *Contract {
	c, _ := Named(name)
	return c
}

// Contracts returns every contract in the order of Names. It loads all of them.
func Contracts() []*Contract {
	var all []*Contract
	for _, name := range Names() {
		all = append(all, Known(name))
	}
	return all
}
