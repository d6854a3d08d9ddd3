package dialect

import "github.com/hooktest/hooktest/engine/hook"

// Foreign is a name that another agent uses, with its equivalent here.
type Foreign struct {
	// Product is the agent that uses the name.
	Product string
	// Here is this contract's name for the same thing.
	Here string
}

// ForeignEvent looks up an event name of another agent; ok is false if no agent uses
// the name, if it is one of the contract's own, or if the contract has no event at that
// moment.
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

// ForeignTool looks up a tool name of another agent; ok is false if no agent uses the
// name, if it is one of the contract's own, or if the contract has no equivalent tool.
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
