package config

import (
	"os"
	"path/filepath"
	"strings"
)

// An Uncovered is a file with hooks of an agent without a contract.
type Uncovered struct{ Product, Path string }

// uncovered are the places of such agents' hooks, in a project or in the home directory. Settings
// count only with a key "hooks".
var uncovered = []struct{ product, path string }{
	{"Cline", ".clinerules/hooks/*"},
	{"Cline", "Documents/Cline/Hooks/*"},
	{"OpenCode", ".opencode/plugin/*"},
	{"OpenCode", ".opencode/plugins/*"},
	{"Antigravity", ".agents/hooks.json"},
	{"Augment", ".augment/settings.json"},
	{"Crush", "crush.json"},
	{"Crush", ".crush.json"},
	{"Qoder", ".qoder/settings.json"},
	{"CodeBuddy", ".codebuddy/settings.json"},
}

// uncoveredIn returns the agent without a contract whose hooks a file has; ok is false if there is
// none.
func uncoveredIn(path string) (found Uncovered, ok bool) {
	slashed := filepath.ToSlash(path)
	for _, one := range uncovered {
		in, all := strings.CutSuffix(one.path, "*")
		switch {
		case all && strings.HasSuffix(filepath.ToSlash(filepath.Dir(path))+"/", "/"+in):
			return Uncovered{one.product, path}, true
		case !all && strings.HasSuffix(slashed, "/"+one.path):
			// A file that can't be read has no such key.
			text, _ := os.ReadFile(path)
			if root := parse(File{Path: path, Text: text}).root; root != nil {
				if _, has := root.Field("hooks"); has {
					return Uncovered{one.product, path}, true
				}
			}
		}
	}
	return Uncovered{}, false
}
