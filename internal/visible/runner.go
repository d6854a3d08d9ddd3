package visible

import (
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// What the runners read in a log, none of them what a line means to a person:
//
//   - GitHub's ::name …::value at the start of a line, white space aside. A text
//     may come to stand there by being wrapped, so the start of each word counts.
//   - GitHub's ##[name …]value, Azure's ##vso[…] and TeamCity's ##teamcity[…],
//     all of them anywhere in a line.
//   - GitLab's section_start:time:name before a carriage return.
var (
	atStart  = lazyregexp.New(`(^|[\s\p{Z}]):(:[^\s\p{Z}:])`)
	anywhere = lazyregexp.New(`#(#[\w.-]*\[)`)
	section  = lazyregexp.New(`(section_(?:start|end))(:\d)`)
)

// uncommanded has a backslash in all that a runner would carry out.
func uncommanded(text string) string {
	for _, command := range []struct {
		within  string
		pattern *lazyregexp.Regexp
		with    string
	}{
		{"::", atStart, `$1:\$2`},
		{"##", anywhere, `#\$1`},
		{"section_", section, `$1\$2`},
	} {
		// Hardly any text has a command, and replacing is dear.
		if strings.Contains(text, command.within) {
			text = command.pattern.ReplaceAllString(text, command.with)
		}
	}
	return text
}
