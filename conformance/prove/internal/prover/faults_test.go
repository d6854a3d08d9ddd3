package prover

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// A fault that is not a mutant's is an error and not a result.
func TestProveFaults(t *testing.T) {
	t.Run("edits that do not apply", func(t *testing.T) {
		results, err := newProver(t).Prove(t.Context(), []proof.Mutant{violation("HOOK-009.3/a", "nowhere at all", ""), violation("HOOK-009.3/b", "not here", "")}, nil)
		require.EqualError(t, err, "m.yaml:1: HOOK-009.3/a replaces text that occurs 0 times in engine/system.go, not once\n"+
			"m.yaml:1: HOOK-009.3/b replaces text that occurs 0 times in engine/system.go, not once")
		assert.Empty(t, results)
	})
	t.Run("no go command", func(t *testing.T) {
		b := newProver(t)
		t.Setenv("PATH", t.TempDir())
		_, err := b.Prove(t.Context(), []proof.Mutant{killable()}, nil)
		require.ErrorContains(t, err, "building the engine: exec: ")
	})
	t.Run("a go command that fails", func(t *testing.T) {
		b := newProver(t)
		b.Environ = append(slices.Clone(b.Environ), "GOFLAGS=-nonsense")
		results, err := b.Prove(t.Context(), []proof.Mutant{killable()}, nil)
		require.ErrorContains(t, err, "building the engine: exit status ")
		require.ErrorContains(t, err, "-nonsense")
		assert.Empty(t, results, "the mutant is not to blame")
	})
	t.Run("a source that is broken anyway", func(t *testing.T) {
		b := newProver(t)
		b.Root = t.TempDir()
		for name, text := range map[string]string{
			"go.mod": "module " + b.Module + "\n\ngo 1.26\n", "engine/system.go": "package engine\n\nfunc f() int {\n\treturn 1\n}\n\nfunc g() int { return \"x\" }\n",
			"conformance/prove/internal/subject/main.go": "package main\n\nimport _ \"" + b.Module + "/engine\"\n\nfunc main() {}\n",
		} {
			at := filepath.Join(b.Root, filepath.FromSlash(name))
			require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
			require.NoError(t, os.WriteFile(at, []byte(text), 0o644))
		}
		results, err := b.Prove(t.Context(), []proof.Mutant{violation("HOOK-009.3/a", "return 1", "return 2")}, nil)
		require.ErrorContains(t, err, "the go command can't build the engine:\n")
		require.ErrorContains(t, err, "engine/system.go:7:")
		assert.Empty(t, results, "the mutant is not to blame")
	})
	t.Run("no room for the cases", func(t *testing.T) {
		b := newProver(t)
		program := filepath.Join(b.Folder, "control")
		require.NoError(t, b.build(t.Context(), nil, program))
		b.Folder = filepath.Join(b.Folder, "gone")
		_, err := b.judge(t.Context(), subject{program: program}, b.Cases, 1, false)
		require.ErrorIs(t, err, os.ErrNotExist)
		_, own := err.(*startError)
		assert.False(t, own, "the subject is not to blame")
		_, err = b.judge(t.Context(), subject{program: filepath.Join(b.Folder, "none")}, b.Cases, 1, false)
		require.ErrorContains(t, err, "can't start the adapter: there is no program")
		_, own = err.(*startError)
		assert.False(t, own, "the subject is not to blame")
	})
}

func TestBlamed(t *testing.T) {
	root := write(t, sourceTree())
	a := proof.Mutant{ID: "HOOK-010.1/a", Edits: []proof.Edit{{File: "engine/a.go", Old: "return 1", New: "return one"}}}
	c := proof.Mutant{ID: "HOOK-010.1/c", Edits: []proof.Edit{{File: "engine/a.go", Old: "return 2", New: "return two"}}}
	woven, err := mutants.NewTree(os.DirFS(root)).Weave("m", []proof.Mutant{a, c})
	require.NoError(t, err)
	text := strings.Split(string(woven.Files["engine/a.go"]), "\n")
	at := func(of string) string {
		i := slices.Index(text, of)
		require.GreaterOrEqual(t, i, 0)
		return "engine/a.go:" + strconv.Itoa(i+1)
	}
	output := "# m/engine\n./" + at("\treturn one") + ":9: undefined: one\n" + at("\treturn one") + ":20: again\n" + at("\treturn two") + ":1: undefined: two\nengine/a.go:3:1: elsewhere\nother.go:12:1: elsewhere\n\tand more\n"
	assert.Equal(t, map[string]string{a.ID: "undefined: one", c.ID: "undefined: two"}, blamed(woven, output))
	assert.Empty(t, blamed(woven, "link: out of memory\n"))
}
