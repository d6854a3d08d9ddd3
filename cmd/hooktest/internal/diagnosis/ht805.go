package diagnosis

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht805() finding.Rule {
	return finding.Rule{
		ID: ruleOff, Title: "hook or its plugin is disabled", Severity: finding.Warning, Agents: "agents with a switch per hook or plugin",
		Why: "A field of the hook, or the settings of its plugin, disables it, or its event is not fired in the mode of --mode. It looks like an active guard but never runs.",
	}
}
