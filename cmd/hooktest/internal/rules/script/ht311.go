package script

import (
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht311 finds background jobs that keep the script's streams open after it ends.
func ht311(s *source, sh *shell) {
	if s.known.named && !slices.ContainsFunc(s.known.contracts, func(c *dialect.Contract) bool { return c.Ending.Waits }) {
		return
	}
	if len(sh.named("wait", "kill")) > 0 || slices.ContainsFunc(sh.named("exec"), func(c *call) bool { return len(c.args) == 0 && len(c.stmt.Redirs) > 0 }) {
		return
	}
	next := 0
	for _, j := range sh.jobs {
		begins, ends := j.stmt.Pos().Offset(), j.stmt.End().Offset()
		for ; next < len(sh.calls) && uint(sh.calls[next].at) < begins; next++ {
		}
		for _, c := range sh.calls[next:] {
			if uint(c.at) >= ends {
				break
			}
			if c.in.substituted == j.in.substituted && (!c.in.stdout || !c.in.stderr) && (!leavesInput(c.name) || c.name == "sleep") {
				s.report(int(begins), "the job has the script's stdout and stderr: agents that wait until both are closed wait for it",
					"lead them elsewhere: put >/dev/null 2>&1 in front of the &")
				break
			}
		}
	}
}
