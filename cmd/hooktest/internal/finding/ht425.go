package finding

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
)

func ht425() Rule {
	return Rule{
		ID: "HT425", Title: "continue: false takes effect after the tool", Severity: Warning, Agents: "agents that stop only after the tool",
		Why:  "The agent stops only after this tool has run.",
		find: stopsTooLate,
	}
}

func stopsTooLate(r *run) []Finding {
	if r.answer == nil || r.row.Moment != dialect.ToolBefore || r.Contract.Reading == nil || r.verdict.Kind != effect.Stop {
		return nil
	}
	if r.row.Rules.Reply(dialect.Stops).Outcome != dialect.Ends {
		return nil
	}
	return []Finding{{Text: "continue: false does not keep this tool from running: " + r.going(), Fix: r.refuseByAnswer(), Place: r.at("continue")}}
}
