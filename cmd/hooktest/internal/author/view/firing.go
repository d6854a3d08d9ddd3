package view

import (
	"github.com/hooktest/hooktest/engine"
)

// ToolOf returns the tool of a firing, or "" if its event is not about a tool.
func ToolOf(f engine.Firing) string {
	row, _ := f.Config.Contract().Event(f.Event)
	if !row.Subject.Tool {
		return ""
	}
	tool, _ := f.Fields.GetString(row.Subject.Field)
	return tool
}
