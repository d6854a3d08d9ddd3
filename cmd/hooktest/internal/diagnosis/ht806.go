package diagnosis

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht806 finds a file at a path that the agent has given up: it no longer reads the hooks there, or
// copies them once.
func ht806(e *examination, p checkedHook, at stage) []finding.Finding {
	into := e.successor(p.sheet.Path)
	hooks, has := e.hooksOf(p.sheet)
	switch {
	case into == "":
	case at == atPlace && p.sheet.State == Unread:
		return says(p.place(), fmt.Sprintf("%s reads %s, and no longer this file", e.Contract.Product, e.near(into)), "move the hook there")
	case at == atFile && p.sheet.State == Found && has && !e.Contract.Settings.InProject(p.sheet.Scope):
		return says(finding.Place{File: p.sheet.Path, Position: hooks.Position()},
			fmt.Sprintf("%s copies this file to %s when it starts, and does not read it afterwards", e.Contract.Product, e.near(into)), "start the agent, or move the file; make later changes there")
	}
	return nil
}
