package config

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func ht143() rule {
	return rule{Rule: finding.Rule{
		ID: "HT143", Title: "several patterns in one condition", Severity: finding.Error, Agents: "agents whose hooks have conditions",
		Why: "A condition is one pattern, in which | is a character like any other. A shell command is divided at each |, so none of its commands matches. The hook silently never runs.",
	}, find: joinedPatterns}
}

// joinedPatterns finds conditions that do not match a call that the part before the first | matches.
func joinedPatterns(v *view) []finding.Finding {
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		row, known := v.agent.Event(h.Event)
		node, ok := h.Config.Field(v.agent.Handlers.Condition.Field)
		tool, arguments, call := strings.Cut(h.If, "(")
		if !known || !ok || !call || !row.Subject.Tool {
			continue
		}
		first, _, several := strings.Cut(arguments, "|")
		first = tool + "(" + strings.TrimSuffix(strings.TrimSpace(first), ")") + ")"
		shell, _ := v.agent.Tools.Tool(tool)
		command := strings.NewReplacer(tool+"(", "", ")", "", ":*", " x", "*", "x").Replace(first)
		payload := jsonvalue.New(jsonvalue.Member{Key: row.Subject.Field, Value: tool},
			jsonvalue.Member{Key: row.Subject.Input, Value: jsonvalue.New(jsonvalue.Member{Key: shell.Argument, Value: command})})
		if several && v.agent.Keeps(first, row, payload) == dialect.Yes && v.agent.Keeps(h.If, row, payload) == dialect.No {
			found = append(found, v.at(node.Position(), fmt.Sprintf("%q is one pattern: %s divides a command at each |, and the hook never runs", h.If, v.agent.Product),
				fmt.Sprintf("write the hook once for each pattern, the first with %q", first)))
		}
	}
	return found
}
