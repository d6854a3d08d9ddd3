package finding

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
)

// ht425 finds an answer that stops too late.
func ht425(r *run) []Finding {
	if r.answer == nil || r.row.Moment != dialect.ToolBefore || r.Contract.Reading == nil || r.verdict.Kind != effect.Stop ||
		r.row.Rules.Reply(dialect.Stops).Outcome != dialect.Ends {
		return nil
	}
	return r.about("continue", "continue: false does not keep this tool from running: "+r.going(), r.refuseByAnswer())
}
