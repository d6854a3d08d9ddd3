package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/interpose"
)

func ht142() rule {
	return rule{Rule: finding.Rule{
		ID: "HT142", Title: "recorder is still in the settings", Severity: finding.Warning,
		Why: "The recorder writes each payload and each answer to a file until it is removed. Shared settings carry it to other machines, where its paths do not exist; the hook then runs without the recorder.",
	}, command: recorded}
}

// recorded finds recorders, with a hook or alone.
func recorded(v *view, c command) []finding.Finding {
	if !interpose.IsRecorder(c.Command, c.Args) {
		return nil
	}
	return []finding.Finding{v.at(c.node.Position(), fmt.Sprintf("each time %s fires %s, a recorder writes the payload and the answer to a file", v.agent.Product, c.Event), "hooktest record --stop takes it out and restores the hook")}
}
