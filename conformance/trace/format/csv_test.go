package format_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCSV(t *testing.T) {
	out := render(t, "csv", sample())
	assert.Equal(t, strings.Count(out, "\n"), strings.Count(out, "\r\n"), "RFC 4180 ends records with CRLF")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	shown := `=1+1</script></pre><img src=x onerror=alert(1)>]]>\x1b[31m\x00\u202e\n:\:error::owned\n` + "```" + `\n# h1\n| a | [x](https://example.com) ~~~ @all\r\n%0A::warning::x #\#[error]owned #\#vso[a.b]owned #\#teamcity[c]owned`
	want := [][]string{
		{"id", "section", "text", "verify", "rung", "gap", "links", "cases", "mutants", "verdict: hooktest 0.4.0", "verdict: other" + shown + " 2"},
		{"HOOK-001.1", "1", "A hook that is off does not run.", "test", "proven", "",
			"engine/fire.go:10 (*Handler).Fire; schemas/settings.schema.json#/properties/hooks", "section/HOOK-001-off", "HOOK-001.1/fires (killed)", "pass", "crash"},
		{"HOOK-001.2", "1", "The second.", "test", "unlinked", "no case checks it", "", "", "", "pass", ""},
		{"HOOK-001.3", "1", "The third.", "test", "linked", "its cases run none of the declarations that name it", "engine/fire.go:50 init", "", "", "pass", ""},
		{"HOOK-001.4", "1", "The fourth.", "test", "executed", "HOOK-001.4 has the verdict fail", "engine/fire.go:10 (*Handler).Fire", "section/HOOK-001-off", "", "pass", ""},
		{"HOOK-001.5", "1", "The fifth.", "test", "passed", "HOOK-001.5/lives: survived", "", "", "HOOK-001.5/lives (survived); HOOK-001.5/unasked (not judged)", "pass", ""},
		{"HOOK-001.6", "1", "The sixth.", "inspection", "passed", "", "", "", "", "pass", ""},
		{"HOOK-001.7", "1", "The seventh.", "inspection", "executed", "the inspection fails: no such type", "", "", "", "pass", ""},
		{"HOOK-001.8", "1", "The eighth.", "test", "passed", "no edit of the engine can violate it: it follows from the first", "", "", "", "pass", ""},
		{"HOOK-001.9", "1", "The ninth.", "test", "linked", "no run of this engine with its coverage is at hand", "", "", "", "pass", ""},
		{"HOOK-010.1", "2", "'" + shown, "test", "proven", "", "", "section/HOOK-010-" + shown, "", "pass", ""},
	}
	assert.Equal(t, want, rows)
}

// A spreadsheet runs formulas.
func TestNoCellBeginsAFormula(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "a=1", "a=1"},
		{"equals", "=1+1", "'=1+1"},
		{"plus", "+1", "'+1"},
		{"minus", "-1", "'-1"},
		{"at", "@SUM(A1)", "'@SUM(A1)"},
		{"tab", "\t=1", `\t=1`},
		{"line feed", "\n=1", `\n=1`},
		{"space", "  =1", "'  =1"},
		{"wide", "＝1", "'＝1"},
		{"pipe", "|x", "'|x"},
		{"quotes", `"=1"`, `"=1"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows, err := csv.NewReader(strings.NewReader(render(t, "csv", attacked(tt.in)))).ReadAll()
			require.NoError(t, err)
			assert.Equal(t, tt.want, rows[4][2])
		})
	}
	eachAttack(t, "csv", func(t require.TestingT, text, out string) {
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		require.NoError(t, err)
		for _, row := range rows {
			require.Len(t, row, 11)
			for _, cell := range row {
				require.NotRegexp(t, `^\s*[=+\-@\t\r\n]`, cell)
			}
		}
	})
}
