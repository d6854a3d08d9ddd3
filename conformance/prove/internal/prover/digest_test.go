package prover

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/goscan"
)

// sourceTree is a tree with every kind of file that a digest includes.
func sourceTree() map[string]string {
	return map[string]string{
		"go.mod": "module m\n", "go.sum": "sums\n",
		"engine/a.go": "package engine\n\nfunc Fire() int {\n\treturn 1\n}\n\nfunc Stop() int {\n\treturn 2\n}\n\nvar limit = 3\n", "engine/hook/h.go": "package hook\n",
		"engine/a_test.go": "package engine\n", "engine/testdata/x.go": "package x\n", "engine/README.md": "words\n",
		"schemas/schemas.go": "package schemas\n", "schemas/a.schema.json": "{}\n", "internal/english/e.go": "package english\n", "internal/machine/m.go": "package machine\n", "internal/sandbox/s.go": "package sandbox\n", "internal/spelling/s.go": "package spelling\n", "internal/guard/g.go": "package guard\n", "internal/jsontext/j.go": "package jsontext\n", "internal/shellword/w.go": "package shellword\n", "internal/snapshot/s.go": "package snapshot\n", "engine/dialect/a.snapshot": "Name\n", "internal/tomltext/t.go": "package tomltext\n",
		"conformance/adapter/a.go": "package adapter\n", "conformance/adapter/process/p.go": "package process\n",
		"conformance/prove/internal/coverage/c.go": "package coverage\n", "conformance/prove/internal/prover/p.go": "package prover\n", "conformance/prove/internal/subject/main.go": "package main\n", "conformance/prove/internal/operator/o.go": "package operator\n", "conformance/trace/proof/p.go": "package proof\n",
		"conformance/harness/c.go": "package harness\n", "conformance/prove/internal/mutants/m.go": "package mutants\n", "conformance/mutants/01.yaml": "mutants: []\n",
		"conformance/spyhook/p.go": "package spyhook\n", "conformance/cases/c.go": "package cases\n", "conformance/suite/s.go": "package suite\n", "conformance/outcome/v.go": "package outcome\n",
		"conformance/prove/internal/inspection/i.go": "package inspection\n", "internal/goscan/g.go": "package goscan\n",
		"cmd/hooktest/main.go": "package main\n",
	}
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	require.NoError(t, os.CopyFS(root, tree))
	return root
}

// The changes that change the digest of the engine and the key of a mutant, and those
// that do not.
func TestDigests(t *testing.T) {
	const fires = "# it fires\n# requirement: HOOK-010\nclause HOOK-010.1\nwant x is true\nclause HOOK-010.1/again\nwant x is true\n"
	const names = "# it has names\n# requirement: HOOK-010\nclause HOOK-010.2\nwant x is true\n"
	const both = "# another\n# requirement: HOOK-010\nclause HOOK-010.1\nwant y is true\n"
	m := proof.Mutant{ID: "HOOK-010.1/m", Clause: "HOOK-010.1", Violates: "it does not", Position: "x.yaml:1", Edits: []proof.Edit{{File: "engine/a.go", Old: "return 1", New: "return 10"}}}

	type world struct {
		files  map[string]string
		cases  []cases.Case
		mutant proof.Mutant
	}
	digests := func(t *testing.T, change func(*world)) (engine, key string) {
		t.Helper()
		w := world{sourceTree(), []cases.Case{parsed(t, "01/HOOK-010-a.txtar", fires), parsed(t, "01/HOOK-010-b.txtar", names)}, m}
		change(&w)
		root := write(t, w.files)
		engine, err := proof.EngineDigest(os.DirFS(root))
		require.NoError(t, err)
		keys, err := (&Prover{Root: root, Cases: w.cases}).Keys()
		require.NoError(t, err)
		key, err = keys.Of(w.mutant)
		require.NoError(t, err)
		return engine, key
	}
	appended := func(name, text string) func(*world) { return func(w *world) { w.files[name] += text } }
	replaced := func(name, old, text string) func(*world) {
		return func(w *world) {
			require.Contains(t, w.files[name], old)
			w.files[name] = strings.ReplaceAll(w.files[name], old, text)
		}
	}
	engine, key := digests(t, func(*world) {})
	assert.Regexp(t, `^sha256:[0-9a-f]{64}$`, engine)
	assert.Regexp(t, `^[0-9a-f]{64}$`, key)

	tests := []struct {
		name        string
		change      func(*world)
		engine, key bool
		reason      string
	}{
		{"nothing", func(*world) {}, false, false, "the same tree, elsewhere on the disk"},
		{"the edited function", replaced("engine/a.go", "return 1", "x := 0\n\treturn 1 + x"), true, true, "the mutant breaks another function now"},
		{"a comment in it", replaced("engine/a.go", "return 1", "// One.\n\treturn 1"), true, false, "lines move; what the mutant does stays"},
		{"the function next to it", replaced("engine/a.go", "return 2", "return 3"), true, false, "a proof from cold asks no key"},
		{"another file of the engine", appended("engine/hook/h.go", "var X = 1\n"), true, false, "a proof from cold asks no key"},
		{"a new file of the engine", appended("engine/new.go", "package engine\n"), true, false, "it is built into the engine"},
		{"a file of the engine with another name", func(w *world) {
			w.files["engine/hook/i.go"] = w.files["engine/hook/h.go"]
			delete(w.files, "engine/hook/h.go")
		}, true, false, "lines are identified by file"},
		{"a test of the engine", appended("engine/a_test.go", "var X = 1\n"), false, false, "no test is built in"},
		{"the data of a test", appended("engine/testdata/x.go", "var X = 1\n"), false, false, "no test is built in"},
		{"words", appended("engine/README.md", "more"), false, false, "no words are built in"},
		{"a schema that is built in", appended("schemas/a.schema.json", " "), true, false, "embedded files are the engine's, too"},
		{"a contract that is built in", appended("engine/dialect/a.snapshot", "a\n"), true, false, "embedded files are the engine's, too"},
		{"a dependency", appended("go.sum", "more\n"), true, false, "another version may do otherwise"},
		{"the version of the language", appended("go.mod", "go 1.27\n"), true, false, "it may mean otherwise"},
		{"the adapter's protocol", appended("conformance/adapter/a.go", "var X = 1\n"), true, true, "both sides use it"},
		{"the program that is judged", appended("conformance/prove/internal/subject/main.go", "var X = 1\n"), true, true, "it is built in"},
		{"the judge", appended("conformance/suite/s.go", "var X = 1\n"), true, true, "another judge needs new proofs"},
		{"a comment of the judge", appended("conformance/suite/s.go", "// Words.\n"), false, false, "it judges as before"},
		{"the spy", appended("conformance/spyhook/p.go", "var X = 1\n"), true, true, "it is the judge's eye"},
		{"the weighing", appended("conformance/prove/internal/prover/p.go", "var X = 1\n"), true, true, "it says what is killed"},
		{"the reader of coverage", appended("conformance/prove/internal/coverage/c.go", "var X = 1\n"), true, true, "it says which cases are asked"},
		{"the weaving", appended("conformance/prove/internal/mutants/m.go", "var X = 1\n"), true, true, "it says what is active"},
		{"the mutants that operators make", appended("conformance/prove/internal/operator/o.go", "var X = 1\n"), true, true, "it says what is swept"},
		{"what a result is", appended("conformance/trace/proof/p.go", "var X = 1\n"), true, true, "it says what is kept of one"},
		{"the order of the cases", appended("conformance/harness/c.go", "var X = 1\n"), true, true, "it runs lost cases again"},
		{"an inspection", appended("conformance/prove/internal/inspection/i.go", "var X = 1\n"), true, false, "an observation holds what the inspections found"},
		{"other mutants", appended("conformance/mutants/01.yaml", "# more\n"), false, false, "the mutant itself is in the key"},
		{"the program for people", appended("cmd/hooktest/main.go", "var X = 1\n"), false, false, "it judges nothing"},

		{"a case that is to notice", func(w *world) { w.cases[0] = parsed(t, "01/HOOK-010-a.txtar", fires+"# more\n") }, false, true, "it may notice otherwise"},
		{"its name", func(w *world) { w.cases[0] = parsed(t, "01/HOOK-010-c.txtar", fires) }, false, true, "the killer is identified by name"},
		{"another case", func(w *world) { w.cases[1] = parsed(t, "01/HOOK-010-b.txtar", names+"# more\n") }, false, false, "it is not asked"},
		{"a new case of the clause", func(w *world) { w.cases = append(w.cases, parsed(t, "02/HOOK-010-d.txtar", both)) }, false, true, "it is asked, too"},
		{"no case any more", func(w *world) { w.cases = w.cases[1:] }, false, true, "no case notices"},

		{"the edit", func(w *world) {
			w.mutant.Edits = []proof.Edit{{File: "engine/a.go", Old: "return 1", New: "return 11"}}
		}, false, true, "another violation"},
		{"the check that is to notice", func(w *world) { w.mutant.Check = "HOOK-010.1" }, false, true, "another demand"},
		{"what it has to say", func(w *world) { w.mutant.Says = "x" }, false, true, "another demand"},
		{"the name", func(w *world) { w.mutant.ID = "HOOK-010.1/n" }, false, true, "results of two mutants are never one"},
		{"the words about it", func(w *world) { w.mutant.Violates, w.mutant.Position = "x", "y.yaml:9" }, false, false, "words and places break nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			gotEngine, gotKey := digests(t, tt.change)
			assert.Equal(t, tt.engine, gotEngine != engine, "engine: %s", tt.reason)
			assert.Equal(t, tt.key, gotKey != key, "key: %s", tt.reason)
		})
	}
}

// An edit outside of functions may affect the whole file.
func TestKeyOfAnEditOutsideOfFunctions(t *testing.T) {
	m := proof.Mutant{ID: "HOOK-010.1/m", Clause: "HOOK-010.1", Edits: []proof.Edit{{File: "engine/a.go", Old: "limit = 3", New: "limit = 4"}}}
	key := func(old, text string) string {
		files := sourceTree()
		files["engine/a.go"] = strings.Replace(files["engine/a.go"], old, text, 1)
		keys, err := (&Prover{Root: write(t, files)}).Keys()
		require.NoError(t, err)
		key, err := keys.Of(m)
		require.NoError(t, err)
		return key
	}
	assert.NotEqual(t, key("", ""), key("return 2", "return limit"))
	assert.Equal(t, key("", ""), key("return 2", "return 2 // two"))
}

func TestDigestFaults(t *testing.T) {
	for name := range maps.Keys(sourceTree()) {
		dir, _, _ := strings.Cut(name, "/")
		if dir == "cmd" {
			continue
		}
		root := write(t, sourceTree())
		require.NoError(t, os.RemoveAll(filepath.Join(root, dir)))
		_, err := proof.EngineDigest(os.DirFS(root))
		assert.ErrorContains(t, err, "no such file or directory", "a digest over less than everything would be a lie: %s", dir)
	}
	root := write(t, sourceTree())
	require.NoError(t, os.RemoveAll(filepath.Join(root, "conformance", "outcome")))
	_, err := (&Prover{Root: root}).Keys()
	require.Error(t, err)

	keys, err := (&Prover{Root: write(t, sourceTree())}).Keys()
	require.NoError(t, err)
	_, err = keys.Of(proof.Mutant{ID: "HOOK-010.1/m", Position: "x.yaml:1", Edits: []proof.Edit{{File: "engine/a.go", Old: "nowhere"}}})
	require.EqualError(t, err, "x.yaml:1: HOOK-010.1/m replaces text that occurs 0 times in engine/a.go, not once")
}

// The digests include every package of the module that the judged program and the judge
// are built from, except those that only carry data and decide nothing.
func TestDigestsLookAtEverything(t *testing.T) {
	const module = "github.com/hooktest/hooktest/"
	nothing := map[string]string{
		"conformance/catalogue":    "the ids of clauses; their text has its own digest",
		"conformance/knownfailure": "a proof has no known failures",
		"conformance/stream":       "it carries what others decided",
		"internal/english":         "how people read what others decided",
		"internal/executable":      "how a program is written that is run at once, regardless of what it does",
		"internal/glob":            "it finds settings files, and no proof has any",
		"internal/lazyregexp":      "it delays what package regexp does",
		"internal/guard":           "it ends what a judge leaves that was killed",
		"internal/visible":         "how people read what others decided",
		"internal/goscan":          "names and digests for people and comparisons",
		"internal/source":          "where a known failure is listed, for people",
		"internal/snapshot":        "it reads the requirements, and the contracts of the built-in engine, which no proof uses",
		"internal/sandbox":         "no proof starts a hook in one",
		"internal/machine":         "it words the errors of a start in one",
		"internal/spelling":        "suggestions in the texts of faults, for the judge",
		"internal/tomltext":        "it reads settings for the built-in engine, which no proof uses",
		"internal/website":         "addresses of pages for people",
		"internal/workers":         "it says how many at once, and no verdict",
		"internal/yamltext":        "it reads the files of mutants",
		"schemas":                  "what the built-in engine embeds",
		"engine":                   "the built-in engine, which no proof uses",
	}
	within := func(name string, folders []string) bool {
		for _, folder := range folders {
			if name == folder || strings.HasPrefix(name, folder+"/") {
				return true
			}
		}
		return false
	}
	for _, of := range []struct {
		pattern string
		sources []string
		but     map[string]string
	}{
		{"./conformance/prove/internal/subject", proof.EngineSources(), map[string]string{
			"internal/glob": "it finds settings files, and no proof has any", "internal/lazyregexp": "it decides when the engine's expressions are compiled, and the expressions are in the engine's files",
			"internal/website": "addresses of pages for people",
		}},
		{"./conformance/prove/internal/prover", proof.JudgeSources(), nothing},
		{"./conformance/spyhook", proof.JudgeSources(), map[string]string{"internal/guard": "signals that a run of the suite may be started to ignore, but never a proof"}},
	} {
		listed, err := goscan.List("../../../..", nil, nil, of.pattern)
		require.NoError(t, err)
		looked := 0
		for _, p := range listed {
			name, own := strings.CutPrefix(p.ImportPath, module)
			if !own {
				continue
			}
			looked++
			assert.True(t, within(name, of.sources) || within(name, slices.Collect(maps.Keys(of.but))), "%s is built into %s, and no digest looks at it", name, of.pattern)
		}
		assert.NotZero(t, looked)
	}
}
