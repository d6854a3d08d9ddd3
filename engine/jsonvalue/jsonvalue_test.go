package jsonvalue

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRoundTripKeepsWhatWasWritten(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"key order", `{"z":1,"a":2}`, `{"z":1,"a":2}`, "INT-14: nothing is reordered"},
		{"digits", `[1.10,1e400,12345678901234567890]`, `[1.10,1e400,12345678901234567890]`, "INT-11: digit for digit"},
		{"no HTML escaping", `"<a href='x'>&\u2028"`, "\"<a href='x'>&\u2028\"", "INT-11"},
		{"last duplicate wins at the first one's place", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`, "INT-14"},
		{"case-sensitive keys", `{"Decision":1,"decision":2}`, `{"Decision":1,"decision":2}`, "INT-14"},
		{"invalid UTF-8", "\"a\xffb\"", "\"a\uFFFDb\"", "INT-14"},
		{"control characters", `"\u0001\b\f\n\r\t\"\\\/"`, `"\u0001\b\f\n\r\t\"\\/"`, "JSON.stringify's escapes"},
		{"DEL stays", "\"\x7f\"", "\"\x7f\"", "JSON.stringify does not escape it"},
		{"white space goes", " { \"a\" : [ ] } \n", `{"a":[]}`, "compact output"},
		{"empty key", `{"":null}`, `{"":null}`, "a legal key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := Parse([]byte(tt.in))
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(Marshal(v)), tt.reason)
		})
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, in string
		offset   int64
	}{
		{"nothing", ``, 0},
		{"two documents", `{} {}`, 3},
		{"missing comma", `[1 2]`, 3},
		{"trailing comma", `{"a":1,}`, 7},
		{"single quotes", `{'a':1}`, 1},
		{"comment", `{} // no`, 3},
		{"NaN", `NaN`, 0},
		{"leading zero", `01`, 1},
		{"bare control character", "\"a\nb\"", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.in))
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Equal(t, tt.offset, syntax.Offset)
		})
	}
}

func TestParseBoundsDepth(t *testing.T) {
	_, err := Parse([]byte(strings.Repeat("[", 1<<20)))
	require.ErrorIs(t, err, ErrDepth, "a hostile answer must not exhaust the stack")
	_, err = Parse([]byte(strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999)))
	require.NoError(t, err)
}

func TestOverlayIsShallow(t *testing.T) {
	base, err := ParseObject([]byte(`{"a":{"x":1,"y":2},"b":1}`))
	require.NoError(t, err)
	top, err := ParseObject([]byte(`{"a":{"x":9},"c":3}`))
	require.NoError(t, err)
	assert.Equal(t, `{"a":{"x":9},"b":1,"c":3}`, string(Marshal(base.Overlay(top))), "HOOK-216: nested objects are replaced whole")
	assert.Equal(t, `{"a":{"x":1,"y":2},"b":1}`, string(Marshal(base)), "the operands stay as they were")
}

func TestObjectBeyondTheIndexThreshold(t *testing.T) {
	o := New()
	want := []string{}
	for i := range 40 {
		key := strings.Repeat("k", i+1)
		o.Set(key, json.Number("1"))
		want = append(want, key)
	}
	o.Delete(want[3])
	want = append(want[:3:3], want[4:]...)
	o.Set(want[10], "changed")
	assert.Equal(t, want, o.Keys())
	v, ok := o.Get(want[10])
	assert.True(t, ok)
	assert.Equal(t, "changed", v)
	c := o.Clone()
	c.Set(want[0], "mine")
	v, _ = o.Get(want[0])
	assert.Equal(t, json.Number("1"), v, "a clone is changed alone")
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[2]}`, `{"b":[2],"a":1.0}`, true},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`1e2`, `100`, true},
		{`"1"`, `1`, false},
		{`[1,2]`, `[2,1]`, false},
	}
	for _, tt := range tests {
		a, err := Parse([]byte(tt.a))
		require.NoError(t, err)
		b, err := Parse([]byte(tt.b))
		require.NoError(t, err)
		assert.Equal(t, tt.want, Equal(a, b), "%s against %s", tt.a, tt.b)
	}
}

func TestNoObject(t *testing.T) {
	var none *Object
	assert.True(t, Equal(none, none))
	assert.True(t, Equal(none, New()), "the nil Object reads as an empty one")
	assert.Equal(t, "null", string(Marshal(none)), "and is written as nothing")
	assert.Nil(t, none.Clone())
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"x",null,true]}`, `"\ud800"`, `{"a":1,"a":2}`, "\xef\xbb\xbf{}", `[1e99999999]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data)
		if err != nil {
			return
		}
		out := Marshal(v)
		require.True(t, json.Valid(out), "what was read must be written as JSON: %q", out)
		again, err := Parse(out)
		require.NoError(t, err)
		require.Equal(t, string(out), string(Marshal(again)), "writing is stable")
	})
}
