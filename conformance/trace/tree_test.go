package trace

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/trace/link"
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

// What the source of this project says without being run: every clause by test
// is linked and has a mutant, and no link is broken. The rest of the gates needs
// a run of the suite, or the lock.
func TestThisProjectIsLinked(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	root := os.DirFS("../..")
	set, err := mutants.Load(root, c)
	require.NoError(t, err)
	links, faults, err := link.Read(root, "engine")
	require.NoError(t, err)
	in := Input{
		Now: time.Now(), Requirements: c.Requirements(), Interpretations: c.Interpretations(), Ledger: c.Ledger(),
		Cases: all, Links: links, LinkFaults: faults, Mutants: set, Lock: &Lock{}, Unfit: map[string]string{},
	}
	tree := mutants.NewTree(root)
	for _, m := range set.Mutants {
		if _, err := tree.Sites(m); err != nil {
			in.Unfit[m.ID] = err.Error()
		}
	}
	r := Build(in)
	for _, f := range r.Findings {
		if f.Gate != IncompleteRun && f.Gate != StaleLock && f.Gate != GateChecks {
			assert.Fail(t, f.Message, "%s at %s", f.Gate, f.Position)
		}
	}
	assert.Equal(t, c.Ledger().Tests, r.Ladder.Linked+r.Ladder.Equivalent)
	for clause := range r.Clauses() {
		if clause.Verify == catalogue.ByTest {
			assert.True(t, len(clause.Mutants) > 0 || clause.Equivalent != "", "no mutant violates %s", clause.ID)
		}
	}
}
