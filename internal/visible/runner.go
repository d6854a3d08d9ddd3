package visible

import (
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// The commands that CI runners recognize in a log:
//
//   - GitHub's ::name …::value at the start of a line, after any white space. A
//     wrapped text may get there, so the start of each word counts.
//   - GitHub's ##[name …]value, Azure's ##vso[…] and TeamCity's ##teamcity[…],
//     all of them anywhere in a line.
//   - GitLab's section_start:time:name before a carriage return.
var (
	atStart  = lazyregexp.New(`(^|[\s\p{Z}]):(:[^\s\p{Z}:])`)
	anywhere = lazyregexp.New(`#(#[\w.-]*\[)`)
	section  = lazyregexp.New(`(section_(?:start|end))(:\d)`)
)

// uncommanded puts a backslash into everything that a runner would execute.
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
		// Few texts have a command, and replacing is expensive.
		if strings.Contains(text, command.within) {
			text = command.pattern.ReplaceAllString(text, command.with)
		}
	}
	return text
}
