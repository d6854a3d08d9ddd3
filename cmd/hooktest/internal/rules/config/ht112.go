package config

import (
	"fmt"
	"path/filepath"
	"strings"
)

// ht112 finds commands that are resolved in the agent's current folder: for personal
// settings that is any project, for others a folder below the project's.
func ht112(v *view, c command) {
	if !v.Shared && !v.Personal || v.Within || !c.relative || len(c.unset) > 0 {
		return
	}
	f := c.named
	switch {
	case v.Shared && v.agent.Launch.SessionFolder:
		v.report(c.node.Position(), fmt.Sprintf("%s starts hooks in the folder of its session: below the project's, %s is not there", v.agent.Product, f.Word),
			fmt.Sprintf(`say where it begins: \"$(git rev-parse --show-toplevel)/%s\"`, strings.TrimPrefix(f.Word, "./")))
		return
	case v.Shared:
		return
	}
	fix := "write the whole path, such as ~/hooks/" + filepath.Base(f.Word)
	for _, kind := range v.agent.Settings.Packages {
		if v.Package != "" && len(kind.Variables) > 0 {
			fix = fmt.Sprintf("say that it comes with the package: ${%s}/%s", kind.Variables[0], strings.TrimPrefix(f.Word, "./"))
		}
	}
	v.report(c.node.Position(), fmt.Sprintf("%s is looked for in every project, because these settings hold for all of them", f.Word), fix)
}
