package catalogue

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The numbers were counted from the headings of the source document.
func TestTheCatalogueIsComplete(t *testing.T) {
	got := loaded(t).Ledger()
	assert.Equal(t, 219, got.Headings)
	assert.Equal(t, 211, got.Active)
	assert.Equal(t, 8, got.Merged)
	assert.Equal(t, 41, got.Target)
	assert.Equal(t, map[Pattern]int{
		EventDriven:       103,
		Ubiquitous:        92,
		UnwantedBehaviour: 10,
		StateDriven:       5,
		OptionalFeature:   1,
	}, got.Patterns)
	assert.Empty(t, got.Missing)
	assert.Equal(t, []int{16, 67}, got.Split)
	assert.Greater(t, got.Clauses, 279, "the source says shall 279 times, some of them for several obligations")
	assert.Equal(t, []string{"the source declares 218 requirements, its headings number 219"}, got.Findings)
}

func TestMergedRequirements(t *testing.T) {
	got := map[string]string{}
	for _, r := range loaded(t).Requirements() {
		if r.Status == Merged {
			got[r.ID] = r.MergedInto
		}
	}
	assert.Equal(t, map[string]string{
		"HOOK-121": "HOOK-188",
		"HOOK-122": "HOOK-188",
		"HOOK-123": "HOOK-188",
		"HOOK-124": "HOOK-188",
		"HOOK-126": "HOOK-125",
		"HOOK-185": "HOOK-091",
		"HOOK-186": "HOOK-109",
		"HOOK-197": "HOOK-067b",
	}, got)
}

func TestAGapIsTheLedgersToReport(t *testing.T) {
	c, err := Open(fstest.MapFS{
		"requirements/03-before-tool.yaml": {Data: []byte(sound)},
		interpretationsFile:                {Data: []byte(soundInterpretations)},
	})
	require.NoError(t, err)
	got := c.Ledger()
	assert.Len(t, got.Missing, 215)
	assert.Equal(t, 1, got.Missing[0])
	assert.NotContains(t, got.Missing, 14)
	assert.NotContains(t, got.Missing, 185)
	got.Missing = nil
	assert.Equal(t, Ledger{
		Headings:      2,
		Active:        1,
		Merged:        1,
		Target:        1,
		Patterns:      map[Pattern]int{EventDriven: 1},
		Clauses:       2,
		Tests:         1,
		Inspections:   1,
		Observations:  map[Observe]int{ObserveCaller: 1, ObserveSource: 1},
		Profiles:      map[Profile]int{ProfileCallers: 1, ProfileCore: 1},
		DeclaredTotal: 218,
		Findings: []string{
			"215 of the integers 1 to 217 have no requirement",
			"the source declares 218 requirements, its headings number 2",
		},
	}, got)
}
