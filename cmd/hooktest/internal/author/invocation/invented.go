package invocation

import "slices"

// Invented reports whether hooktest makes up the hook's input: the user gave neither a payload
// nor its content. The name of an event or a tool alone is not a payload.
func (o *Options) Invented() bool {
	return o.Whole == nil && !slices.ContainsFunc([]string{"bash", "write", "prompt", "stdin", "input", "set"}, o.Given)
}
