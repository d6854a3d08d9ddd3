package verification

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

// AddSeen returns the text of a contract's file with a version added to what facts were seen on.
// Nothing else of the text changes. Facts of another file are left out.
func AddSeen(text string, facts []dialect.Fact, version string) string {
	lines := strings.SplitAfter(text, "\n")
	for _, fact := range facts {
		if slices.Contains(fact.Seen, version) {
			continue
		}
		value := "seen: [" + strings.Join(append(slices.Clone(fact.Seen), version), ", ") + "]"
		at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  "+fact.ID+":") })
		if at < 0 {
			continue
		}
		last := at
		for last+1 < len(lines) && strings.HasPrefix(lines[last+1], "    ") {
			last++
		}
		seen := regexp.MustCompile(`\bseen: \[[^\]]*\]`)
		i := slices.IndexFunc(lines[at:last+1], seen.MatchString)
		switch {
		case i >= 0:
			lines[at+i] = seen.ReplaceAllString(lines[at+i], value)
		case last == at:
			lines[at] = strings.TrimSuffix(lines[at], "}\n") + ", " + value + "}\n"
		default:
			lines[last] += "    " + value + "\n"
		}
	}
	return strings.Join(lines, "")
}
