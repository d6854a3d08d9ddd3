package script

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// refusalsThatFail are the places where the script says that it objects, and ends with
// code 1 right behind.
func (sh *shell) refusalsThatFail() []int {
	if sh.traps() {
		return nil
	}
	var found []int
	sequence := func(stmts []*syntax.Stmt) {
		said := ""
		for _, stmt := range stmts {
			text, prints := sh.printed(stmt)
			c := sh.callOf(stmt)
			switch {
			case prints && strings.HasPrefix(strings.TrimSpace(text), "{"):
				// An answer decides at any code with some agents.
				said = ""
			case prints:
				said += text + "\n"
			case c != nil && c.name == "exit" && len(c.args) == 1 && c.args[0].text == "1" && c.in.substituted == nil && finding.Objects(said):
				found = append(found, c.at)
				said = ""
			default:
				said = ""
			}
		}
	}
	sh.sequences(sequence)
	return found
}

// sequences gives the lists of statements that run one after the other, chains of && among
// them.
func (sh *shell) sequences(sequence func([]*syntax.Stmt)) {
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.File:
			sequence(n.Stmts)
		case *syntax.Block:
			sequence(n.Stmts)
		case *syntax.IfClause:
			sequence(n.Then)
		case *syntax.CaseItem:
			sequence(n.Stmts)
		case *syntax.WhileClause:
			sequence(n.Do)
		case *syntax.ForClause:
			sequence(n.Do)
		case *syntax.BinaryCmd:
			if n.Op == syntax.AndStmt {
				last := n.X
				if inner, ok := last.Cmd.(*syntax.BinaryCmd); ok {
					last = inner.Y
				}
				sequence([]*syntax.Stmt{last, n.Y})
			}
		}
		return true
	})
}

// printed is what a statement prints, as far as it stands in the script; prints is
// false for one that does anything else.
func (sh *shell) printed(stmt *syntax.Stmt) (text string, prints bool) {
	c := sh.callOf(stmt)
	if c == nil {
		return "", false
	}
	switch c.name {
	case "echo", "printf":
		var b strings.Builder
		for _, a := range c.args {
			b.WriteString(a.text)
			b.WriteByte(' ')
		}
		return b.String(), true
	case "cat":
		for _, r := range stmt.Redirs {
			if r.Hdoc != nil {
				return hereOf(r).text, true
			}
		}
	}
	return "", false
}

// failedRefusals finds exit code 1 behind words that object.
func failedRefusals(s *source) []finding.Finding {
	if s.command.closed || !s.codeOneFails() {
		return nil
	}
	var found []finding.Finding
	for _, at := range s.failures {
		found = append(found, s.says(at, "the script objects and ends with code 1, which means that it failed: most agents go on",
			"end with code 2, and leave the reason on stderr")...)
	}
	return found
}

// codeOneFails tells whether some agent that starts the script would be refused by code
// 2 and not by code 1.
func (s *source) codeOneFails() bool {
	fails := false
	s.beforeTools(func(c *dialect.Contract, event hook.Event) {
		fails = fails || refused(c, event, 2) && !refused(c, event, 1)
	})
	return fails
}

// refused tells whether a hook that ends with a code and a reason on stderr refuses.
func refused(c *dialect.Contract, event hook.Event, code int) bool {
	verdict, _ := engine.Judge(c, event, hook.ExecutionResult{Event: event, Ending: hook.Exited, Code: code, Stderr: []byte("no")}, hook.Input{})
	return verdict.Kind == effect.Deny
}
