package catalogue

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func loaded(t testing.TB) *Catalogue {
	t.Helper()
	c, err := Load()
	require.NoError(t, err)
	return c
}

func TestRequirementsAreInIDOrder(t *testing.T) {
	c := loaded(t)
	var ids []string
	for _, r := range c.Requirements() {
		ids = append(ids, r.ID)
	}
	assert.IsIncreasing(t, ids)
	assert.Equal(t, "HOOK-001", ids[0])
	assert.Equal(t, []string{"HOOK-015", "HOOK-016a", "HOOK-016b", "HOOK-017"}, ids[14:18])
	assert.Equal(t, "HOOK-217", ids[len(ids)-1])
}

func TestEverySectionHoldsItsRequirements(t *testing.T) {
	c := loaded(t)
	var fromSections []string
	last := 0
	for _, s := range c.Sections() {
		assert.Greater(t, s.Number, last)
		assert.NotEmpty(t, s.Title)
		last = s.Number
		for _, id := range s.Requirements {
			r, ok := c.Lookup(id)
			require.True(t, ok, id)
			assert.Equal(t, s.Number, r.Section, id)
			fromSections = append(fromSections, id)
		}
	}
	var all []string
	for _, r := range c.Requirements() {
		all = append(all, r.ID)
	}
	assert.ElementsMatch(t, all, fromSections)
}

func TestLookup(t *testing.T) {
	c := loaded(t)
	r, ok := c.Lookup("HOOK-113")
	require.True(t, ok)
	assert.Equal(t, "HOOK-113", r.ID)
	assert.Equal(t, Active, r.Status)
	for _, id := range []string{"", "HOOK-016", "hook-113", "HOOK-113.1", "HOOK-218", "INT-01"} {
		r, ok := c.Lookup(id)
		assert.False(t, ok, id)
		assert.Equal(t, Requirement{}, r, id)
	}
}

func TestClause(t *testing.T) {
	c := loaded(t)
	for _, r := range c.Requirements() {
		for i, want := range r.Clauses {
			got, ok := c.Clause(clauseID(r.ID, i+1))
			require.True(t, ok, want.ID)
			assert.Equal(t, want, got)
		}
	}
	for _, id := range []string{"HOOK-016a", "HOOK-016a.0", "HOOK-016a.03", "HOOK-016a.+3", "HOOK-016a.99", "HOOK-121.1", "HOOK-218.1"} {
		_, ok := c.Clause(id)
		assert.False(t, ok, id)
	}
}

func TestInterpretationLinksShowOnBothSides(t *testing.T) {
	c := loaded(t)
	require.NotEmpty(t, c.Interpretations())
	forth, back := map[string][]string{}, map[string][]string{}
	for _, r := range c.Requirements() {
		for _, id := range r.Interpretations {
			in, ok := c.Interpretation(id)
			require.True(t, ok, id)
			assert.Contains(t, in.Requirements, r.ID)
			forth[id] = append(forth[id], r.ID)
		}
	}
	for _, in := range c.Interpretations() {
		if len(in.Requirements) > 0 {
			back[in.ID] = in.Requirements
		}
	}
	assert.Equal(t, forth, back)
	_, ok := c.Interpretation("INT-00")
	assert.False(t, ok)
}

func TestReturnedListsAreTheCallers(t *testing.T) {
	c := loaded(t)
	c.Requirements()[0].ID = "changed"
	c.Sections()[0].Number = -1
	c.Interpretations()[0].ID = "changed"
	assert.Equal(t, "HOOK-001", c.Requirements()[0].ID)
	assert.Equal(t, 1, c.Sections()[0].Number)
	assert.Equal(t, "INT-01", c.Interpretations()[0].ID)
}

func TestNearest(t *testing.T) {
	c := loaded(t)
	last, _ := c.Lookup("HOOK-014")
	tests := []struct {
		name, in, want, reason string
	}{
		{"exact", "HOOK-016b", "HOOK-016b", "an id is nearest to itself"},
		{"lower case", "hook-016B", "HOOK-016b", "only spelling differs"},
		{"short number", "HOOK-9", "HOOK-009", "only padding differs"},
		{"no prefix", "113", "HOOK-113", "a bare number is a requirement's"},
		{"no dash", "hook67b", "HOOK-067b", "only spelling differs"},
		{"letter left out", "HOOK-016", "HOOK-016a", "the first half of a split number"},
		{"letter too many", "HOOK-113c", "HOOK-113", "the number is what counts"},
		{"unknown letter", "HOOK-067c", "HOOK-067a", "the first half of a split number"},
		{"interpretation", "int-2", "INT-02", "only spelling differs"},
		{"clause", "16a.2", "HOOK-016a.2", "only spelling differs"},
		{"clause too high", "HOOK-014.99", last.Clauses[len(last.Clauses)-1].ID, "the last clause is the nearest"},
		{"clause zero", "HOOK-014.0", "HOOK-014.1", "clauses count from 1"},
		{"clause of a merged id", "HOOK-121.1", "HOOK-121", "a merged requirement has no clauses"},
		{"typing error", "HOKO-017", "HOOK-017", "two letters are swapped"},
		{"number out of range", "HOOK-218", "", "one wrong digit says nothing about which id was meant"},
		{"interpretation out of range", "INT-99", "", "one wrong digit says nothing about which id was meant"},
		{"clause of nothing", "HOOK-999.1", "", "the requirement is unknown"},
		{"something else", "BeforeTool", "", "not an id at all"},
		{"empty", "", "", "not an id at all"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, c.Nearest(tt.in), tt.reason)
		})
	}
}

func TestNearestFindsEveryIDInAnyCase(t *testing.T) {
	c := loaded(t)
	var ids []string
	for _, r := range c.Requirements() {
		ids = append(ids, r.ID)
		for _, cl := range r.Clauses {
			ids = append(ids, cl.ID)
		}
	}
	for _, in := range c.Interpretations() {
		ids = append(ids, in.ID)
	}
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom(ids).Draw(t, "id")
		written := rapid.SampledFrom([]string{id, strings.ToLower(id), strings.ToUpper(id), " " + id, strings.Replace(id, "-", "", 1)}).Draw(t, "written")
		if got := c.Nearest(written); got != id {
			t.Fatalf("Nearest(%q) = %q, want %q", written, got, id)
		}
	})
}

func FuzzNearest(f *testing.F) {
	c := loaded(f)
	for _, seed := range []string{"HOOK-016a.3", "INT-02", "hook 9999", "\x00", "HOOK-.1", "00000000000000000001"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		got := c.Nearest(id)
		if got == "" {
			return
		}
		_, isRequirement := c.Lookup(got)
		_, isClause := c.Clause(got)
		_, isInterpretation := c.Interpretation(got)
		assert.True(t, isRequirement || isClause || isInterpretation, "%q leads to %q", id, got)
		assert.Equal(t, got, c.Nearest(got))
	})
}
