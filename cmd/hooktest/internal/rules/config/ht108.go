package config

import (
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/hooktest/hooktest/internal/english"
)

// ht108 finds a file with hooks that the agent does not read.
func ht108(v *view) {
	if !v.Unread || v.hooks == nil {
		return
	}
	hooks, _ := v.root.Lookup(v.agent.Settings.Hooks)
	var files []string
	for _, file := range v.agent.Settings.Files {
		usual := v.agent.Settings.Usual(file, runtime.GOOS)[0]
		if strings.HasSuffix("/"+filepath.ToSlash(filepath.Dir(v.Path)), "/"+path.Dir(strings.TrimPrefix(usual, "~/"))) {
			files = append(files, usual)
		}
	}
	v.report(hooks.NamePosition, fmt.Sprintf("%s does not read %s: none of its hooks runs", v.agent.Product, filepath.Base(v.Path)),
		"put them into "+english.Or(files))
}
