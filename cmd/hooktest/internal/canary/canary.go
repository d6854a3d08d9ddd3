// Package canary puts text into a payload that makes a file if a hook executes it as code,
// and finds the line of the hook that does.
package canary

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// File is the name of the file that executed text makes, in the folder where the hook runs.
const File = "hooktest-canary"

const (
	touch  = "touch " + File
	python = `__import__("os").system("` + touch + `")`
	node   = `require("child_process").execSync("` + touch + `")`
	attach = "ATTACH DATABASE '" + File + "' AS c; CREATE TABLE c.t(x); --"
)

// A Text is what a payload holds in the place of its texts, or after them.
type Text struct {
	// By is what executes it.
	By string
	// Whole tells that it takes the place of a text, as an expression does.
	Whole bool
	Text  string
}

// Texts are the ways by which hooks are known to execute text that they were given. None of
// them does more than make the file.
func Texts() []Text {
	return []Text{
		{By: "a shell", Text: " $(" + touch + ")"},
		{By: "a shell", Text: " `" + touch + "`"},
		{By: "a shell", Text: " ; " + touch},
		{By: "a shell", Text: "'; " + touch + "; '"},
		{By: "a shell", Text: `"; ` + touch + `; "`},
		{By: "a shell", Whole: true, Text: touch},
		{By: "a shell", Whole: true, Text: "a[$(" + touch + ")]"},
		{By: "Python", Whole: true, Text: python},
		{By: "Python", Text: `" + str(` + python + `) + "`},
		{By: "Python", Text: `' + str(` + python + `) + '`},
		{By: "Node", Whole: true, Text: node},
		{By: "Node", Text: `" + ` + node + ` + "`},
		{By: "Node", Text: "' + " + node + " + '"},
		{By: "Node", Text: "` + " + node + " + `"},
		{By: "Node", Text: `${process.mainModule.` + node + `}`},
		{By: "sed", Whole: true, Text: "x/;w " + File + "\n;s/a/b"},
		{By: "sed", Whole: true, Text: "x/w " + File + "\n/y"},
		{By: "SQL", Text: "'; " + attach},
		{By: "SQL", Text: "'); " + attach},
		{By: "SQL", Text: `"; ` + attach},
	}
}

// Into puts the text into every text of a payload's value, but for those under the names
// that say what kind of event it is.
func (t Text) Into(value any, names ...string) any {
	switch v := value.(type) {
	case string:
		if t.Whole {
			return t.Text
		}
		return v + t.Text
	case *jsonvalue.Object:
		changed := jsonvalue.New()
		for key, inner := range v.All() {
			changed.Set(key, inner)
			if !slices.Contains(names, key) {
				changed.Set(key, t.Into(inner))
			}
		}
		return changed
	case []any:
		all := make([]any, len(v))
		for i, inner := range v {
			all[i] = t.Into(inner)
		}
		return all
	}
	return value
}

// In reports whether the file is in one of the folders, or in a folder inside of these.
func In(folders ...string) bool {
	for _, folder := range folders {
		for _, pattern := range []string{File, filepath.Join("*", File), filepath.Join("*", "*", File)} {
			if found, _ := filepath.Glob(filepath.Join(quoted(folder), pattern)); len(found) > 0 {
				return true
			}
		}
	}
	return false
}

// quoted is a path whose characters a pattern takes as they are.
func quoted(path string) string {
	if os.PathSeparator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// executes finds what executes text, by the words of Text.By.
var executes = map[string]*regexp.Regexp{
	"a shell": regexp.MustCompile(`\beval\b|\b(?:ba|da|z|k)?sh\s+(?:-\w+\s+)*-\w*c\b|os\.(?:system|popen)|shell\s*=\s*True|\bexecSync\(|\bexec\(|shell:\s*true|\bsystem\(|^\s*(?:source|\.)\s|\$\(\s*\$\w|^\s*\$\w+(?:\s|$)|\[\[[^\]]*\s-(?:gt|lt|ge|le|eq|ne|v)\s|\(\(`),
	"Python":  regexp.MustCompile(`\bpython[0-9.]*\s+(?:-\w+\s+)*-\w*c\b|\beval\(|\bexec\(|\bpython[0-9.]*\b`),
	"Node":    regexp.MustCompile(`\bnode\s+(?:\S+\s+)*(?:-e|-p|-pe|--eval|--print)\b|\beval\(|\bnew\s+Function\b|\bvm\.run|\bnode\b`),
	"sed":     regexp.MustCompile(`\bsed\b`),
	"SQL":     regexp.MustCompile(`\bsqlite3?\b|\bexecutescript\(|\.execute\(|\b(?i:insert|select|update|delete)\b`),
}

// Line is the first line of a script that can execute text in that way, by its number from
// 1; 0 where none is seen.
func (t Text) Line(script []byte) (number int, line string) {
	for i, text := range bytes.Split(script, []byte("\n")) {
		trimmed := strings.TrimSpace(string(text))
		if !strings.HasPrefix(trimmed, "#") && !strings.HasPrefix(trimmed, "//") && executes[t.By].MatchString(trimmed) {
			return i + 1, trimmed
		}
	}
	return 0, ""
}
