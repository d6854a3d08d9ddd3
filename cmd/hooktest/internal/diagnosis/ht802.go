package diagnosis

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
)

// ht802 finds a file that the agent reads elsewhere because of a variable.
func ht802(e *examination, p checkedHook, at stage) []finding.Finding {
	if at != atPlace || p.sheet.State != Unread || p.sheet.Scope == "" || e.successor(p.sheet.Path) != "" {
		return nil
	}
	variable, value := e.moved(p.sheet.Scope)
	return says(p.place(), fmt.Sprintf("%s is %s, and so %s does not read this file", variable, value, e.Contract.Product), "move the hook there, or unset "+variable)
}

// moved returns the variable that makes the agent read a file elsewhere.
func (e *examination) moved(scope string) (variable, value string) {
	i := slices.IndexFunc(e.Contract.Settings.Files, func(f dialect.File) bool { return f.Scope == scope })
	for _, name := range e.Contract.Settings.Files[i].Variables {
		if value := e.machine.Getenv(name); value != "" {
			return name, value
		}
	}
	variable = e.Contract.Settings.Locate(e.Contract.Settings.Files[i].Path, runtime.GOOS, e.machine.Getenv).Variable
	return variable, e.machine.Getenv(variable)
}
