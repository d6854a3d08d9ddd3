package config

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/registry"
)

// ht143 finds conditions that do not match a call that the part before the first | matches.
func ht143(v *view, h registry.Surveyed) {
	row, known := v.agent.Event(h.Event)
	node, ok := h.Config.Field(v.agent.Handlers.Condition.Field)
	tool, arguments, call := strings.Cut(h.If, "(")
	if !known || !ok || !call || !row.Subject.Tool {
		return
	}
	first, _, several := strings.Cut(arguments, "|")
	first = tool + "(" + strings.TrimSuffix(strings.TrimSpace(first), ")") + ")"
	shell, _ := v.agent.Tools.Tool(tool)
	command := strings.NewReplacer(tool+"(", "", ")", "", ":*", " x", "*", "x").Replace(first)
	payload := jsonvalue.New(jsonvalue.Member{Key: row.Subject.Field, Value: tool},
		jsonvalue.Member{Key: row.Subject.Input, Value: jsonvalue.New(jsonvalue.Member{Key: shell.Argument, Value: command})})
	if several && v.agent.Keeps(first, row, payload) == dialect.Yes && v.agent.Keeps(h.If, row, payload) == dialect.No {
		v.report(node.Position(), fmt.Sprintf("%q is one pattern: %s divides a command at each |, and the hook never runs", h.If, v.agent.Product),
			fmt.Sprintf("write the hook once for each pattern, the first with %q", first))
	}
}
