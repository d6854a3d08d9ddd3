package casefile

import (
	"path/filepath"

	"github.com/hooktest/hooktest/internal/glob"
)

// Own returns a script's own cases that need no setup, from its comments and from the case files
// next to it. The path is absolute; without one there are none. Own ignores cases that it can't
// read: hooktest test reports those.
func Own(path string, text []byte) []Case {
	if path == "" {
		return nil
	}
	all, _ := Comments(path, text)
	for _, file := range glob.Paths(filepath.Join(filepath.Dir(path), "*"+Suffix), "*"+Suffix) {
		cases, _ := Load(file)
		all = append(all, cases...)
	}
	var own []Case
	for _, c := range all {
		script, err := filepath.Abs(c.Script)
		plain := len(c.Files)+len(c.Env)+len(c.Path)+len(c.Set)+len(c.Args) == 0 && c.Setup == "" && c.CWD == "" && c.Skip == ""
		if err == nil && script == path && plain {
			own = append(own, c)
		}
	}
	return own
}
