package script

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht322 finds expressions in the syntax of another tool.
func ht322(s *source) []finding.Finding {
	if s.shell == nil {
		return nil
	}
	var found []finding.Finding
	for _, p := range s.shell.patterns() {
		if what := p.foreignSyntax(); what != "" {
			fix := "use [0-9] for \\d, and two searches, one with -v, for a look-ahead"
			if p.tool != "[[ =~ ]]" && p.tool != "sed" {
				fix = "use grep -P where it is known to be there; else " + fix
			}
			found = append(found, s.says(p.at, fmt.Sprintf("%s does not know %s everywhere: the expression matches something else, or nothing", p.tool, what), fix)...)
		} else if strings.HasPrefix(p.tool, "grep") && !p.extended && grouped.MatchString(p.text) && !strings.Contains(p.text, `\|`) {
			found = append(found, s.says(p.at, "grep without -E takes ( | ) for letters: the expression matches none of the alternatives", "use grep -E")...)
		}
	}
	return found
}

// grouped matches alternatives in parentheses, which a basic expression reads as literals.
var grouped = lazyregexp.New(`(?:^|[^\\])\([\w .-]+(?:\|[\w .-]+)+\)`)
