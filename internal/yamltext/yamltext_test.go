package yamltext

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type item struct {
	Name string `yaml:"name"`
	N    int    `yaml:"n"`
}

func TestUnmarshalIsStrict(t *testing.T) {
	tests := []struct {
		name, in string
		line     int
		message  string
	}{
		{"nothing", "", 0, "the file is empty"},
		{"an unknown key", "name: a\nnam: b\n", 2, `unknown field "nam"`},
		{"a wrong type", "name: a\nn: [1]\n", 2, "cannot unmarshal []interface {} into Go struct field item.N of type int"},
		{"two documents", "name: a\n---\nname: b\n", 0, "more than one document"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got item
			err := Unmarshal([]byte(tt.in), &got)
			var f *Fault
			require.ErrorAs(t, err, &f)
			assert.Equal(t, Fault{tt.line, tt.message}, *f)
		})
	}
}

func TestLocatedKeepsItsFaultToItself(t *testing.T) {
	var got []Located[item]
	require.NoError(t, Unmarshal([]byte("- name: a\n- nam: b\n- name: c\n"), &got))
	require.Len(t, got, 3)
	assert.Equal(t, "a", got[0].Value.Name)
	assert.EqualError(t, got[1].Err, `line 2: unknown field "nam"`)
	assert.Equal(t, "c", got[2].Value.Name)
	assert.NoError(t, got[2].Err)
}

func TestInLeadsByFileAndLine(t *testing.T) {
	assert.EqualError(t, In("a.yaml", &Fault{3, "unknown field"}), "a.yaml:3: unknown field")
	assert.EqualError(t, In("a.yaml", &Fault{0, "the file is empty"}), "a.yaml: the file is empty", "no line 0")
}

func FuzzUnmarshal(f *testing.F) {
	for _, seed := range []string{"name: a\n", "- [", "a: &x *x\n", "? \n: \n", "\t"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(_ *testing.T, data []byte) {
		var got []Located[item]
		// Any input gives a value or an error.
		_ = Unmarshal(data, &got)
	})
}
