package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht325() rule {
	return rule{Rule: finding.Rule{
		ID: "HT325", Title: "tool name that no agent has", Severity: finding.Error,
		Why: "Tool names are case-sensitive. An unknown name never matches, so the check after it never runs.",
	}, find: unknownTools}
}

// unknownTools finds names that are compared with the tool's name and that no tool has.
func unknownTools(s *source) []finding.Finding {
	var found []finding.Finding
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
		found = append(found, s.says(c.at, s.known.none("has", "tool "+c.name), fmt.Sprintf("did you mean %s?", meant))...)
	}
	return found
}
