package script

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht322 finds expressions in the syntax of another tool.
func ht322(s *source, sh *shell) {
	for _, p := range sh.patterns() {
		if what := p.foreignSyntax(); what != "" {
			fix := "use [0-9] for \\d, and two searches, one with -v, for a look-ahead"
			if p.tool != "[[ =~ ]]" && p.tool != "sed" {
				fix = "use grep -P where it is known to be there; else " + fix
			}
			s.report(p.at, fmt.Sprintf("%s does not know %s everywhere: the expression matches something else, or nothing", p.tool, what), fix)
		} else if strings.HasPrefix(p.tool, "grep") && !p.extended && grouped.MatchString(p.text) && !strings.Contains(p.text, `\|`) {
			s.report(p.at, "grep without -E takes ( | ) for letters: the expression matches none of the alternatives", "use grep -E")
		}
	}
}

// grouped matches alternatives in parentheses, which a basic expression reads as literals.
var grouped = lazyregexp.New(`(?:^|[^\\])\([\w .-]+(?:\|[\w .-]+)+\)`)
