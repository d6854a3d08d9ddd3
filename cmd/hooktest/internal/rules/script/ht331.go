package script

import (
	"fmt"
	"slices"
)

// ht331 finds refusals by code 2 that the settings' command turns into code 0.
func ht331(s *source) {
	if s.command.swallowed == "" || s.exitsTwo < 0 || !slices.ContainsFunc(s.starts(), func(a start) bool { return a.refuses(2) }) {
		return
	}
	s.report(s.exitsTwo, fmt.Sprintf("in the settings, this is followed by %s, which turns exit code 2 into 0: nothing is refused", s.command.swallowed),
		fmt.Sprintf("remove %s from the command in the settings", s.command.swallowed))
}
