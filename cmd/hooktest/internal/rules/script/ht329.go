package script

// ht329 finds searches that exit before they have read everything, in a pipeline that fails
// if the writer gets a broken pipe.
func ht329(s *source, sh *shell) {
	if !sh.pipefail || !s.refuses || s.aboutShellAlone() {
		return
	}
	for _, c := range sh.named("grep", "egrep", "fgrep") {
		if c.in.stdin != piped || c.in.feeder == nil || !c.in.tested || !c.flag('q', "--quiet", "--silent") || !sh.mayBeLong(c) {
			continue
		}
		s.report(c.at, "grep -q ends at the first hit; the program that writes a long text into the pipe is killed, and under pipefail that counts as not found",
			`have grep read to the end, grep … >/dev/null, or take the pipe away: grep -q … <<<"$text"`)
	}
}
