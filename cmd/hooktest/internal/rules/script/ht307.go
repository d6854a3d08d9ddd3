package script

import "mvdan.cc/sh/v3/syntax"

// ht307 finds JSON that the shell changes on its way to a program.
func ht307(s *source, sh *shell) {
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
			s.report(from.at, "without quotes the shell splits the JSON at blanks and expands * and ?",
				"quote it: printf '%s' \"$"+variableOf(fed)+"\"")
		case s.language == posix && from.name == "echo":
			s.report(from.at, "the echo of many shells turns \\n in the JSON into a line break, which makes the JSON invalid",
				"use printf '%s' \"$"+variableOf(fed)+"\"")
		default:
			continue
		}
		told[from] = true
	}
}
