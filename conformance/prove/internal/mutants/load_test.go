package mutants

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

func requirements(t *testing.T) *catalogue.Catalogue {
	t.Helper()
	c, err := catalogue.Load()
	require.NoError(t, err)
	return c
}

// lastClause returns the id of a requirement's last clause, of which there may be more one day.
func lastClause(t *testing.T, requirement string) string {
	t.Helper()
	r, ok := requirements(t).Lookup(requirement)
	require.True(t, ok)
	return r.Clauses[len(r.Clauses)-1].ID
}

// folder is a file system with files of mutants.
func folder(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range files {
		root[proof.Folder+"/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func TestLoad(t *testing.T) {
	set, err := Load(folder(map[string]string{
		"02.yaml": `mutants:
  - clause: HOOK-014.1
    name: never
    violates: >
      no tool fires
      the event
    file: engine/trigger/execute.go
    old: |-
      fire()
    new: ""
    check: HOOK-014.1/again
    says: runs of guard
equivalents:
  - clause: HOOK-014.2
    reason: |
      the order can't be seen
  - clause: INT-01
    reason: nothing to break
`,
		"01.yaml": `mutants:
  - clause: INT-02
    name: other
    violates: it decides otherwise
    edits:
      - file: engine/a.go
        old: a
        new: b
      - file: engine/b/b.go
        old: c
        new: d
  - clause: HOOK-010.1
    name: zzz
    violates: last by name
    file: engine/a.go
    old: a
    new: b
    edits:
      - {file: engine/a.go, old: c, new: d}
    check: HOOK-010.1
  - clause: HOOK-010.1
    name: aaa
    violates: first by name
    file: engine/a.go
    old: a
    new: b
`,
		"readme.md": "not a file of mutants",
	}), requirements(t))
	require.NoError(t, err)
	assert.Equal(t, proof.Set{
		Mutants: []proof.Mutant{
			{ID: "HOOK-010.1/aaa", Clause: "HOOK-010.1", Violates: "first by name", Position: proof.Folder + "/01.yaml:21",
				Edits: []proof.Edit{{File: "engine/a.go", Old: "a", New: "b"}}},
			{ID: "HOOK-010.1/zzz", Clause: "HOOK-010.1", Violates: "last by name", Position: proof.Folder + "/01.yaml:12", Check: "HOOK-010.1",
				Edits: []proof.Edit{{File: "engine/a.go", Old: "a", New: "b"}, {File: "engine/a.go", Old: "c", New: "d"}}},
			{ID: "HOOK-014.1/never", Clause: "HOOK-014.1", Violates: "no tool fires the event", Position: proof.Folder + "/02.yaml:2",
				Edits: []proof.Edit{{File: "engine/trigger/execute.go", Old: "fire()"}}, Check: "HOOK-014.1/again", Says: "runs of guard"},
			{ID: "INT-02/other", Clause: "INT-02", Violates: "it decides otherwise", Position: proof.Folder + "/01.yaml:2",
				Edits: []proof.Edit{{File: "engine/a.go", Old: "a", New: "b"}, {File: "engine/b/b.go", Old: "c", New: "d"}}},
		},
		Equivalents: []proof.Equivalent{
			{Clause: "HOOK-014.2", Reason: "the order can't be seen"},
			{Clause: "INT-01", Reason: "nothing to break"},
		},
	}, set)
}

func TestLoadOfNothing(t *testing.T) {
	set, err := Load(fstest.MapFS{}, requirements(t))
	require.NoError(t, err)
	assert.Zero(t, set, "a tree without mutants has no fault: gates say what it lacks")
}

// sound is a valid mutant; each case breaks one thing.
const sound = `mutants:
  - clause: HOOK-014.1
    name: never
    violates: nothing fires
    file: engine/trigger/execute.go
    old: fire()
    new: ""
`

func TestLoadFaults(t *testing.T) {
	without := func(line string) string { return strings.Replace(sound, "    "+line+"\n", "", 1) }
	with := func(old, text string) string {
		require.Contains(t, sound, old)
		return strings.Replace(sound, old, text, 1)
	}
	const id = "HOOK-014.1/never"
	nearest := lastClause(t, "HOOK-014")
	tests := []struct{ name, in, want string }{
		{"an unknown clause", with("HOOK-014.1", "HOOK-014.9"), `2: there is no clause "HOOK-014.9"; the nearest id is ` + nearest},
		{"an id of nothing", with("HOOK-014.1", "what"), `2: there is no clause "what"`},
		{"nothing", "mutants: []\n", ""},
		{"an inspection clause", with("HOOK-014.1", "HOOK-001.4"), "2: HOOK-001.4 is decided by an inspection, which no mutant can prove"},
		{"a merged requirement", with("HOOK-014.1", "HOOK-121"), "2: HOOK-121 was merged into HOOK-188; name a clause of that"},
		{"a clause of a merged requirement", with("HOOK-014.1", "HOOK-121.1"), "2: HOOK-121 was merged into HOOK-188; name a clause of that"},
		{"a whole requirement", with("HOOK-014.1", "HOOK-014"), "2: HOOK-014 is a requirement; name one of its clauses, such as HOOK-014.1"},
		{"no name", without("name: never"), `2: the name "" of a mutant is not lower-case words joined by hyphens`},
		{"a name with capitals", with("name: never", "name: Never"), `2: the name "Never" of a mutant is not lower-case words joined by hyphens`},
		{"a name with a slash", with("name: never", "name: a/b"), `2: the name "a/b" of a mutant is not lower-case words joined by hyphens`},
		{"a name that ends with a hyphen", with("name: never", "name: a-"), `2: the name "a-" of a mutant is not lower-case words joined by hyphens`},
		{"no word about it", without("violates: nothing fires"), "2: " + id + " does not say what it violates"},
		{"a check of another clause", sound + "    check: HOOK-014.10\n", "2: " + id + " requires HOOK-014.10 to notice, which is not a check of its clause"},
		{"no edit", "mutants:\n  - {clause: HOOK-014.1, name: never, violates: nothing fires}\n", "2: " + id + " edits nothing"},
		{"a test file", with("execute.go", "execute_test.go"), `2: ` + id + ` edits "engine/trigger/execute_test.go", which is not a Go source of the engine`},
		{"a file outside of the module", with("engine/trigger/execute.go", "engine/../../x.go"), `2: ` + id + ` edits "engine/../../x.go", which is not a Go source of the engine`},
		{"a path of this machine", with("engine/trigger/execute.go", "/engine/x.go"), `2: ` + id + ` edits "/engine/x.go", which is not a Go source of the engine`},
		{"a file of the suite", with("engine/trigger/execute.go", "conformance/suite/run.go"), `2: ` + id + ` edits "conformance/suite/run.go", which is not a Go source of the engine`},
		{"a file that is not Go", with("execute.go", "execute.md"), `2: ` + id + ` edits "engine/trigger/execute.md", which is not a Go source of the engine`},
		{"no file", without("file: engine/trigger/execute.go"), `2: ` + id + ` edits "", which is not a Go source of the engine`},
		{"nothing to replace", without("old: fire()"), "2: " + id + " does not say what it replaces in engine/trigger/execute.go"},
		{"only the new text, in addition to edits", "mutants:\n  - clause: HOOK-014.1\n    name: never\n    violates: nothing\n    new: x\n    edits: [{file: engine/a.go, old: a, new: b}]\n",
			`2: ` + id + ` edits "", which is not a Go source of the engine`},
		{"a text that stays", with(`new: ""`, "new: fire()"), "2: " + id + " replaces text in engine/trigger/execute.go by itself"},
		{"an unknown key", sound + "    note: x\n", `8: unknown field "note"`},
		{"an unknown key of an edit", "mutants:\n  - clause: HOOK-014.1\n    name: never\n    violates: nothing\n    edits:\n      - {file: engine/a.go, old: a, now: b}\n", `6: unknown field "now"`},
		{"an unknown key of the file", "mutant: []\n", `1: unknown field "mutant"`},
		{"an empty file", "", ": the file is empty"},
		{"a repeated name", sound + strings.TrimPrefix(sound, "mutants:\n"), "8: " + id + " is also at " + proof.Folder + "/x.yaml:2"},
		{"an equivalent with a mutant", sound + "equivalents:\n  - {clause: HOOK-014.1, reason: none}\n", "2: HOOK-014.1 has a mutant, and " + proof.Folder + "/x.yaml:9 calls it impossible"},
		{"an equivalent without a reason", "equivalents:\n  - {clause: HOOK-014.1, reason: ' '}\n", "2: no reason why HOOK-014.1 can't be violated"},
		{"an equivalent twice", "equivalents:\n  - {clause: HOOK-014.1, reason: a}\n  - {clause: HOOK-014.1, reason: b}\n", "3: HOOK-014.1 is also at " + proof.Folder + "/x.yaml:2"},
		{"an unknown equivalent", "equivalents:\n  - {clause: HOOK-014.9, reason: a}\n", `2: there is no clause "HOOK-014.9"; the nearest id is ` + nearest},
	}
	c := requirements(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(folder(map[string]string{"x.yaml": tt.in}), c)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			separator := ":"
			if strings.HasPrefix(tt.want, ":") {
				separator = ""
			}
			assert.EqualError(t, err, proof.Folder+"/x.yaml"+separator+tt.want)
		})
	}
}

func TestLoadReportsAllFaultsAtOnce(t *testing.T) {
	_, err := Load(folder(map[string]string{
		"a.yaml": "mutants:\n  - {clause: HOOK-014.9, name: B, check: HOOK-014.1}\n  - {clauses: x}\n" +
			"  - {clause: HOOK-014.1, name: n, violates: v, edits: [{file: a.go, old: a, new: b}, {file: engine/a.go, old: a, new: a}]}\n",
		"b.yaml": "mutants: [\n",
		"c.yaml": "mutants:\n  - {clause: HOOK-014.1, name: n, violates: v, edits: [{file: engine/a.go, old: a, new: b}]}\n",
	}), requirements(t))
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n")
	assert.Equal(t, []string{
		`conformance/mutants/a.yaml:2: there is no clause "HOOK-014.9"; the nearest id is ` + lastClause(t, "HOOK-014"),
		`conformance/mutants/a.yaml:2: the name "B" of a mutant is not lower-case words joined by hyphens`,
		`conformance/mutants/a.yaml:2: HOOK-014.9/B does not say what it violates`,
		`conformance/mutants/a.yaml:2: HOOK-014.9/B requires HOOK-014.1 to notice, which is not a check of its clause`,
		`conformance/mutants/a.yaml:2: HOOK-014.9/B edits nothing`,
		`conformance/mutants/a.yaml:3: unknown field "clauses"`,
		`conformance/mutants/a.yaml:4: HOOK-014.1/n edits "a.go", which is not a Go source of the engine`,
		`conformance/mutants/a.yaml:4: HOOK-014.1/n replaces text in engine/a.go by itself`,
	}, lines[:8])
	require.Len(t, lines, 10)
	assert.Contains(t, lines[8], "conformance/mutants/b.yaml:")
	assert.Equal(t, "conformance/mutants/c.yaml:2: HOOK-014.1/n is also at conformance/mutants/a.yaml:4", lines[9])
}

// For any file, the result is a set, or errors with their position.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{sound, "", "mutants: [null]\n", "equivalents: [{}]\n", "mutants:\n - &a {clause: *a}\n", "mutants: {a: 1}\n", "- x"} {
		f.Add([]byte(seed))
	}
	c, err := catalogue.Load()
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text []byte) {
		set, err := Load(folder(map[string]string{"x.yaml": string(text)}), c)
		if err != nil {
			assert.True(t, strings.HasPrefix(err.Error(), proof.Folder+"/x.yaml:"), "%v", err)
			return
		}
		for _, m := range set.Mutants {
			assert.NotEmpty(t, m.Edits)
			assert.Equal(t, m.Clause+"/", m.ID[:strings.LastIndex(m.ID, "/")+1])
		}
	})
}
