package cases_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
)

// suite loads cases; the map's keys are their names without folder and extension.
func suite(texts map[string]string) ([]cases.Case, error) {
	files := fstest.MapFS{}
	for name, text := range texts {
		requirement := strings.Join(strings.SplitN(name, "-", 3)[:2], "-")
		level := "requirement"
		if strings.HasPrefix(name, "INT-") {
			level = "interpretation"
		}
		files["x/"+name+".txtar"] = &fstest.MapFile{Data: fmt.Appendf(nil, "# a case\n# requirement: %s\n# level: %s\n%s", requirement, level, text)}
	}
	return cases.Load(files)
}

func names(all []cases.Case) []string {
	var names []string
	for _, c := range all {
		names = append(names, strings.TrimPrefix(c.Name, "x/"))
	}
	return names
}

// needy is a suite in which HOOK-001 needs two others, and one of these needs a third.
func needy(t *testing.T) []cases.Case {
	t.Helper()
	all, err := suite(map[string]string{
		"HOOK-001-a": "# needs: HOOK-002\nclause HOOK-001.1\nstatus\nwant x present\nneeds HOOK-003.2 HOOK-001.1\nclause HOOK-001.2\nneeds HOOK-004\nwant x present\n",
		"HOOK-002-a": "clause HOOK-002.1\nneeds HOOK-004\n",
		"HOOK-002-b": "clause HOOK-002.1/again\nclause HOOK-002.2\n",
		"HOOK-003-a": "clause HOOK-003.1\nclause HOOK-003.2\n",
		"HOOK-003-b": "clause HOOK-003.1\n",
		"HOOK-004-a": "clause HOOK-004.1\n",
		"INT-01-a":   "# needs: HOOK-003\nclause INT-01\n",
	})
	require.NoError(t, err)
	return all
}

func TestNeeds(t *testing.T) {
	all := needy(t)
	assert.Equal(t, []cases.Scope{
		{Check: "HOOK-001.1", Clause: "HOOK-001.1", Line: 5, End: 7, Needs: []cases.Need{{Of: "HOOK-002", Line: 4}, {Of: "HOOK-003.2", Checks: []string{"HOOK-001.1"}, Line: 8}}},
		{Check: "HOOK-001.2", Clause: "HOOK-001.2", Line: 9, End: 9, Needs: []cases.Need{{Of: "HOOK-002", Line: 4}}},
	}, all[0].Scopes, "the header's are those of every scope; where assertions follow, they decide")
	assert.Equal(t, map[string][]string{
		"HOOK-001.1": {"HOOK-002", "HOOK-003.2", "HOOK-004"}, "HOOK-001.2": {"HOOK-002", "HOOK-004"}, "HOOK-002.1": {"HOOK-004"}, "INT-01": {"HOOK-003"},
	}, cases.NeedsOf(all))
	assert.Equal(t, []string{"HOOK-002-a", "HOOK-002-b", "HOOK-003-a"}, names(all[0].Scopes[0].Judges(all)), "a case of other clauses decides nothing")
	assert.Equal(t, []string{"HOOK-001-a", "HOOK-002-a", "HOOK-002-b", "HOOK-003-a", "HOOK-004-a"}, names(cases.WithJudges(all[:1], all)))
	assert.Equal(t, []string{"INT-01-a", "HOOK-003-a", "HOOK-003-b"}, names(cases.WithJudges(all[6:], all)), "an interpretation may need a requirement")
}

func TestUnmet(t *testing.T) {
	all := needy(t)
	tests := []struct {
		name   string
		broken []string
		suite  []cases.Case
		want   []string
		reason string
	}{
		{"all pass", nil, all, nil, ""},
		{"another clause", []string{"HOOK-003.1", "HOOK-004.1"}, all, nil, "only what is needed counts, and not what that needs"},
		{"one of two checks", []string{"HOOK-002.1/again"}, all, []string{"HOOK-002.1"}, "a clause passes where all of its checks do"},
		{"both", []string{"HOOK-002.1", "HOOK-002.1/again", "HOOK-002.2", "HOOK-003.2"}, all, []string{"HOOK-002.1", "HOOK-002.2", "HOOK-003.2"}, "each clause once"},
		{"no case judges", nil, all[:3], []string{"HOOK-003.2"}, "a clause that no case judges has not passed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := all[0].Scopes[0].Unmet(tt.suite, func(_ cases.Case, check string) bool {
				for _, one := range tt.broken {
					if one == check {
						return false
					}
				}
				return true
			})
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestCircles(t *testing.T) {
	tests := []struct {
		name   string
		suite  map[string]string
		want   string
		reason string
	}{
		{"two cases", map[string]string{
			"HOOK-001-a": "clause HOOK-001.1\nneeds HOOK-002.1\n",
			"HOOK-002-a": "clause HOOK-002.1\nneeds HOOK-001.1\n",
		}, "x/HOOK-002-a.txtar:5: the needs run in a circle: HOOK-001.1 → HOOK-002.1 → HOOK-001.1", "two failures would acquit each other"},
		{"by a whole requirement", map[string]string{
			"HOOK-001-a": "clause HOOK-001.1\n",
			"HOOK-001-b": "# needs: HOOK-003\nclause HOOK-001.1/b\n",
			"HOOK-002-a": "# needs: HOOK-001\nclause HOOK-002.7\n",
			"HOOK-003-a": "clause HOOK-003.1\nclause HOOK-003.2\nneeds HOOK-002.7 HOOK-003.2\n",
		}, "x/HOOK-002-a.txtar:4: the needs run in a circle: HOOK-001.1 → HOOK-003.2 → HOOK-002.7 → HOOK-001.1", "another check of the clause counts"},
		{"other clauses", map[string]string{
			"HOOK-001-a": "clause HOOK-001.1\nneeds HOOK-002.1 HOOK-001.1\nclause HOOK-001.2\n",
			"HOOK-002-a": "clause HOOK-002.1\nclause HOOK-002.2\nneeds HOOK-001.2 HOOK-002.2\n",
		}, "", "two cases may need each other where no clause does"},
		{"an interpretation", map[string]string{
			"HOOK-001-a": "clause HOOK-001.1\nneeds HOOK-002.1\n",
			"HOOK-002-a": "clause HOOK-002.1\n",
			"INT-01-a":   "clause INT-01\nneeds HOOK-001\n",
		}, "", "no check waits for one"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := suite(tt.suite)
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, tt.want, tt.reason)
		})
	}
}
