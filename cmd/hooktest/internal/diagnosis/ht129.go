package diagnosis

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht129() finding.Rule {
	return finding.Rule{
		ID: ruleTrust, Title: "hooks that the user has not trusted", Severity: finding.Warning, Agents: "agents whose record of trust is known",
		Why: "The agent runs these hooks only after the user has trusted their folder, or each hook as it is written. Where it can't ask the user, most agents silently leave them out.",
	}
}
