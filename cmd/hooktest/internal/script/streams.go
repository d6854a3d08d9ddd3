package script

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// readTwice finds a second reader of the input after the first has consumed it.
func readTwice(s *source) []finding.Finding {
	if s.shell == nil || s.shell.movesStreams() {
		return nil
	}
	sh := s.shell
	first := -1
	for i, c := range sh.calls {
		if c.in.stdin != inherited || c.in.function != "" {
			continue
		}
		switch {
		case first < 0:
			if sh.drains(c) && slices.ContainsFunc(sh.file.Stmts, func(stmt *syntax.Stmt) bool { return sh.surely(stmt, c) }) {
				first = i
			}
		case c.name == "jq" && len(sh.jqReads(c)) > 0:
			return s.says(c.at, fmt.Sprintf("the %s of line %d has read stdin to its end: nothing is left, and this finds no field", sh.calls[first].name, s.at(sh.calls[first].at).Position.Line),
				`read it once, input=$(cat), and give it to each: jq … <<<"$input"`)
		}
	}
	return nil
}

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

// lostExits finds exit 2 in a subshell after which the script continues.
func lostExits(s *source) []finding.Finding {
	if s.shell == nil || s.shell.errexit {
		return nil
	}
	sh := s.shell
	if slices.ContainsFunc(sh.named("shopt"), func(c *call) bool {
		return slices.ContainsFunc(c.args, func(a word) bool { return a.text == "lastpipe" })
	}) {
		return nil
	}
	var found []finding.Finding
	sh.sequences(func(stmts []*syntax.Stmt) {
		for i, stmt := range stmts[:max(0, len(stmts)-1)] {
			what := ""
			switch cmd := stmt.Cmd.(type) {
			case *syntax.BinaryCmd:
				if cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll {
					what = "each part of a pipeline is"
				}
			case *syntax.Subshell:
				what = "what stands in ( ) is"
			}
			if what == "" || stmt.Background || stmt.Negated || sh.asksForCode(stmts[i+1]) {
				continue
			}
			for _, c := range sh.named("exit") {
				if uint(c.at) >= stmt.Pos().Offset() && uint(c.at) < stmt.End().Offset() && c.in.substituted == nil && len(c.args) > 0 && c.args[0].text == "2" {
					found = append(found, s.says(c.at, what+" a shell of its own: exit 2 ends that one alone, and the script goes on behind it",
						"ask for its code right behind it: [ $? -ne 2 ] || exit 2")...)
					break
				}
			}
		}
	})
	return found
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

// unreadReasons finds refusals by code 2 with the reason on stdout, where agents do not read it.
func unreadReasons(s *source) []finding.Finding {
	if strings.Contains(s.use.Command, ">") || s.shell != nil && s.shell.movesStreams() {
		return nil
	}
	if s.shell == nil {
		return s.unreadPrints()
	}
	sh := s.shell
	var found []finding.Finding
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
				found = append(found, s.mute(first.at, said, "write the reason to stderr: put >&2 behind what prints it")...)
				return
			case c != nil && deaf[c.name] && !prints:
				// The command itself prints nothing.
			default:
				return
			}
		}
	})
	return found
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

// unreadPrints finds the reasons that a Python or JavaScript program prints to stdout before code
// 2.
func (s *source) unreadPrints() []finding.Finding {
	fix := "write the reason to stderr: console.error(…)"
	if s.language == python {
		fix = "write the reason to stderr: print(…, file=sys.stderr)"
	}
	var found []finding.Finding
	for _, p := range s.printedReasons {
		found = append(found, s.mute(p.at, p.text, fix)...)
	}
	return found
}

// mute returns the finding for a reason on stdout with code 2, with the agents that do not read it.
func (s *source) mute(at int, said, fix string) []finding.Finding {
	if answer := strings.TrimSpace(said); answer == "" || strings.HasPrefix(answer, "{") {
		return nil
	}
	const mark = "the reason"
	var lost, passed []*dialect.Contract
	s.beforeTools(func(c *dialect.Contract, event hook.Event) {
		if !refused(c, event, 2) {
			return
		}
		verdict, words := engine.Judge(c, event, hook.ExecutionResult{Event: event, Ending: hook.Exited, Code: 2, Stdout: []byte(mark)}, hook.Input{})
		switch {
		case verdict.Kind != effect.Deny:
			passed = append(passed, c)
		case words.Model == nil || !strings.Contains(*words.Model, mark):
			lost = append(lost, c)
		}
	})
	var found []finding.Finding
	switch {
	case len(passed) > 0:
		found = s.says(at, "the reason stands on stdout, and without one on stderr code 2 refuses nothing: "+passed[0].Product+" goes on", fix)
	case len(lost) > 0:
		// Code 2 still refuses, so it is a warning.
		found = s.says(at, "the reason stands on stdout, which nobody reads beside code 2: the model does not learn it", fix)
		found[0].Rule.Severity = finding.Warning
	}
	return found
}

// beforeTools calls look for each agent's events that are known to start the script, or for its
// event before a tool if they are unknown.
func (s *source) beforeTools(look func(*dialect.Contract, hook.Event)) {
	for _, c := range s.known.contracts {
		events := s.known.events
		if len(events) == 0 {
			if row, ok := c.At(dialect.ToolBefore); ok {
				events = []hook.Event{row.Name}
			}
		}
		for _, event := range events {
			if _, ok := c.Event(event); ok {
				look(c, event)
			}
		}
	}
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

// swallowedRefusals finds refusals by code 2 that the settings' command turns into code 0.
func swallowedRefusals(s *source) []finding.Finding {
	if s.command.swallowed == "" || s.exitsTwo < 0 {
		return nil
	}
	refuses := false
	s.beforeTools(func(c *dialect.Contract, event hook.Event) { refuses = refuses || refused(c, event, 2) })
	if !refuses {
		return nil
	}
	return s.says(s.exitsTwo, fmt.Sprintf("the settings start this with %s behind it, which makes code 0 of this code 2: nothing is refused", s.command.swallowed),
		fmt.Sprintf("take %s out of the command in the settings", s.command.swallowed))
}
