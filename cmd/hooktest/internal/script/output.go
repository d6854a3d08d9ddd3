package script

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
)

// echoedJSON finds JSON that the shell changes on its way to a program.
func echoedJSON(s *source) []finding.Finding {
	if s.shell == nil {
		return nil
	}
	sh := s.shell
	var found []finding.Finding
	told := map[*call]bool{}
	for _, c := range sh.named("jq", "python3", "python", "node") {
		from := sh.callOf(c.in.feeder)
		if c.in.stdin != piped || from == nil || told[from] {
			continue
		}
		fed := sh.fed(c.in)
		if fed == nil || !sh.isPayload(variableOf(fed)) {
			continue
		}
		_, bare := fed.Parts[0].(*syntax.ParamExp)
		switch {
		case bare:
			found = append(found, s.says(from.at, "without quotes the shell joins the words of the JSON by single blanks and puts the names of files in the place of * and ?",
				"quote it: printf '%s' \"$"+variableOf(fed)+"\"")...)
		case s.language == posix && from.name == "echo":
			found = append(found, s.says(from.at, "the echo of many a sh turns \\n in the JSON into a line break, and then it is none any more",
				"use printf '%s' \"$"+variableOf(fed)+"\"")...)
		default:
			continue
		}
		told[from] = true
	}
	return found
}

// heldStreams finds background jobs that keep the script's streams open after it ends.
func heldStreams(s *source) []finding.Finding {
	if s.shell == nil || s.known.named && !slices.ContainsFunc(s.known.contracts, func(c *dialect.Contract) bool { return c.Ending.Waits }) {
		return nil
	}
	sh := s.shell
	if len(sh.named("wait", "kill")) > 0 || slices.ContainsFunc(sh.named("exec"), func(c *call) bool { return len(c.args) == 0 && len(c.stmt.Redirs) > 0 }) {
		return nil
	}
	var found []finding.Finding
	next := 0
	for _, j := range sh.jobs {
		begins, ends := j.stmt.Pos().Offset(), j.stmt.End().Offset()
		for ; next < len(sh.calls) && uint(sh.calls[next].at) < begins; next++ {
		}
		for _, c := range sh.calls[next:] {
			if uint(c.at) >= ends {
				break
			}
			if c.in.substituted == j.in.substituted && (!c.in.stdout || !c.in.stderr) && (!deaf[c.name] || c.name == "sleep") {
				found = append(found, s.says(int(begins), "the job has the script's stdout and stderr: agents that wait until both are closed wait for it",
					"lead them elsewhere: put >/dev/null 2>&1 in front of the &")...)
				break
			}
		}
	}
	return found
}
