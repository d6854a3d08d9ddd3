package lint

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/document"
)

// A matcher is a problem matcher: GitHub and editors use it to find problems in output.
type matcher struct {
	Owner, Severity string
	Pattern         []struct {
		Regexp                                      string
		File, Line, Column, Severity, Code, Message int
	}
}

// The problem matcher finds each finding in lint's output, with its place, and doesn't match the
// other lines.
func TestTheProblemMatcherFindsFindings(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", ".github", "hooktest-problem-matcher.json"))
	require.NoError(t, err)
	var file struct{ ProblemMatcher []matcher }
	require.NoError(t, json.Unmarshal(text, &file))

	at := func(id string, severity finding.Severity, path string, line, column int, says string, agents ...string) finding.Finding {
		return finding.Finding{
			Rule: finding.Rule{ID: id, Severity: severity}, Text: says, Fix: "write a: b", Agents: agents,
			Place: finding.Place{File: path, Position: document.Position{File: path, Line: line, Column: column}},
		}
	}
	var printed strings.Builder
	require.NoError(t, writePretty(&printed, linted{settings: 1, findings: []finding.Finding{
		at("HT110", finding.Error, ".claude/settings.json", 3, 14, "the file a.sh does not exist: the hook can't start", "claude", "copilot-claude"),
		at("HT113", finding.Warning, "C:/a b/.claude/settings.json", 12, 1, "without quotes: 1:2: error HT999: no"),
		at("HT132", finding.Info, "a:b/settings.json", 7, 2, "another agent reads this"),
	}}, report.Look{}))
	var found [][]string
	for _, line := range strings.Split(printed.String(), "\n") {
		for _, m := range file.ProblemMatcher {
			require.Len(t, m.Pattern, 1)
			p := m.Pattern[0]
			groups := regexp.MustCompile(p.Regexp).FindStringSubmatch(line)
			if groups == nil {
				continue
			}
			severity := m.Severity
			if p.Severity > 0 {
				severity = groups[p.Severity]
			}
			found = append(found, []string{groups[p.File], groups[p.Line], groups[p.Column], severity, groups[p.Code], groups[p.Message]})
		}
	}
	assert.Equal(t, [][]string{
		{".claude/settings.json", "3", "14", "error", "HT110", "the file a.sh does not exist: the hook can't start (claude and copilot-claude)"},
		{"C:/a b/.claude/settings.json", "12", "1", "warning", "HT113", "without quotes: 1:2: error HT999: no"},
		{"a:b/settings.json", "7", "2", "notice", "HT132", "another agent reads this"},
	}, found)
}
