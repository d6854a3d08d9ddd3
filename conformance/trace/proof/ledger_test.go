package proof

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLedgerFaults(t *testing.T) {
	const entry = `{"declaration":"p.f","file":"engine/p.go","code":"00","mutants":2,"killed":1,"left":[{"id":"p.f/drop-1","change":"a → b","status":"survived"}]}`
	for _, tt := range []struct{ name, in, want, reason string }{
		{"another header", "{}\n", "this is not a ledger", "it is another file"},
		{"unknown member", ledgerHeader + "\n" + `{"declaration":"p.f","more":1}`, `unknown field "more"`, "nothing is read past"},
		{"twice", ledgerHeader + "\n" + entry + "\n" + entry, "p.f is here twice", "which of them counts?"},
		{"a check twice", ledgerHeader + "\n" + `{"check":"HOOK-001.1","case":"0","mutant":"p.f/drop-1","file":"x","code":"0"}` + "\n" + `{"check":"HOOK-001.1","case":"1","mutant":"p.f/drop-2","file":"x","code":"0"}`, "HOOK-001.1 is here twice", "which of them counts?"},
		{"half a check", ledgerHeader + "\n" + `{"check":"HOOK-001.1","case":"0","file":"x","code":"0"}`, "HOOK-001.1 notices no mutant", "it would be fresh for ever"},
		{"lost mutants", ledgerHeader + "\n" + `{"declaration":"p.f","file":"x","code":"0","mutants":3,"killed":1}`, "1 killed and 0 left are not 3 mutants", "a survivor can't be taken out by hand"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseLedger([]byte(tt.in))
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
	other, err := ParseLedger([]byte("{\"operators\":2}\n" + entry))
	require.NoError(t, err)
	assert.Empty(t, other.Declarations, "another version's results are made again")
}

func TestDigestsTellChange(t *testing.T) {
	root := t.TempDir()
	write := func(body string) map[string]string {
		require.NoError(t, os.MkdirAll(filepath.Join(root, "engine"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, "engine", "a.go"), []byte("package engine\n\nfunc (c *Config) f() int {\n"+body+"\n}\n"), 0o644))
		digests, err := Digests(os.DirFS(root))
		require.NoError(t, err)
		return digests
	}
	before := write("\treturn 1")
	noticed := Noticed{Check: "HOOK-001.1", Case: "0123456789abcdef", Mutant: "engine.(*Config).f/drop-1", File: "engine/a.go", Code: Short(before["engine.(*Config).f engine/a.go"])}
	assert.True(t, noticed.Fresh("0123456789abcdef0123", before))
	assert.False(t, noticed.Fresh("0123456789abcdee0123", before), "another case")
	assert.False(t, noticed.Fresh("0123456789abcdef0123", write("\treturn 2")), "another function")
	assert.False(t, Noticed{}.Fresh("", nil), "nothing was noticed")
	j := Judged{Declaration: "engine.(*Config).f", File: "engine/a.go", Code: Short(before["engine.(*Config).f engine/a.go"])}
	assert.True(t, j.Fresh(before))
	assert.True(t, j.Fresh(write("\t// One.\n\treturn 1")), "a comment is not code")
	assert.False(t, j.Fresh(write("\treturn 2")))
	assert.False(t, j.Fresh(nil), "what is gone is not as it was")
}

// TestUnkilled: what is compared with a later judgement is what nothing killed. A mutant
// that hung on a busy machine and survives on an idle one has not lost a check.
func TestUnkilled(t *testing.T) {
	left := func(id, status string) Left { return Left{ID: id, Change: "a → b", Status: status} }
	j := Judged{Mutants: 7, Killed: 2, Left: []Left{
		left("p.f/drop-1", "survived"), left("p.f/drop-2", "inert"), left("p.f/drop-3", "timed-out"), left("p.f/drop-4", "crashed"), left("p.f/drop-5", "survived"),
	}}
	listed := map[string]Survivor{"p.f/drop-1": {ID: "p.f/drop-1", Change: "a → b"}, "p.f/drop-5": {ID: "p.f/drop-5", Change: "a → c"}}
	assert.Equal(t, 2, j.Unexplained(listed), "drop-2 is not listed, and the entry of drop-5 is about another change")
	assert.Equal(t, 4, j.Unkilled(listed), "those two, and the two that hung or crashed")
	assert.Zero(t, Judged{Mutants: 2, Killed: 2}.Unkilled(nil))
}
