package script

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/effect"
)

// ht328 finds refusals by code 2 with the reason on stdout, where agents do not read it.
func ht328(s *source) {
	if strings.Contains(s.use.Command, ">") || s.shell != nil && s.shell.movesStreams() {
		return
	}
	if s.shell == nil {
		s.unreadPrints()
		return
	}
	sh := s.shell
	sh.sequences(func(stmts []*syntax.Stmt) {
		said, first := "", (*call)(nil)
		for _, stmt := range stmts {
			text, prints := sh.printed(stmt)
			c := sh.callOf(stmt)
			switch {
			case prints && sh.onStdout(c, 0):
				if first == nil {
					first = c
				}
				said += text
			case c != nil && c.name == "exit" && first != nil && c.in.substituted == nil && len(c.args) == 1 && c.args[0].text == "2":
				s.mute(first.at, said, "write the reason to stderr: append >&2 to what prints it")
				return
			case c != nil && leavesInput(c.name) && !prints:
				// The command itself prints nothing.
			default:
				return
			}
		}
	})
}

// unreadPrints reports the reasons that a Python or JavaScript program prints to stdout before code
// 2.
func (s *source) unreadPrints() {
	fix := "write the reason to stderr: console.error(…)"
	if s.language == python {
		fix = "write the reason to stderr: print(…, file=sys.stderr)"
	}
	for _, p := range s.printedReasons {
		s.mute(p.at, p.text, fix)
	}
}

// mute reports a reason on stdout with code 2, with the agents that do not read it.
func (s *source) mute(at int, said, fix string) {
	if answer := strings.TrimSpace(said); answer == "" || strings.HasPrefix(answer, "{") {
		return
	}
	const mark = "the reason"
	lost := false
	for _, a := range s.starts() {
		if !a.refuses(2) {
			continue
		}
		verdict, words := a.judge(2, mark, "")
		if verdict.Kind != effect.Deny {
			s.report(at, "the reason is on stdout, and without one on stderr code 2 refuses nothing: "+a.Product+" continues", fix)
			return
		}
		lost = lost || words.Model == nil || !strings.Contains(*words.Model, mark)
	}
	if !lost {
		return
	}
	// Code 2 still refuses, so it is a warning.
	f := s.report(at, "the reason is on stdout, which the agent does not read with code 2: the model does not learn it", fix)
	f.Rule.Severity = finding.Warning
}
