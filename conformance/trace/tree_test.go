package trace

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/testscripts"
)

// What a report shows as the text of a check is that check's own: it begins with
// its clause and holds neither another scope nor the control's.
func TestTheTextOfACheckIsItsOwn(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	r := Build(Input{Now: time.Now(), Requirements: c.Requirements(), Interpretations: c.Interpretations(), Cases: all, Lock: &Lock{}})
	opens := regexp.MustCompile(`(?m)^\s*(clause|control)\b`)
	checks := 0
	for clause := range r.Clauses() {
		for _, check := range clause.Checks {
			checks++
			assert.Equal(t, []string{"clause"}, opens.FindAllString(check.Lines, -1), "%s:%d: %s", check.File, check.Line, check.Lines)
			first, _, _ := strings.Cut(check.Lines, "\n")
			assert.Equal(t, "clause "+check.Check, strings.TrimSpace(first))
			assert.Equal(t, check.EndLine, check.Line+strings.Count(check.Lines, "\n"), "%s:%d", check.File, check.Line)
		}
	}
	scopes := 0
	for _, c := range all {
		scopes += len(c.Scopes)
	}
	assert.Equal(t, scopes, checks, "every scope is shown")
}
