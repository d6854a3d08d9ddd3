package script

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht329() rule {
	return rule{Rule: finding.Rule{
		ID: "HT329", Title: "grep -q in a pipe under pipefail", Severity: finding.Warning,
		Why: "grep -q stops reading at the first match. If more than 64 KiB are left, the writer is killed by SIGPIPE, and with pipefail the pipeline fails although grep matched: a long text with a secret at its start passes.",
	}, find: brokenPipes}
}

// brokenPipes finds searches that exit before they have read everything, in a pipeline that fails
// if the writer gets a broken pipe.
func brokenPipes(s *source) []finding.Finding {
	if s.shell == nil || !s.shell.pipefail || !s.refuses || s.aboutShellAlone() {
		return nil
	}
	sh := s.shell
	var found []finding.Finding
	for _, c := range sh.named("grep", "egrep", "fgrep") {
		if c.in.stdin != piped || c.in.feeder == nil || !c.in.tested || !c.flag('q', "--quiet", "--silent") || !sh.mayBeLong(c) {
			continue
		}
		found = append(found, s.says(c.at, "grep -q ends at the first hit; whoever writes a long text into the pipe is killed, and under pipefail that counts as not found",
			`have grep read to the end, grep … >/dev/null, or take the pipe away: grep -q … <<<"$text"`)...)
	}
	return found
}
