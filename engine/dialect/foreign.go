package dialect

import "github.com/hooktest/hooktest/engine/hook"

// Foreign is a name of another agent and what it is called here.
type Foreign struct {
	// Product is the agent that uses the name.
	Product string
	// Here is the name that this contract has for the same thing.
	Here string
}

// ForeignEvent finds an event that another agent calls name; ok is false for a
// name that no agent uses, for one of the contract's own, and where nothing of the
// contract's is at that moment.
func (c *Contract) ForeignEvent(name string) (foreign Foreign, ok bool) {
	if _, own := c.Event(hook.Event(name)); own {
		return Foreign{}, false
	}
	for _, other := range index() {
		if ours, ok := c.At(other.Events[hook.Event(name)]); ok {
			return Foreign{other.Product, string(ours.Name)}, true
		}
	}
	return Foreign{}, false
}

// ForeignTool finds a tool that another agent calls name; ok is false for a
// name that no agent uses, for one of the contract's own, and where the contract
// knows of no tool for the same.
func (c *Contract) ForeignTool(name string) (foreign Foreign, ok bool) {
	if c.Tools.Knows(name) {
		return Foreign{}, false
	}
	for _, other := range index() {
		theirs := other.Tools[name]
		if theirs == "" {
			continue
		}
		if ours, ok := c.Tools.For(theirs); ok {
			return Foreign{other.Product, ours.Name}, true
		}
	}
	return Foreign{}, false
}
