package jstext

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTrim(t *testing.T) {
	const whiteSpace = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
	for _, c := range []struct{ name, in, want, reason string }{
		{"empty", "", "", "nothing to remove"},
		{"white space only", whiteSpace, "", "INT-12: all of it is JavaScript white space"},
		{"both ends", whiteSpace + "a" + whiteSpace, "a", "INT-12"},
		{"inside", "a \n b", "a \n b", "only the ends are trimmed"},
		{"next line", "\u0085a\u0085", "\u0085a\u0085", "U+0085 is not JavaScript white space"},
		{"Mongolian vowel separator", "\u180ea\u180e", "\u180ea\u180e", "U+180E left category Zs with Unicode 6.3"},
		{"zero width space", "\u200ba\u200b", "\u200ba\u200b", "U+200B is of category Cf"},
		{"separators of ASCII", "\x1ca\x1f", "\x1ca\x1f", "controls other than TAB, LF, VT, FF and CR stay"},
		{"NUL", "\x00", "\x00", "NUL stays"},
		{"invalid bytes", " \xff\xa0 ", "\xff\xa0", "A0 alone is not U+00A0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Trim(c.in), c.reason)
			assert.Equal(t, c.want, string(TrimBytes([]byte(c.in))), c.reason)
		})
	}
}

func TestTrimBytesSharesItsInput(t *testing.T) {
	in := []byte(" ab ")
	got := TrimBytes(in)
	in[1] = 'x'
	assert.Equal(t, "xb", string(got))
	assert.Nil(t, TrimBytes([]byte(" \ufeff")))
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name   string
		a, b   string
		want   int
		reason string
	}{
		{"equal", "ab", "ab", 0, "the same code units"},
		{"both empty", "", "", 0, "the same code units"},
		{"prefix", "a", "ab", -1, "a prefix sorts first"},
		{"empty", "", "a", -1, "a prefix sorts first"},
		{"case", "Z", "a", -1, "code units, not an alphabet"},
		{"accent", "é", "z", 1, "code units, no locale"},
		{"supplementary and private use", "\U00010000", "\ue000", -1, "D800 is below E000"},
		{"supplementary and last", "\U0010ffff", "\uffff", -1, "DBFF is below FFFF"},
		{"supplementary and below surrogates", "\U00010000", "\ud7ff", 1, "D800 is above D7FF"},
		{"same leading surrogate", "\U0001f600", "\U0001f601", -1, "DE00 is below DE01"},
		{"different leading surrogates", "\U0001f600", "\U00020000", -1, "D83D is below D840"},
		{"after a common part", "aé\U0001f600", "aé\uff21", -1, "D83D is below FF21"},
		{"invalid bytes", "\xff", "\ufffd", 0, "an invalid byte counts as U+FFFD"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Compare(c.a, c.b), c.reason)
			assert.Equal(t, -c.want, Compare(c.b, c.a), c.reason)
		})
	}
}

// text draws strings of characters at the boundaries of what the package distinguishes.
func text() *rapid.Generator[string] {
	return rapid.StringOf(rapid.SampledFrom([]rune(
		"ab \t\n\u0085\u00a0\u180e\u200b\u2028\ud7ff\ue000\ufeff\uffff\ufffd\U00010000\U0001f600\U0010ffff")))
}

func TestCompareIsTheOrderOfCodeUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := text().Draw(t, "a"), text().Draw(t, "b")
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		assert.Equal(t, want, Compare(a, b))
	})
}

func TestCompareOrdersTotally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOf(text()).Draw(t, "in")
		slices.SortFunc(in, Compare)
		for i := range in {
			for j := range i {
				assert.LessOrEqual(t, Compare(in[j], in[i]), 0)
			}
		}
	})
}

const nodeScript = `
const inputs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify({ trimmed: inputs.map(s => s.trim()), sorted: [...inputs].sort() }));`

// TestAgainstNode trims and sorts many strings, among them every character of
// the basic plane, and compares with one node process.
func TestAgainstNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			require.NoError(t, err, "CI must have node")
		}
		t.Skip("node is not installed")
	}
	var inputs []string
	for r := rune(0); r <= 0xffff; r++ {
		if utf8.ValidRune(r) {
			inputs = append(inputs, string(r)+"x"+string(r))
		}
	}
	for seed := range 500 {
		inputs = append(inputs, text().Example(seed))
	}
	request, err := json.Marshal(inputs)
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), node, "-e", nodeScript)
	command.Stdin = bytes.NewReader(request)
	output, err := command.Output()
	require.NoError(t, err)
	var want struct{ Trimmed, Sorted []string }
	require.NoError(t, json.Unmarshal(output, &want))

	trimmed := make([]string, len(inputs))
	for i, s := range inputs {
		trimmed[i] = Trim(s)
	}
	slices.SortFunc(inputs, Compare)
	// Plain conditions: a failure would print all 64,000 strings.
	assert.True(t, slices.Equal(want.Trimmed, trimmed), "trimming differs from node")
	assert.True(t, slices.Equal(want.Sorted, inputs), "sorting differs from node")
}

func FuzzCompare(f *testing.F) {
	f.Add("\U00010000", "\ue000")
	f.Add("a\xff", "a\ufffdb")
	f.Fuzz(func(t *testing.T, a, b string) {
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		require.Equal(t, want, Compare(a, b))
	})
}

func FuzzTrim(f *testing.F) {
	f.Add(" \ufeffa\u2028")
	f.Fuzz(func(t *testing.T, s string) {
		got := Trim(s)
		require.Equal(t, got, Trim(got), "trimming twice changes nothing")
		require.True(t, strings.Contains(s, got))
		require.Equal(t, 0, cmp.Compare(got, string(TrimBytes([]byte(s)))))
	})
}
