package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
)

// ht139 finds files of a package that are resolved in the project of the user who has installed
// it.
func ht139(v *view, c command) {
	f, ok := v.packaged(c)
	if !ok {
		return
	}
	fix := "say that it comes with the package, instead of the project's variable"
	for _, kind := range v.agent.Settings.Packages {
		if len(kind.Variables) > 0 {
			fix = fmt.Sprintf("say that it comes with the package: ${%s}/%s", kind.Variables[0], v.near(f))
		}
	}
	v.report(c.node.Position(), fmt.Sprintf("%s came with the package, and is looked for in the project of the user who has installed it: the hook can't start", v.near(f)), fix)
}

// packaged returns the package's file that a command names by a variable of the project; ok is false
// if there is none, or the package may be for this project only.
func (v *view) packaged(c command) (f commandfile.File, ok bool) {
	if v.Package == "" || len(v.mentions(c.Command)) == 0 {
		return f, false
	}
	own, project := v.Places, v.Places
	own.Project, project.Project = v.Package, Repository(v.Package)
	f, ok = own.File(c.Command)
	if !ok || !within(f.Path, []string{v.Package}) {
		return f, false
	}
	if there, named := project.File(c.Command); named && project.Project != "" && project.Project != v.Package {
		if fault, _ := there.Fault(); fault != commandfile.Missing {
			return f, false
		}
	}
	fault, _ := f.Fault()
	return f, fault != commandfile.Missing
}
