package front

import "errors"

// Start starts nothing: commands with a recorder are for POSIX shells only.
func Start([]string) *Hook {
	return &Hook{Malformed: errors.New("hooks are recorded only where a POSIX shell starts them")}
}

// Answer answers that no recorder can run.
func Answer() int { return 1 }
