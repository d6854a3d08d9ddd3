package attempt

import "slices"

// Invented reports whether hooktest makes up what the hook reads: nobody gave a payload or
// said what happens in it. The name of an event or a tool is no payload.
func (o *Options) Invented() bool {
	return o.Whole == nil && !slices.ContainsFunc([]string{"bash", "write", "prompt", "stdin", "input", "set"}, o.Given)
}
