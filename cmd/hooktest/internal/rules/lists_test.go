package rules_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/internal/golist"
)

// lists are the lists of rules, by the folders of their functions.
func lists() map[string]golist.List {
	of := func(elements map[string]string) golist.List {
		return golist.List{Name: "checks", Returns: "[]check", Doc: "returns the functions of all rules, ordered by ID.", Elements: elements}
	}
	all := map[string]golist.List{
		"finding": of(map[string]string{
			"(r *run) []Finding":        `{id: "$START", find: $name}`,
			"(runs []*run) []Finding":   `{id: "$START", among: $name}`,
			"(runs []*run) [][]Finding": `{id: "$START", siblings: $name}`,
			"(r Run) []Finding":         "",
		}),
		"rules/config": of(map[string]string{
			"(v *view)":                      `{id: "$START", find: $name}`,
			"(v *view, h registry.Surveyed)": `{id: "$START", hook: $name}`,
			"(v *view, c command)":           `{id: "$START", command: $name}`,
			"(v *view, found, owners []finding.Finding) []finding.Finding": "",
		}),
		"rules/script": of(map[string]string{
			"(s *source)":            `{id: "$START", find: $name}`,
			"(s *source, sh *shell)": `{id: "$START", shell: $name}`,
		}),
		"diagnosis": of(map[string]string{"(e *examination, p checkedHook, at stage) []finding.Finding": `{id: "$START", find: $name}`}),
		"probe": {
			Name: "probes", Returns: "[]Probe", Doc: "returns the probes of all rules in report order.",
			Elements: map[string]string{"() Probe": `$name().of("$START")`}, First: "ht622",
		},
	}
	for folder, list := range all {
		list.Folder, list.Package, list.Start = filepath.Join("..", folder), path.Base(folder), "ht[0-9]{3}"
		list.By = "make findings"
		all[folder] = list
	}
	return all
}

func TestListsAreFresh(t *testing.T) {
	t.Parallel()
	for _, list := range lists() {
		list.Fresh(t, *update)
	}
}

// A rule is a function htNNN in a file of that name. A probe may find more.
func TestEveryRuleIsAFile(t *testing.T) {
	t.Parallel()
	function := regexp.MustCompile(`(?m)^func (ht[0-9]{3})\w*\(`)
	var declared, want []string
	for _, list := range lists() {
		files, err := filepath.Glob(filepath.Join(list.Folder, "*.go"))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, found := range function.FindAllStringSubmatch(string(text), -1) {
				assert.Equal(t, found[1]+".go", filepath.Base(file), "%s has a file of its own", found[1])
				declared = append(declared, strings.ToUpper(found[1]))
			}
		}
	}
	for _, p := range probe.All() {
		declared = append(declared, p.Rules...)
	}
	for _, r := range finding.Rules() {
		want = append(want, r.ID)
	}
	slices.Sort(declared)
	assert.Equal(t, want, slices.Compact(declared), "each rule has an archive in finding/testdata, and a file with its function")
}

// fresh compares a generated file with its text, or writes it.
func fresh(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, strings.ReplaceAll(string(written), "\r\n", "\n") == text, "%s is stale: run make findings", file)
}

func TestEveryRuleHasExamples(t *testing.T) {
	t.Parallel()
	for _, r := range finding.Rules() {
		text, err := os.ReadFile(filepath.Join("..", "finding", "testdata", r.ID+".txtar"))
		require.NoError(t, err, "each rule has examples")
		_, e, err := finding.Parse(r.ID, text)
		require.NoError(t, err, r.ID)
		assert.Contains(t, []finding.Severity{finding.Error, finding.Warning, finding.Info}, r.Severity, r.ID)
		assert.Contains(t, []string{"runs", "settings", "scripts", "probes", "machines"}, r.About, r.ID)
		assert.NotEmpty(t, r.Why, r.ID)
		assert.Subset(t, []finding.Stop{finding.StopsFile, finding.StopsForm, finding.StopsPlace, finding.StopsMatcher, finding.StopsCommand}, r.Stops, r.ID)
		assert.True(t, len(r.Stops) == 0 || r.Runs == "", "%s: a hook runs or does not", r.ID)
		for _, id := range r.Unless {
			_, found := finding.Find(id)
			assert.True(t, found, "%s: %s", r.ID, id)
		}
		assert.NotEmpty(t, e.Bad.Agents, r.ID)
		assert.NotEqual(t, e.Bad, e.Good, r.ID)
		assert.LessOrEqual(t, len(strings.Fields(r.Title)), 8, "%s: %s", r.ID, r.Title)
	}
}
