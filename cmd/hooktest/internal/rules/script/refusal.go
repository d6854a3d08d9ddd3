package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// refusalsThatFail returns the places where the script prints a refusal and then exits with code 1.
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
				// Some agents read an answer at any exit code.
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

// sequences calls sequence for each list of statements that run one after the other, including
// chains of &&.
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

// printed returns what a statement prints, without the values of expansions. prints is false for a
// statement that does anything else.
func (sh *shell) printed(stmt *syntax.Stmt) (text string, prints bool) {
	c := sh.callOf(stmt)
	if c == nil {
		return "", false
	}
	switch c.name {
	case "echo":
		args, escapes := c.args, false
		for len(args) > 0 && echoFlags.MatchString(args[0].text) {
			escapes = escapes || strings.Contains(args[0].text, "e")
			args = args[1:]
		}
		text = strings.Join(textsOf(args), " ")
		if escapes {
			text = blankEscapes.Replace(text)
		}
		return text, true
	case "printf":
		if len(c.args) > 0 && c.args[0].text == "-v" {
			return "", false
		}
		return formatted(c.args), true
	case "cat":
		for _, r := range stmt.Redirs {
			if r.Hdoc != nil {
				return hereOf(r).text, true
			}
		}
	}
	return "", false
}

var (
	echoFlags    = lazyregexp.New(`^-[neE]+$`)
	directive    = lazyregexp.New(`%[-+ #0]*(?:[0-9]+|\*)?(?:\.[0-9]+)?[a-zA-Z]`)
	blankEscapes = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t")
)

// formatted returns what printf writes: it reuses its format until all arguments are used.
func formatted(args []word) string {
	if len(args) > 0 && args[0].text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return ""
	}
	format, rest := blankEscapes.Replace(args[0].text), args[1:]
	var b strings.Builder
	for {
		before := len(rest)
		b.WriteString(directive.ReplaceAllStringFunc(format, func(string) string {
			if len(rest) == 0 {
				return ""
			}
			first := rest[0].text
			rest = rest[1:]
			return first
		}))
		if len(rest) == 0 || len(rest) == before {
			return b.String()
		}
	}
}

// silentFailures returns the places where a script before a tool finds a pattern in its input and
// then silently exits with code 1. That can only be meant as a refusal.
func (s *source) silentFailures() []int {
	if s.shell == nil || s.refuses || s.shell.includes || s.shell.traps() || !s.known.certain() ||
		slices.ContainsFunc(s.starts(), func(a start) bool { return a.row.Moment != dialect.ToolBefore }) {
		return nil
	}
	sh := s.shell
	stmts := sh.file.Stmts
	for len(stmts) > 0 && sh.endsWell(stmts[len(stmts)-1]) {
		stmts = stmts[:len(stmts)-1]
	}
	if len(stmts) == 0 {
		return nil
	}
	last := stmts[len(stmts)-1]
	if binary, ok := last.Cmd.(*syntax.BinaryCmd); ok && binary.Op == syntax.OrStmt && sh.endsWell(binary.Y) {
		last = binary.X
	}
	var asks, does *syntax.Stmt
	switch cmd := last.Cmd.(type) {
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.AndStmt {
			asks, does = cmd.X, cmd.Y
		}
	case *syntax.IfClause:
		if cmd.Else == nil && len(cmd.Cond) == 1 && len(cmd.Then) == 1 {
			asks, does = cmd.Cond[0], cmd.Then[0]
		}
	}
	c := sh.callOf(does)
	if asks == nil || asks.Negated || c == nil || c.name != "exit" || len(c.args) != 1 || c.args[0].text != "1" || !sh.looksIntoInput(asks) {
		return nil
	}
	return []int{c.at}
}

// endsWell reports whether a statement only sets the exit code to 0.
func (sh *shell) endsWell(stmt *syntax.Stmt) bool {
	c := sh.callOf(stmt)
	return c != nil && (c.name == "true" || c.name == ":" || c.name == "exit" && len(c.args) == 1 && c.args[0].text == "0")
}

// looksIntoInput reports whether a statement is a grep -q in a field of the input, or in all of it.
func (sh *shell) looksIntoInput(stmt *syntax.Stmt) bool {
	feeder := (*call)(nil)
	if binary, ok := stmt.Cmd.(*syntax.BinaryCmd); ok && binary.Op == syntax.Pipe {
		if inner, ok := binary.X.Cmd.(*syntax.BinaryCmd); ok && inner.Op == syntax.Pipe {
			feeder = sh.callOf(inner.Y)
		} else {
			feeder = sh.callOf(binary.X)
		}
		stmt = binary.Y
	}
	c := sh.callOf(stmt)
	if c == nil || c.name != "grep" && c.name != "egrep" || !c.flag('q', "--quiet", "--silent") || c.flag('v', "--invert-match") {
		return false
	}
	if feeder != nil && feeder.name == "jq" {
		return len(sh.jqReads(feeder)) > 0
	}
	w := sh.fed(c.in)
	return w != nil && (sh.isPayload(variableOf(w)) || len(sh.fieldOf(w)) > 0) || w == nil && sh.mayRead(c) && sh.getsPayload(c.in)
}

// codeOneFails reports whether code 2 refuses and code 1 does not, for some agent of the script.
func (s *source) codeOneFails() bool {
	return slices.ContainsFunc(s.starts(), func(a start) bool { return a.refuses(2) && !a.refuses(1) })
}
