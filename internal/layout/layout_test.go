package layout_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/layout"
)

// nested is a value inside so many containers.
func nested(open, inner, shut string, depth int) string {
	return strings.Repeat(open, depth) + inner + strings.Repeat(shut, depth)
}

func TestAlike(t *testing.T) {
	tests := []struct {
		name, in, want, reason string
	}{
		{"scalar", `7`, `7`, "nothing to break"},
		{"empty containers", `[{},[]]`, "[\n  {},\n  []\n]", "there is nothing to show inside"},
		{"object", `{"a":1,"b":{"c":null}}`, "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": null\n  }\n}", "one member a line"},
		{"marks inside strings", `["[{,:}]\"]","\\"]`, "[\n  \"[{,:}]\\\"]\",\n  \"\\\\\"\n]", "text is not structure"},
		{"empty after full", `[[1],[]]`, "[\n  [\n    1\n  ],\n  []\n]", "each container for itself"},
		{"24 levels", nested("[", "1", "]", 24), func() string {
			var b strings.Builder
			for i := range 24 {
				fmt.Fprintf(&b, "%s[\n", strings.Repeat("  ", i))
			}
			b.WriteString(strings.Repeat("  ", 24) + "1")
			for i := 23; i >= 0; i-- {
				fmt.Fprintf(&b, "\n%s]", strings.Repeat("  ", i))
			}
			return b.String()
		}(), "as deep as anybody follows"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, string(layout.Alike([]byte(tt.in))[0]), tt.reason)
		})
	}
}

// The indented levels have the layout of the standard library.
func TestShallowDocumentsAreIndentedAsTheStandardLibraryDoes(t *testing.T) {
	in := []byte(`{"runs":[{"a":"x\ny","b":[1,2,[]],"c":{}},{"d":{"e":[{"f":"[,]"}]}}],"n":-1.5e9}`)
	var want bytes.Buffer
	require.NoError(t, json.Indent(&want, in, "", "  "))
	assert.Equal(t, want.String(), string(layout.Alike(in)[0]))
}

func TestBelowTheLevelsStaysCompact(t *testing.T) {
	out := string(layout.Alike([]byte(nested(`{"a":`, "[1,2]", "}", 5000)))[0])
	assert.Contains(t, out, "\n"+strings.Repeat("  ", 24)+`"a": {"a":{"a":`, "from the 24th level on")
	assert.Less(t, len(out), 5000*6+10_000)
}

// If one of two values is large, both are indented to the same level: otherwise each
// shared line would look changed.
func TestAlikeGoesToTheSameLevel(t *testing.T) {
	small := `{"same":{"x":1,"y":[2,3]}}`
	large := `{"same":{"x":1,"y":[2,3]},"list":[[` + strings.Repeat("1,", 200_000) + `1]]}`
	laid := layout.Alike([]byte(small), []byte(large))
	for line := range strings.Lines(strings.TrimSuffix(string(laid[0]), "\n}")) {
		assert.Contains(t, string(laid[1]), strings.TrimSuffix(line, "\n"))
	}
	assert.NotEqual(t, string(layout.Alike([]byte(small))[0]), string(laid[0]), "the large one decides")
}

func TestWriteEscapesWhatDeceives(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, layout.Write(&out, []byte("{\"a\u202e\":\"\x7f<\u200b\u00e9\"}")))
	assert.Equal(t, "{\n  \"a\\u202e\": \"\\u007f<\\u200bé\"\n}\n", out.String())
}

func TestEncodeFailsOnWhatIsNoJSON(t *testing.T) {
	var out bytes.Buffer
	require.Error(t, layout.Encode(&out, make(chan int)))
	assert.Empty(t, out.String())
}

// costly returns texts of about n bytes whose indentation is expensive.
func costly(n int) []string {
	return []string{
		nested("[", "", "]", n/2), nested(`{"a":`, "1", "}", n/6), nested(`[{"":`, "0", "}]", n/7),
		"[" + strings.Repeat("1,", n/2) + "1]", "[" + strings.Repeat("[[1]],", n/6) + "1]",
		nested("[", strings.Repeat("[1],", n/4)+"1", "]", 20), nested("[", strings.Repeat("1,", n/4)+"1", "]", n/4),
		`{"` + strings.Repeat(`k":1,"`, n/6) + `":1}`, `"` + strings.Repeat(`\u001b`, n/6) + `"`,
		`"` + strings.Repeat("\u202e", n/3) + `"`, `["` + strings.Repeat("\x7f", n) + `"]`, `["` + strings.Repeat(`\"[{`, n/4) + `"]`,
		`{}`, `[]`, `""`, strings.Repeat(`],:}[{`, n/6),
	}
}

// holds checks that the output has the same value and at most twice the size plus 64
// KiB.
func holds(t *testing.T, in []byte) {
	t.Helper()
	out := layout.Alike(in)[0]
	require.LessOrEqual(t, len(out), 2*len(in)+64<<10)
	var written bytes.Buffer
	require.NoError(t, layout.Write(&written, in))
	require.LessOrEqual(t, written.Len(), 2*6*len(in)+64<<10+1, "a DEL, one byte, is six as an escape")
	if !json.Valid(in) {
		return
	}
	var back bytes.Buffer
	require.NoError(t, json.Compact(&back, out))
	require.True(t, bytes.Equal(in, back.Bytes()), "nothing changes")
	require.True(t, reflect.DeepEqual(decoded(t, in), decoded(t, written.Bytes())), "an escape changes no value")
}

// decoded keeps the digits of numbers, which may be any.
func decoded(t *testing.T, text []byte) (value any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&value))
	return value
}

func TestGrowth(t *testing.T) {
	for i, in := range costly(200_000) {
		t.Run(fmt.Sprint(i), func(t *testing.T) { holds(t, []byte(in)) })
	}
}

func FuzzAlike(f *testing.F) {
	for _, in := range costly(400) {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var compact bytes.Buffer
		if json.Compact(&compact, in) == nil {
			in = compact.Bytes()
		}
		holds(t, in)
	})
}

func TestMemory(t *testing.T) {
	in := []byte(nested("[", "", "]", 30_000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out := layout.Alike(in)[0]
	runtime.ReadMemStats(&after)
	assert.NotEmpty(t, out)
	assert.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(3*len(in)+72<<10), "what comes out is written once, at its size")
}
