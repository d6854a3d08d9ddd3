package script

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht312 finds hooks at a turn's end that object every time, even if they objected just
// before.
func ht312(s *source) {
	if s.keepsState() {
		return
	}
	for _, a := range s.starts() {
		if a.row.Moment != dialect.TurnAfter && a.row.Moment != dialect.SubagentEnd {
			continue
		}
		for _, field := range a.row.Fields {
			if letters(field.Name) != letters(active) || bytes.Contains(s.text, []byte(field.Name)) {
				continue
			}
			fix := fmt.Sprintf("let it pass where %s is true", field.Name)
			if s.refuses {
				s.report(s.refusal, fmt.Sprintf("on %s the script objects again after it has objected, and the agent may never end its turn", a.event), fix)
				return
			}
			if at := s.keptByContext(a); at >= 0 {
				s.report(at, fmt.Sprintf("on %s a context keeps %s at work, and the script gives it again at the end of each turn", a.event, a.Product), fix)
				return
			}
		}
	}
}

// active is the field by which an agent says that its turn continues because of a hook.
const active = "stop_hook_active"

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
