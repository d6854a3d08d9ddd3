package script

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

func ht333() rule {
	return rule{Rule: finding.Rule{
		ID: "HT333", Title: "refusal by an asynchronous hook", Severity: finding.Error, Agents: "agents that can start hooks asynchronously",
		Why: "The agent does not wait for an asynchronous hook. The tool has already run when the hook refuses.",
	}, find: lateRefusals}
}

// lateRefusals finds refusals of a script that settings start in the background.
func lateRefusals(s *source) []finding.Finding {
	if !s.use.Background || !s.refuses || len(s.refusable()) == 0 {
		return nil
	}
	return s.says(s.refusal, "the settings start this in the background: the agent goes on before it has refused", "take the field out of the settings by which it runs in the background")
}
