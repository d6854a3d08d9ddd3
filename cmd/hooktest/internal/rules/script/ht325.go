package script

import (
	"fmt"
	"slices"
)

// ht325 finds names that are compared with the tool's name and that no tool has.
func ht325(s *source) {
	for _, c := range s.comparisons {
		meant := s.known.renamed(c.name)
		if meant == "" && s.known.knowsTool(c.name) {
			continue
		}
		if meant == "" {
			meant = s.known.toolLike(c.name)
		}
		if meant == "" || slices.ContainsFunc(s.comparisons, func(other comparison) bool { return other.name == meant }) {
			continue
		}
		s.report(c.at, s.known.none("has", "tool "+c.name), fmt.Sprintf("did you mean %s?", meant))
	}
}
