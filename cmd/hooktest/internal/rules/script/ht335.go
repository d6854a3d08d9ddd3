package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// ht335 finds answers whose new input replaces the whole one but lacks an argument that
// the tool needs.
func ht335(s *source) {
	if !s.known.certain() || len(s.known.tools) == 0 {
		return
	}
	for _, l := range s.literals() {
		lacks, product := s.lacks(l)
		if len(lacks) == 0 {
			continue
		}
		fix := "lay it over the old one: .tool_input + {…}"
		switch s.language {
		case python:
			fix = "lay it over the old one: {**tool_input, …}"
		case javaScript:
			fix = "lay it over the old one: { ...tool_input, … }"
		}
		s.report(l.at, fmt.Sprintf("the new input takes the place of the whole, and has no %s: %s does not run the call", english.And(lacks), product), fix)
	}
}

// lacks returns the arguments that an answer's new input omits although every tool of the script
// needs them, and the agent that checks for them. It returns none if some agent accepts the answer.
func (s *source) lacks(l literal) (arguments []string, product string) {
	for _, a := range s.starts() {
		rewrite := a.row.Rules.Rewrite
		value, _ := rewrite.At.In(l.object)
		input, given := value.(*jsonvalue.Object)
		if !given || rewrite.Overlays || rewrite.Whole == "" {
			return nil, ""
		}
		for _, name := range s.known.tools {
			tool, _ := a.Tools.Tool(name)
			missing := slices.DeleteFunc(slices.Clone(tool.Required), func(argument string) bool { return slices.Contains(input.Keys(), argument) })
			if len(missing) == 0 {
				return nil, ""
			}
			arguments, product = missing, a.Product
		}
	}
	return arguments, product
}
