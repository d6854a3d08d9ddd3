package script

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht316 finds bash features in a script that sh runs.
func ht316(s *source) []finding.Finding {
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
