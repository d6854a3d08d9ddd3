package trace

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

const sourceBefore = `package engine

const limit = 3

// A comment.
func a() int {
	return limit
}

func b() int { return 1 }
func c() int { return 2 }

type t struct{}

func (t) m() int {
	return 4
}
`

// edited is a source with other texts of some of its files.
type edited struct {
	fs.FS
	texts map[string]string
}

func (e edited) ReadFile(name string) ([]byte, error) {
	if text, ok := e.texts[name]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(e.FS, name)
}

func TestCarried(t *testing.T) {
	const file = "engine/system.go"
	source := func(name, text string) Source {
		s, err := SourceOf(edited{os.DirFS("../.."), map[string]string{file: sourceBefore, name: text}})
		require.NoError(t, err)
		return s
	}
	o := Observation{Source: source(file, sourceBefore), Inspections: map[string]Inspection{"HOOK-001.4": {Passed: true}}, Witness: &proof.Witness{
		Cases: map[string]map[string]proof.Lines{
			"a": {file: {{7, 7}}}, "b": {file: {{10, 10}}}, "both": {file: {{7, 8}, {10, 11}}}, "m": {file: {{16, 16}}}, "no code": {},
		},
		Keys: map[string]string{"a": "1", "b": "2", "both": "3", "m": "4", "no code": "5"},
	}}
	edit := func(old, text string) string {
		require.Equal(t, 1, strings.Count(sourceBefore, old), old)
		return strings.Replace(sourceBefore, old, text, 1)
	}
	all := map[string]string{"a": "7-7", "b": "10-10", "both": "7-8 10-11", "m": "16-16", "no code": ""}
	for _, test := range []struct {
		name, file, text string
		want             map[string]string
		reason           string
	}{
		{"nothing", file, sourceBefore, all, ""},
		{"a line more", file, edit("const limit", "// The limit.\nconst limit"), map[string]string{"a": "8-8", "b": "11-11", "both": "8-9 11-12", "m": "17-17", "no code": ""}, "lines move"},
		{"a function", file, edit("return 1", "return 9"), map[string]string{"a": "7-7", "m": "16-16", "no code": ""}, "those that ran it run again"},
		{"a longer function", file, edit("{ return 1 }", "{\n\treturn 1\n}"), map[string]string{"a": "7-7", "m": "18-18", "no code": ""}, ""},
		{"a method's body", file, edit("return 4", "return 5"), map[string]string{"a": "7-7", "b": "10-10", "both": "7-8 10-11", "no code": ""}, ""},
		{"functions in another order", file, edit("func b() int { return 1 }\nfunc c() int { return 2 }", "func c() int { return 2 }\nfunc b() int { return 1 }"), map[string]string{"a": "7-7", "b": "11-11", "both": "7-8 10-11", "m": "16-16", "no code": ""}, ""},
		{"a new function", file, sourceBefore + "\nfunc d() { _ = 1 }\n", all, "what runs it has changed, too"},
		{"a function less", file, edit("func c() int { return 2 }\n", ""), map[string]string{"a": "7-7", "b": "10-10", "m": "15-15", "no code": ""}, ""},
		{"an empty function", file, sourceBefore + "\nfunc e() {}\n", nil, "no line of it runs, so nothing says which cases call it"},
		{"a new method", file, sourceBefore + "\nfunc (t) String() string { return \"\" }\n", nil, "the type may fit another interface"},
		{"a method's result", file, edit("m() int", "m() uint"), nil, "the type may fit another interface"},
		{"another init", file, sourceBefore + "\nfunc init() {}\n", nil, "every run of the engine runs it"},
		{"a predeclared name", file, sourceBefore + "\nfunc max(a, b int) int { return 0 }\n", nil, "code that does not change means something else"},
		{"a constant", file, edit("= 3", "= 4"), nil, "it has no lines that run"},
		{"a file of data", "schemas/settings.schema.json", "{}", nil, "any case may depend on it"},
		{"the judge", "conformance/harness/limit.go", "package harness\n\nvar x = 1\n", nil, "it decides what passes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			carried := o.Carried(source(test.file, test.text))
			assert.Empty(t, carried.Inspections, "inspections read the whole source")
			if test.want == nil {
				assert.Nil(t, carried.Witness, test.reason)
				return
			}
			require.NotNil(t, carried.Witness)
			got := map[string]string{}
			for name, files := range carried.Witness.Cases {
				got[name] = rangesOf(files[file])
				assert.Equal(t, o.Witness.Keys[name], carried.Witness.Keys[name])
			}
			assert.Equal(t, test.want, got, test.reason)
			assert.Len(t, carried.Witness.Keys, len(test.want), "others have no key")
		})
	}
}

func rangesOf(lines proof.Lines) string {
	var all []string
	for _, r := range lines {
		all = append(all, fmt.Sprintf("%d-%d", r[0], r[1]))
	}
	return strings.Join(all, " ")
}

func TestNoSourceCarriesNothing(t *testing.T) {
	o := Observation{Witness: &proof.Witness{Cases: map[string]map[string]proof.Lines{"a": {}}, Keys: map[string]string{"a": "1"}}}
	assert.Equal(t, Observation{}, o.Carried(Source{}), "an observation of another version of hooktest")
	o.Source.Rest = "1"
	o.Witness.Cases["a"] = map[string]proof.Lines{"engine/gone.go": {{3, 3}}}
	assert.Empty(t, o.Carried(Source{Rest: "1"}).Witness.Keys, "the file is gone")
}
