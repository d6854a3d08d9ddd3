package script

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht329 finds searches that exit before they have read everything, in a pipeline that fails
// if the writer gets a broken pipe.
func ht329(s *source) []finding.Finding {
	if s.shell == nil || !s.shell.pipefail || !s.refuses || s.aboutShellAlone() {
		return nil
	}
	sh := s.shell
	var found []finding.Finding
	for _, c := range sh.named("grep", "egrep", "fgrep") {
		if c.in.stdin != piped || c.in.feeder == nil || !c.in.tested || !c.flag('q', "--quiet", "--silent") || !sh.mayBeLong(c) {
			continue
		}
		found = append(found, s.says(c.at, "grep -q ends at the first hit; the program that writes a long text into the pipe is killed, and under pipefail that counts as not found",
			`have grep read to the end, grep … >/dev/null, or take the pipe away: grep -q … <<<"$text"`)...)
	}
	return found
}
