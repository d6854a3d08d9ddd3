package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

func ht340() rule {
	return rule{Rule: finding.Rule{
		ID: "HT340", Title: "program or flag that macOS lacks", Severity: finding.Info,
		Why: "GNU programs have flags that the macOS versions lack. There the command fails, finds nothing, and nothing is refused.",
	}, find: onlyGNU}
}

// onlyGNU finds the first use of a program or flag that macOS lacks.
func onlyGNU(s *source) []finding.Finding {
	if s.shell == nil || asksForSystem.Match(s.text) {
		return nil
	}
	for _, c := range s.shell.calls {
		for _, one := range gnuOnly {
			named := one.flag == "" || slices.ContainsFunc(c.args, func(a word) bool {
				short := len(one.flag) == 2 && shortFlags.MatchString(a.text) && strings.Contains(a.text, one.flag[1:])
				return a.static && (short || a.text == one.flag)
			})
			if c.name == one.name && named && c.in.instead == nil {
				return s.says(c.at, strings.TrimSpace(fmt.Sprintf("%s %s", one.name, one.flag))+" is not there on macOS: what depends on it is not checked", one.fix)
			}
		}
	}
	return nil
}

// gnuOnly has programs and flags that macOS lacks, with their replacements.
var gnuOnly = []struct {
	name, flag, fix string
}{
	{"grep", "-P", "write the expression for grep -E"}, {"grep", "--perl-regexp", "write the expression for grep -E"},
	{"date", "-d", "have python3 or jq work out the date"}, {"date", "--date", "have python3 or jq work out the date"},
	{"stat", "-c", "ask with wc -c, or with python3"}, {"find", "-printf", "use -print, or -exec"},
	{"timeout", "", "use the timeout of the settings"}, {"tac", "", "use tail -r or awk where tac is missing"},
}

// asksForSystem matches the text of a script that handles different systems.
var asksForSystem = lazyregexp.New(`(?i)darwin|\buname\b|OSTYPE|\bg(?:date|grep|sed|stat|find|timeout|tac)\b|command -v (?:timeout|tac)`)

var shortFlags = lazyregexp.New(`^-[A-Za-z]{1,4}$`)
