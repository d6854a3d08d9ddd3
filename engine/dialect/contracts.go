package dialect

import (
	"embed"
	"encoding/json"
	"sync"

	"github.com/hooktest/hooktest/engine/hook"
)

// compiled are the contracts of contracts/NAME.yaml in a form that is quick to read, and
// an index of them. A test of package contractfile writes both.
//
//go:embed contracts/compiled
var compiled embed.FS

// A Summary is what the index knows about a contract: what other contracts are compared
// with.
type Summary struct {
	Name, Product string
	Events        map[hook.Event]Moment
	Tools         map[string]Role
}

// Summarize gives the summary of a contract.
func Summarize(c *Contract) Summary {
	s := Summary{c.Name, c.Product, map[hook.Event]Moment{}, map[string]Role{}}
	for _, row := range c.Events {
		s.Events[row.Name] = row.Moment
	}
	for _, tool := range c.Tools.Builtin {
		s.Tools[tool.Name] = tool.Role
	}
	return s
}

// index has the summaries of all contracts in their order: that of the requirements
// first, then those of agents that were run, then those that only documents describe.
var index = sync.OnceValue(func() []Summary {
	var all []Summary
	embedded("index", &all)
	return all
})

// embedded reads a compiled file, which is there and can be read: a test reads them all.
func embedded(name string, into any) {
	text, _ := compiled.ReadFile("contracts/compiled/" + name + ".json")
	_ = json.Unmarshal(text, into)
}

// loaders are how each contract is read, once, when somebody asks for it.
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

// Names are the short names of all contracts: LLxprt Code's first, then those of agents
// that were run, then those that only documents describe.
func Names() []string {
	var names []string
	for _, s := range index() {
		names = append(names, s.Name)
	}
	return names
}

// Named gives a contract by its short name: the same value at every call.
func Named(name string) (*Contract, bool) {
	load, ok := loaders()[name]
	if !ok {
		return nil, false
	}
	return load(), true
}

// Known is Named for a name that is known to be one; nil for any other.
func Known(name string) *Contract {
	c, _ := Named(name)
	return c
}

// Contracts gives every contract, in the order of Names. It reads them all.
func Contracts() []*Contract {
	var all []*Contract
	for _, name := range Names() {
		all = append(all, Known(name))
	}
	return all
}
