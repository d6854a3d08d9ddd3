package script

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// A context is the surroundings of a command: its streams, conditions and function.
type context struct {
	stdin stdin
	// feeder is the statement before the pipe; here is the word of a here-string.
	feeder *syntax.Stmt
	here   *syntax.Word
	// stdout and stderr are set if they go elsewhere than the script's own.
	stdout, stderr bool
	// errs is set if stdout is redirected to stderr.
	errs bool
	// tested is set if the exit code is checked; instead is what runs if the command fails.
	tested  bool
	instead *syntax.Stmt
	// function is the enclosing function.
	function string
	// substituted is the enclosing command substitution.
	substituted *syntax.CmdSubst
}

// stdin is the source of a command's input.
type stdin int

const (
	// inherited is the script's own stdin.
	inherited stdin = iota
	// piped is another command or a word.
	piped
	// elsewhere is a file, or nothing.
	elsewhere
)

// inside returns the context of the node n of outer.
func (c context) inside(outer, n syntax.Node) context {
	switch p := outer.(type) {
	case *syntax.Stmt:
		if n != p.Cmd {
			return c
		}
		c.tested = c.tested || p.Negated
		for _, r := range p.Redirs {
			c = c.redirected(r)
		}
	case *syntax.BinaryCmd:
		switch left := n == syntax.Node(p.X); {
		case p.Op == syntax.Pipe || p.Op == syntax.PipeAll:
			if left {
				c.stdout, c.errs = true, false
				c.stderr = c.stderr || p.Op == syntax.PipeAll
			} else {
				c.stdin, c.feeder, c.here = piped, p.X, nil
			}
		case left:
			c.tested = true
			if p.Op == syntax.OrStmt {
				c.instead = p.Y
			}
		}
	case *syntax.IfClause:
		c.tested = c.tested || p.ThenPos.IsValid() && p.ThenPos.After(n.Pos())
	case *syntax.WhileClause:
		c.tested = c.tested || p.DoPos.After(n.Pos())
	case *syntax.CmdSubst:
		// Whether the enclosing assignment is tested is looked up at the assignment.
		c.substituted, c.stdout, c.errs, c.tested = p, true, false, false
	case *syntax.ProcSubst:
		c.stdout = true
	case *syntax.FuncDecl:
		c.tested, c.instead = false, nil
		if p.Name != nil {
			c.function = p.Name.Value
		}
	}
	return c
}

func (c context) redirected(r *syntax.Redirect) context {
	number := ""
	if r.N != nil {
		number = r.N.Value
	}
	switch r.Op {
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc:
		if to := wordOf(r.Word); number != "" && number != "0" || to.text == "/dev/stdin" || to.text == "0" {
			break
		}
		c.stdin, c.feeder, c.here = elsewhere, nil, nil
	case syntax.WordHdoc:
		c.stdin, c.feeder, c.here = piped, nil, r.Word
	case syntax.RdrAll, syntax.AppAll:
		c.stdout, c.stderr = true, true
	case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.AppClob, syntax.DplOut:
		switch to := wordOf(r.Word).text; {
		case r.Op == syntax.DplOut && number == "2" && to == "1":
			c.stderr = c.stdout
		case r.Op == syntax.DplOut && to == "2":
			c.stdout, c.errs = c.stderr, true
		case number == "2":
			c.stderr = true
		case number == "" || number == "1":
			c.stdout, c.errs = true, false
		}
	}
	return c
}

// traps reports whether the script has a trap for its exit or for errors.
func (sh *shell) traps() bool {
	return slices.ContainsFunc(sh.named("trap"), func(c *call) bool { return c.has("EXIT", "0", "ERR") })
}

// movesStreams reports whether the script redirects its own streams.
func (sh *shell) movesStreams() bool {
	return slices.ContainsFunc(sh.named("exec"), func(c *call) bool { return len(c.args) == 0 })
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
