package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
)

// movesStreams reports whether the script redirects its own streams.
func (sh *shell) movesStreams() bool {
	return slices.ContainsFunc(sh.named("exec"), func(c *call) bool { return len(c.args) == 0 })
}

// drains reports whether a command reads all of its input.
func (sh *shell) drains(c *call) bool {
	return (c.name == "cat" || c.name == "jq") && sh.mayRead(c)
}

// surely reports whether a command of a statement runs whenever the statement does.
func (sh *shell) surely(stmt *syntax.Stmt, c *call) bool {
	if stmt == nil || stmt.Background {
		return false
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		if sh.byExpr[cmd] == c {
			return true
		}
		for _, a := range cmd.Assigns {
			if sub, ok := only(a.Value).(*syntax.CmdSubst); ok && len(sub.Stmts) > 0 && sh.surely(sub.Stmts[0], c) {
				return true
			}
		}
	case *syntax.BinaryCmd:
		return sh.surely(cmd.X, c) || (cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll) && sh.surely(cmd.Y, c)
	case *syntax.IfClause:
		return len(cmd.Cond) > 0 && sh.surely(cmd.Cond[0], c)
	}
	return false
}

// asksForCode reports whether a statement checks the exit code of the one before it.
func (sh *shell) asksForCode(stmt *syntax.Stmt) bool {
	if c := sh.callOf(stmt); c != nil && (c.name == "exit" || c.name == "return") && len(c.args) == 0 {
		return true
	}
	asks := false
	syntax.Walk(stmt, func(n syntax.Node) bool {
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil && (p.Param.Value == "?" || p.Param.Value == "PIPESTATUS") {
			asks = true
		}
		return !asks
	})
	return asks
}

// onStdout reports whether a command writes to the script's stdout from every call of its function.
func (sh *shell) onStdout(c *call, depth int) bool {
	if c == nil || c.in.stdout || c.in.errs || c.in.substituted != nil || depth > 3 {
		return false
	}
	if c.in.function == "" {
		return true
	}
	callers := sh.named(c.in.function)
	return len(callers) > 0 && !slices.ContainsFunc(callers, func(caller *call) bool { return !sh.onStdout(caller, depth+1) })
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
