package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht331() rule {
	return rule{Rule: finding.Rule{
		ID: "HT331", Title: "settings discard the refusal", Severity: finding.Error,
		Why: "|| true turns every exit code into 0, including the one that refuses.",
	}, find: swallowedRefusals}
}

// swallowedRefusals finds refusals by code 2 that the settings' command turns into code 0.
func swallowedRefusals(s *source) []finding.Finding {
	if s.command.swallowed == "" || s.exitsTwo < 0 || !slices.ContainsFunc(s.starts(), func(a start) bool { return a.refuses(2) }) {
		return nil
	}
	return s.says(s.exitsTwo, fmt.Sprintf("the settings start this with %s behind it, which makes code 0 of this code 2: nothing is refused", s.command.swallowed),
		fmt.Sprintf("take %s out of the command in the settings", s.command.swallowed))
}
