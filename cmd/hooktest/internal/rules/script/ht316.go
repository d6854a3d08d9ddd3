package script

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht316() rule {
	return rule{Rule: finding.Rule{
		ID: "HT316", Title: "bash syntax run by sh", Severity: finding.Warning,
		Why: "On many systems sh lacks bash features. The script fails in the middle, and the check does not run.",
	}, find: bashisms}
}

// bashisms finds bash features in a script that sh runs.
func bashisms(s *source) []finding.Finding {
	if s.shell == nil || s.language != posix {
		return nil
	}
	found := s.shell.unportable()
	if len(found) == 0 {
		return nil
	}
	first := found[0]
	fix := "begin it with #!/usr/bin/env bash"
	if s.command.by != "" {
		fix = "start it with bash"
	}
	return s.says(first.at, fmt.Sprintf("sh reads this script, and not every sh knows %s", first.what), fix)
}
