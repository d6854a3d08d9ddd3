package verification

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/engine/dialect"
)

// What shipped agents did, as contract verify --write has noted it, is what the engine with the contract
// predicts today. No agent is started.
func TestWhatWasSeenIsPredicted(t *testing.T) {
	files, err := filepath.Glob("testdata/seen/*.ndjson")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	cases, err := Cases()
	require.NoError(t, err)
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".ndjson")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			_, noted, err := Noted(text)
			require.NoError(t, err)
			contract, ok := dialect.Named(name)
			require.True(t, ok)
			agent, err := driver.Named(driver.Following(name))
			require.NoError(t, err)
			_, jobs := predicted(t, Subject{Agent: agent, Contract: contract, Environ: os.Environ()}, cases)
			for _, j := range jobs {
				seen, ok := noted[j.Name]
				delete(noted, j.Name)
				if !ok || j.Open != "" {
					continue
				}
				differences := slices.DeleteFunc(j.compare(j.Prediction, seen), func(d Difference) bool { return d.What == readText })
				assert.Empty(t, differences, j.Name)
			}
			assert.Empty(t, noted, "these cases are gone: hooktest contract verify %s@VERSION --write", name)
		})
	}
}

func TestNotes(t *testing.T) {
	report := Report{Results: []Result{
		{Case: "a", Status: Confirmed, Observation: Observation{Started: []int{1}, Ran: ran, Next: true, Texts: []string{"private"}, Stdin: map[string]string{"E": "private"}}},
		{Case: "b", Status: Contradicted, Observation: Observation{Started: []int{0}}},
		{Case: "c", Status: Confirmed, Observation: Observation{Started: []int{0}, Ended: "X ended with 1: private"}},
		{Case: "the input of E", Status: Confirmed},
	}}
	text, err := Notes("1.2.3", report)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "private", "texts are the agent's own")
	version, noted, err := Noted(text)
	require.NoError(t, err)
	assert.Equal(t, "1.2.3", version)
	assert.Equal(t, map[string]Observation{
		"a": {Started: []int{1}, Ran: ran, Next: true},
		"c": {Started: []int{0}, Ended: "it ended"},
	}, noted, "what was confirmed")
}
