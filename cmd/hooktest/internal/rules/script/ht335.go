package script

import (
	"fmt"

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
