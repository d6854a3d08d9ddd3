package view

import (
	"github.com/hooktest/hooktest/engine"
)

// ToolOf is empty for an event that speaks of no tool.
func ToolOf(f engine.Firing) string {
	row, _ := f.Config.Contract().Event(f.Event)
	if !row.Subject.Tool {
		return ""
	}
	tool, _ := f.Fields.GetString(row.Subject.Field)
	return tool
}
