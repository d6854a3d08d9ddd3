package script

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/engine/dialect"
)

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

// aboutShellAlone reports whether the script is known to run only for shell commands, which are
// short.
func (s *source) aboutShellAlone() bool {
	return len(s.known.tools) > 0 && !slices.ContainsFunc(s.known.tools, func(name string) bool {
		return !slices.ContainsFunc(s.known.contracts, func(c *dialect.Contract) bool {
			shell, ok := c.Tools.For(dialect.RunShell)
			return ok && shell.Name == name
		})
	})
}

// mayBeLong reports whether a command's input is the script's input, or a field of it that is not
// known to be short.
func (sh *shell) mayBeLong(c *call) bool {
	long := func(paths []access) bool {
		return len(paths) == 0 || slices.ContainsFunc(paths, func(a access) bool { return !brief().has[a.path[len(a.path)-1]] })
	}
	if from := sh.callOf(c.in.feeder); from != nil && from.name == "jq" {
		return sh.getsPayload(from.in) && long(sh.jqReads(from))
	}
	w := sh.fed(c.in)
	if w == nil {
		return sh.getsPayload(c.in)
	}
	name := variableOf(w)
	if sh.isPayload(name) {
		return true
	}
	return name != "" && sh.always(name, func(value *syntax.Word) bool {
		sub, ok := only(value).(*syntax.CmdSubst)
		return ok && slices.ContainsFunc(sh.calls, func(c *call) bool {
			return c.in.substituted == sub && c.name == "jq" && sh.getsPayload(c.in) && long(sh.jqReads(c))
		})
	})
}
