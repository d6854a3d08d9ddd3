// Package canary adds text to a payload that leaves a mark if a hook executes it as code, and finds
// the line of the hook that does.
package canary

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
)

// Mark is the name of the file that executed text creates, or the content of a file called File. No
// text contains it: executed text has to compute it, so a hook that only stores its input does not
// create it.
const (
	Mark = File + "-42"
	File = "hooktest-canary"
)

const (
	// A hook that changes to its own folder still has the same home.
	place  = "~/" + File + "-$((40+2))"
	touch  = "touch " + place
	python = `__import__("os").system("` + touch + `")`
	node   = `require("child_process").execSync("` + touch + `")`
	attach = "ATTACH DATABASE '" + File + "-' || (40+2) AS c; CREATE TABLE c.t(x); --"
	write  = "s/.*/" + File + "-X/;s/X/42/w " + File + "\n"
	// A slash would end a pattern, and Perl has values for $( and others.
	plain = "cd;touch " + File + "-`expr 40 + 2`"
	awk   = `system("` + plain + `")`
	perl  = "system(q(" + plain + "))"
)

// A Text replaces a payload's texts, or is appended to them.
type Text struct {
	// By names what executes it.
	By string
	// Whole is set if it replaces a text, as an expression does; Number is set if it also replaces
	// a number.
	Whole, Number bool
	Text          string
}

// Texts returns the known ways in which hooks execute input text. Each only creates the file.
func Texts() []Text {
	return []Text{
		{By: "a shell", Text: " $(" + touch + ")"},
		{By: "a shell", Text: " `" + touch + "`"},
		{By: "a shell", Text: " ; " + touch},
		{By: "a shell", Text: "'; " + touch + "; '"},
		{By: "a shell", Text: `"; ` + touch + `; "`},
		// Without an outer shell, the words are a program and its arguments.
		{By: "a shell", Whole: true, Text: "sh -c >" + place},
		{By: "a shell", Whole: true, Number: true, Text: "a[$(" + touch + ")]"},
		{By: "tar", Whole: true, Text: "--checkpoint=1 --checkpoint-action=exec=>" + place + " ."},
		{By: "tar", Whole: true, Text: "--use-compress-program=>" + place + " ."},
		{By: "Python", Whole: true, Text: python},
		{By: "Python", Text: `" + str(` + python + `) + "`},
		{By: "Python", Text: `' + str(` + python + `) + '`},
		{By: "Node", Whole: true, Text: node},
		{By: "Node", Text: `" + ` + node + ` + "`},
		{By: "Node", Text: "' + " + node + " + '"},
		{By: "Node", Text: "` + " + node + " + `"},
		{By: "Node", Text: `${process.mainModule.` + node + `}`},
		{By: "Perl", Whole: true, Text: perl},
		{By: "Perl", Text: "'." + perl + ".'"},
		{By: "Perl", Text: "@{[" + perl + "]}"},
		{By: "awk", Text: `" ` + awk + ` "`},
		{By: "awk", Whole: true, Text: "x/||" + awk + "||/x"},
		{By: "find", Whole: true, Text: ". -exec sh -c >" + place + " {} +"},
		{By: "sed", Whole: true, Text: "x/;" + write + ";s/a/b"},
		{By: "sed", Whole: true, Text: "x|;" + write + ";s|a|b"},
		{By: "sed", Whole: true, Text: "x#;" + write + ";s#a#b"},
		{By: "sed", Whole: true, Text: "x,;" + write + ";s,a,b"},
		{By: "sed", Whole: true, Text: "x@;" + write + ";s@a@b"},
		{By: "sed", Whole: true, Text: "^/" + write + "/y"},
		{By: "env", Whole: true, Text: "sh -c '" + touch + "'"},
		{By: "git", Whole: true, Text: "--output=" + File + " --format=" + File + "-%x34%x32"},
		{By: "git", Whole: true, Text: "--upload-pack=>" + place + " ."},
		{By: "SQL", Text: "'; " + attach},
		{By: "SQL", Text: "'); " + attach},
		{By: "SQL", Text: `"; ` + attach},
	}
}

// endings matches the file extensions that hooks look for.
var endings = lazyregexp.New(`\b(?:py|[jt]sx?|go|rs|rb|sh|md|json|ya?ml|toml|css|html|java|kt|swift|cpp|cs|php|sql|txt)\b`)

// Ending returns the texts with file extensions appended that a script mentions: some hooks check
// only such files.
func Ending(script []byte) (all []Text) {
	const most = 2
	var found []string
	for _, ending := range endings.FindAllString(string(script), -1) {
		if len(found) < most && !slices.Contains(found, ending) {
			found = append(found, ending)
		}
	}
	for _, ending := range found {
		for _, t := range Texts() {
			if !t.Whole {
				t.Text += " ." + ending
				all = append(all, t)
			}
		}
	}
	return all
}

// Into adds the text to every text of a payload's value, except those under the names that identify
// the event.
func (t Text) Into(value any, names ...string) any {
	switch v := value.(type) {
	case string:
		if t.Whole {
			return t.Text
		}
		return v + t.Text
	case json.Number:
		if t.Number {
			return t.Text
		}
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
		return lists.Of(v, func(inner any) any { return t.Into(inner) })
	}
	return value
}

// In reports whether the mark is in one of the folders, or at most two levels below.
func In(folders ...string) bool {
	for _, folder := range folders {
		for _, below := range []string{"", "*", filepath.Join("*", "*")} {
			found, _ := filepath.Glob(filepath.Join(quoted(folder), below, File+"*"))
			if slices.ContainsFunc(found, marked) {
				return true
			}
		}
	}
	return false
}

// marked reports whether a file has the name, or the content, that executed text creates.
func marked(file string) bool {
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return false
	}
	if filepath.Base(file) != File {
		return filepath.Base(file) == Mark
	}
	text, _ := os.ReadFile(file)
	return bytes.Contains(text, []byte(Mark))
}

// quoted escapes a path for a glob pattern.
func quoted(path string) string {
	if os.PathSeparator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// executes matches code that executes text, by the value of Text.By.
var executes = map[string]*lazyregexp.Regexp{
	"a shell": lazyregexp.New(`\beval\b|\b(?:ba|da|z|k)?sh\s+(?:-\w+\s+)*-\w*c\b|os\.(?:system|popen)|\bsubprocess\.\w+\(|shell\s*=\s*True|\bexecSync\(|\bexec\(|shell:\s*true|\bsystem\(|^\s*(?:source|\.)\s|\$\(\s*\$\w|^\s*(?:(?:timeout|nice|nohup|exec|command|time|env)\s+(?:\S+\s+)*)?\$\w+(?:\s|$)|\|\s*(?:\S*/)?(?:ba|da|z|k)?sh\b|\b(?:declare|local|typeset)\s+-\w*i|\[\[[^\]]*\s-(?:gt|lt|ge|le|eq|ne|v)\s|\(\(`),
	"Python":  lazyregexp.New(`\bpython[0-9.]*\s+(?:-\w+\s+)*-\w*c\b|\beval\(|\bexec\(|\bpython[0-9.]*\b`),
	"Node":    lazyregexp.New(`\bnode\s+(?:\S+\s+)*(?:-e|-p|-pe|--eval|--print)\b|\beval\(|\bnew\s+Function\b|\bvm\.run|\bnode\b`),
	"sed":     lazyregexp.New(`\bsed\b`),
	"tar":     lazyregexp.New(`\btar\b`),
	"env":     lazyregexp.New(`\benv\b`),
	"git":     lazyregexp.New(`\bgit\b`),
	"find":    lazyregexp.New(`\bfind\b`),
	"awk":     lazyregexp.New(`\bg?awk\b`),
	"Perl":    lazyregexp.New(`\bperl\b|\beval\b`),
	"SQL":     lazyregexp.New(`\bsqlite3?\b|\bexecutescript\(|\.execute\(|\b(?i:insert|select|update|delete)\b`),
}

// filled matches code that puts a value into a text, and imports code that executes nothing.
var (
	filled  = lazyregexp.New(`\$|%|\+|\{\w|\.format\(`)
	imports = lazyregexp.New(`^(?:import|from|use)\s`)
)

// Line returns the line of a script that most likely executes text in that way and its number from
// 1; 0 if there is none. It is the first that puts a value into what it executes, else the first
// that executes.
func (t Text) Line(script []byte) (number int, line string) {
	for i, text := range bytes.Split(script, []byte("\n")) {
		trimmed := strings.TrimSpace(string(text))
		if strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//") || imports.MatchString(trimmed) || !executes[t.By].MatchString(trimmed) {
			continue
		}
		if filled.MatchString(trimmed) {
			return i + 1, trimmed
		}
		if number == 0 {
			number, line = i+1, trimmed
		}
	}
	return number, line
}
