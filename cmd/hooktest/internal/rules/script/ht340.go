package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht340 finds the first use of a program or flag that macOS lacks.
func ht340(s *source, sh *shell) {
	if asksForSystem.Match(s.text) {
		return
	}
	for _, c := range sh.calls {
		for _, one := range byArguments {
			if c.name == one.name && c.in.instead == nil && slices.ContainsFunc(c.after(one.flag), one.next.MatchString) {
				s.report(c.at, one.what+" is not there on macOS: what depends on it is not checked", one.fix)
				return
			}
		}
		for _, one := range gnuOnly {
			named := one.flag == "" || slices.ContainsFunc(c.args, func(a word) bool {
				short := len(one.flag) == 2 && shortFlags.MatchString(a.text) && strings.Contains(a.text, one.flag[1:])
				long := strings.HasPrefix(one.flag, "--") && strings.HasPrefix(a.text, one.flag+"=")
				return a.static && (short || a.text == one.flag) || long
			})
			if c.name == one.name && named && c.in.instead == nil {
				s.report(c.at, strings.TrimSpace(fmt.Sprintf("%s %s", one.name, one.flag))+" is not there on macOS: what depends on it is not checked", one.fix)
				return
			}
		}
	}
}

// gnuOnly has programs and flags that macOS lacks, with their replacements.
var gnuOnly = []struct {
	name, flag, fix string
}{
	{"grep", "-P", "write the expression for grep -E"}, {"grep", "--perl-regexp", "write the expression for grep -E"},
	{"date", "-d", "have python3 or jq work out the date"}, {"date", "--date", "have python3 or jq work out the date"},
	{"stat", "-c", "ask with wc -c, or with python3"}, {"stat", "--format", "ask with wc -c, or with python3"},
	{"sed", "--in-place", inPlace}, {"readlink", "-e", "use readlink -f, and check that the file exists"},
	{"cp", "--parents", "make the folder with mkdir -p first"}, {"mktemp", "--suffix", "make a folder with mktemp -d, and the file in it"},
	{"realpath", "--relative-to", "cut off the folder: ${path#\"$PWD\"/}"}, {"find", "-printf", "use -print, or -exec"},
	{"date", "--iso-8601", "write the format: date +%Y-%m-%d"}, {"base64", "-w", "use base64 | tr -d '\\n'"},
	{"sha256sum", "", "use shasum -a 256 where sha256sum is missing"}, {"md5sum", "", "use md5 -q where md5sum is missing"},
	{"nproc", "", "use getconf _NPROCESSORS_ONLN"}, {"flock", "", "make a folder with mkdir as the lock"}, {"setsid", "", "start it with nohup and &"},
	{"numfmt", "", "have awk or python3 format the number"}, {"shuf", "", "use sort -R, or awk"},
	{"timeout", "", "use the timeout of the settings"}, {"tac", "", "use tail -r or awk where tac is missing"},
}

const inPlace = "write to a new file and move it, or use perl -pi -e"

// byArguments has uses of programs that only their arguments make GNU's: a script of sed where
// macOS has the suffix of -i, and a count from the end for head.
var byArguments = []struct {
	name, flag, what, fix string
	next                  *lazyregexp.Regexp
}{
	{"sed", "-i", "sed -i without a suffix", inPlace, lazyregexp.New(`^(s[/|#,@!:]|/|[0-9$,]+[a-z])`)},
	{"head", "-n", "head with a negative number", "use awk or sed '$d'", lazyregexp.New(`^-`)},
	{"head", "-c", "head with a negative number", "use wc -c and a number from the beginning", lazyregexp.New(`^-`)},
}

// after returns the values of a short flag: the next argument, or the rest of the same one.
func (c *call) after(flag string) []string {
	var all []string
	for i, a := range c.args {
		switch {
		case a.text == flag && i+1 < len(c.args):
			all = append(all, c.args[i+1].text)
		case a.text != flag && strings.HasPrefix(a.text, flag):
			all = append(all, a.text[len(flag):])
		}
	}
	return all
}

// asksForSystem matches the text of a script that handles different systems.
var asksForSystem = lazyregexp.New(`(?i)darwin|\buname\b|OSTYPE|\bg(?:date|grep|sed|stat|find|timeout|tac|head|cp|readlink|realpath|mktemp|base64|sha256sum|md5sum|nproc|numfmt|shuf)\b|command -v (?:timeout|tac|sha256sum|md5sum|nproc|flock|setsid|numfmt|shuf)`)

var shortFlags = lazyregexp.New(`^-[A-Za-z]{1,4}$`)
