package script

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
)

// noEntry finds a script that defines functions and runs none of them.
func noEntry(s *source) []finding.Finding {
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
		return nil
	}
	return s.says(max(0, s.entry.main), "the script defines functions and calls none: it does nothing, and objects to nothing", fix)
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

// endlessStops finds hooks at a turn's end that object every time, even if they objected just
// before.
func endlessStops(s *source) []finding.Finding {
	if s.keepsState() {
		return nil
	}
	for _, c := range s.known.contracts {
		for _, event := range s.known.events {
			row, ok := c.Event(event)
			if !ok || row.Moment != dialect.TurnAfter && row.Moment != dialect.SubagentEnd {
				continue
			}
			for _, field := range row.Fields {
				if letters(field.Name) != letters(active) || s.speaksOf(field.Name) {
					continue
				}
				fix := fmt.Sprintf("let it pass where %s is true", field.Name)
				if s.refuses {
					return s.says(s.refusal, fmt.Sprintf("on %s the script objects again after it has objected, and the agent may never end its turn", event), fix)
				}
				if at := s.keptByContext(c, event); at >= 0 {
					return s.says(at, fmt.Sprintf("on %s a context keeps %s at work, and the script gives it again at the end of each turn", event, c.Product), fix)
				}
			}
		}
	}
	return nil
}

// active is the field by which an agent says that its turn continues because of a hook.
const active = "stop_hook_active"

func (s *source) speaksOf(name string) bool { return bytes.Contains(s.text, []byte(name)) }

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
