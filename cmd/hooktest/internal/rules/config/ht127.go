package config

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

var home = lazyregexp.New(`(?:^|[\s"'=:])((?:/home|/Users)/[A-Za-z0-9_][A-Za-z0-9._-]*)/`)

// ht127 finds paths that exist only on one user's machine, in settings that are shared.
func ht127(v *view, c command) {
	other := v.othersHome(c)
	if other == "" {
		return
	}
	fix := "keep the script in the project, and name it from there"
	if own := v.agent.Launch.Variables; len(own) > 0 {
		fix = fmt.Sprintf(`keep the script in the project: \"$%s\"/…`, own[0])
	}
	v.report(c.node.Position(), fmt.Sprintf("%s is one person's home directory: the hook starts on no other machine", other), fix)
}

// othersHome returns another user's home directory that a command of shared settings names, or "".
func (v *view) othersHome(c command) string {
	m := home.FindStringSubmatch(c.Command)
	if !v.Shared || m == nil || m[1] == v.Places.Home || strings.HasPrefix(v.Places.Project+"/", m[1]+"/") {
		return ""
	}
	return m[1]
}
