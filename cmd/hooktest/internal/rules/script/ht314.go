package script

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// ht314 finds a script that defines functions and runs none of them.
func ht314(s *source) {
	fix := "call it, in the last line"
	switch {
	case s.shell != nil:
		s.entry = s.shell.entry()
	case s.language == python:
		fix = `call it, in the last lines: if __name__ == "__main__": main()`
	case s.language == javaScript:
		fix = "agents start a hook as a program: read the payload from stdin, call the function with it, and print the answer"
	}
	if !s.entry.idle || s.entry.main < 0 && s.use.Command == "" {
		// A file that no settings start may be a library.
		return
	}
	s.report(max(0, s.entry.main), "the script defines functions and calls none: it does nothing, and objects to nothing", fix)
}

// isPart reports whether other scripts source this one: it only defines functions, or returns
// outside of any.
func (sh *shell) isPart() bool {
	return sh.entry().idle || slices.ContainsFunc(sh.named("return"), func(c *call) bool { return c.in.function == "" })
}

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
