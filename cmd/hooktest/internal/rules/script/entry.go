package script

import (
	"bytes"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// onlyExports reports whether a JavaScript program calls nothing at its top level and exports
// something.
func (c *code) onlyExports() bool {
	exports := false
	for i := 0; i < len(c.tokens); i++ {
		exports = exports || c.is(i, "export") || c.is(i, "module", ".", "exports")
		if !c.is(i, "(") && !c.is(i, "{") && !c.is(i, "[") {
			continue
		}
		end := c.closing(i)
		function := c.is(i-1, "function") || c.is(i-2, "function") || c.is(end+1, "=", ">") || c.is(end+1, "=>") || c.is(i-1, "require")
		if c.is(i, "(") && !function {
			return false
		}
		i = end
	}
	return exports
}

// An entry describes where a script begins to do something.
type entry struct {
	// idle is set if the top level has only definitions.
	idle bool
	// main is the offset at which a function main is defined, or -1.
	main int
}

func (sh *shell) entry() entry {
	e := entry{idle: len(sh.functions) > 0, main: -1}
	for _, stmt := range sh.file.Stmts {
		switch n := stmt.Cmd.(type) {
		case *syntax.FuncDecl:
			if n.Name != nil && n.Name.Value == "main" {
				e.main = int(n.Pos().Offset())
			}
		case *syntax.CallExpr:
			e.idle = e.idle && (len(n.Args) == 0 || wordOf(n.Args[0]).text == "set")
		default:
			e.idle = false
		}
	}
	return e
}

func (s *source) mentions(name string) bool { return bytes.Contains(s.text, []byte(name)) }

// keepsState reports whether the script writes something by which it may know that it has objected.
func (s *source) keepsState() bool {
	if s.shell == nil {
		return s.writes
	}
	if len(s.shell.named("touch", "tee", "mkdir", "rm")) > 0 {
		return true
	}
	return slices.ContainsFunc(s.shell.calls, func(c *call) bool {
		return slices.ContainsFunc(c.stmt.Redirs, func(r *syntax.Redirect) bool {
			to := wordOf(r.Word).text
			return (r.Op == syntax.RdrOut || r.Op == syntax.AppOut || r.Op == syntax.RdrClob) && !strings.HasPrefix(to, "/dev/")
		})
	})
}
