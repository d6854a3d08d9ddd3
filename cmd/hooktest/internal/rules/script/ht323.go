package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht323 finds a script that extracts fields from JSON with a text search.
func ht323(s *source, sh *shell) {
	if !s.refuses || len(sh.named("jq")) > 0 {
		return
	}
	for _, c := range sh.named("grep", "egrep", "sed", "awk") {
		if strings.HasSuffix(c.name, "grep") && !c.flag('o') || !sh.getsPayload(c.in) {
			continue
		}
		i := slices.IndexFunc(c.args, func(a word) bool {
			m := cutField.FindStringSubmatch(a.text)
			return m != nil && (s.known.fields().has[m[1]] || s.known.arguments().has[m[1]])
		})
		if i >= 0 {
			s.report(int(c.args[i].node.Pos().Offset()), fmt.Sprintf("%s parses JSON with text patterns: an escaped quote ends the field early, and a field of the same name elsewhere is taken for it", c.name),
				"use jq -r, or a program that reads JSON")
		}
	}
}

// cutField matches the field name in an expression that searches JSON text.
var cutField = lazyregexp.New(`\\?"([A-Za-z_]+)\\?"(?: |\*|\\s|\[\[:(?:space|blank):\]\]|\[ \\t\]|\+|\?|\\)*:`)
