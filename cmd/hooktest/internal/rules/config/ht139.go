package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht139 finds files of a package that are resolved in the project of the user who has installed
// it.
func ht139(v *view, c command) []finding.Finding {
	if v.Package == "" || len(v.mentions(c.Command)) == 0 {
		return nil
	}
	own, project := v.Places, v.Places
	own.Project, project.Project = v.Package, Repository(v.Package)
	f, ok := own.File(c.Command)
	if !ok || !within(f.Path, []string{v.Package}) {
		return nil
	}
	if fault, _ := f.Fault(); fault == commandfile.Missing {
		return nil
	}
	if there, ok := project.File(c.Command); ok && project.Project != "" && project.Project != v.Package {
		if fault, _ := there.Fault(); fault != commandfile.Missing {
			// The package may be for this project only.
			return nil
		}
	}
	fix := "say that it comes with the package, instead of the project's variable"
	for _, kind := range v.agent.Settings.Packages {
		if len(kind.Variables) > 0 {
			fix = fmt.Sprintf("say that it comes with the package: ${%s}/%s", kind.Variables[0], v.near(f))
		}
	}
	return []finding.Finding{v.at(c.node.Position(), fmt.Sprintf("%s came with the package, and is looked for in the project of the user who has installed it: the hook can't start", v.near(f)), fix)}
}
