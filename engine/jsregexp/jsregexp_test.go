package jsregexp

import (
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var invalidPatterns = []struct {
	name   string
	in     string
	reason string
}{
	{"inline flag", `(?i)a`, "HOOK-088: JavaScript has no inline flags"},
	{"modifier group", `(?i:a)`, "HOOK-088: modifiers came after ES2024"},
	{"atomic group", `(?>a)`, "HOOK-088: a group of other engines"},
	{"Python name", `(?P<n>a)`, "HOOK-088: a group of other engines"},
	{"quoted name", `(?'n'a)`, "HOOK-088: a group of other engines"},
	{"comment", `(?#a)`, "HOOK-088: a group of other engines"},
	{"conditional", `(a)(?(1)b|c)`, "HOOK-088: a group of other engines"},
	{"bare group mark", `(?`, "HOOK-088: the group has no kind"},
	{"possessive plus", `a++`, "HOOK-088: one quantifier for each atom"},
	{"possessive braces", `a{2}+`, "HOOK-088: one quantifier for each atom"},
	{"two braces", `a{2}{3}`, "HOOK-088: one quantifier for each atom"},
	{"leading star", `*a`, "HOOK-088: nothing to repeat"},
	{"leading braces", `{2}`, "HOOK-088: braces that form a quantifier are not a literal"},
	{"star after bar", `a|*`, "HOOK-088: nothing to repeat"},
	{"repeated start", `^*`, "HOOK-088: an assertion is not an atom"},
	{"repeated boundary", `\b+`, "HOOK-088: an assertion is not an atom"},
	{"repeated lookbehind", `(?<=a)*`, "HOOK-088: Annex B allows it for lookaheads only"},
	{"repeated negative lookbehind", `(?<!a){2}`, "HOOK-088: Annex B allows it for lookaheads only"},
	{"quantifier out of order", `a{2,1}`, "HOOK-088: minimum above maximum"},
	{"range out of order", `[b-a]`, "HOOK-088: class range out of order"},
	{"range of surrogates out of order", `[😀-😁]`, "INT-17: the class holds code units, and DE00-D83D is out of order"},
	{"unterminated class", `[a`, "HOOK-088: no closing bracket"},
	{"class of a bracket", `[]` + `[`, "HOOK-088: the second class is unterminated"},
	{"unterminated group", `(a`, "HOOK-088: no closing parenthesis"},
	{"unmatched parenthesis", `a)`, "HOOK-088: no opening parenthesis"},
	{"trailing backslash", `a\`, "HOOK-088: nothing is escaped"},
	{"trailing backslash in class", `[\`, "HOOK-088: nothing is escaped"},
	{"duplicate name", `(?<a>x)(?<a>y)`, "HOOK-088: duplicate group name"},
	{"duplicate name in alternatives", `(?<a>x)|(?<a>y)`, "HOOK-088: allowed only after ES2024"},
	{"duplicate name by escape", `(?<a>x)(?<\u0061>y)`, "HOOK-088: the names are equal"},
	{"empty name", `(?<>a)`, "HOOK-088: no name"},
	{"name begins with digit", `(?<1>a)`, "HOOK-088: no identifier"},
	{"unterminated name", `(?<a`, "HOOK-088: no closing bracket"},
	{"unknown reference", `(?<a>.)\k<b>`, "HOOK-088: no such group"},
	{"bare k with names", `(?<a>.)\k`, "HOOK-088: with named groups, k is not an identity escape"},
	{"class k with names", `[\k](?<a>.)`, "HOOK-088: with named groups, k is not an identity escape"},
}

var matchCases = []struct {
	name    string
	pattern string
	match   []string
	miss    []string
	reason  string
}{
	{"unanchored", `file`, []string{"file", "read_file_2"}, []string{"fil", "FILE"}, "HOOK-087: searched anywhere, case counts"},
	{"anchored", `^(read|write)_file$`, []string{"read_file"}, []string{"xread_file", "read_file2"}, "HOOK-087"},
	{"empty", ``, []string{"", "a"}, nil, "INT-17: the empty pattern matches everything"},
	{"dollar before newline", `a$`, []string{"a", "\na"}, []string{"a\n"}, "INT-17: without flags, $ is the very end"},
	{"caret after newline", `^a`, []string{"ab"}, []string{"\na"}, "INT-17: without flags, ^ is the very beginning"},
	{"dot", `^.$`, []string{"a", "\u0085", "\v"}, []string{"", "\n", "\r", "\u2028", "\u2029", "😀"}, "INT-17: no line terminator, one code unit"},
	{"two dots", `^..$`, []string{"😀", "ab"}, []string{"a"}, "INT-17: a supplementary character is two code units"},
	{"class of halves", `^[😀]$`, nil, []string{"😀", "\ufffd"}, "INT-17: the class matches either half, not both"},
	{"halves twice", `^[😀]{2}$`, []string{"😀"}, []string{"😁"}, "INT-17: DE01 is not in the class"},
	{"half", `[😀]`, []string{"😁"}, []string{"\ufffd", "a"}, "INT-17: the leading halves are equal"},
	{"quantified half", `^😀+$`, []string{"😀"}, []string{"😀😀"}, "INT-17: the quantifier binds the trailing half"},
	{"supplementary alternatives", `😀|😁`, []string{"x😁"}, []string{"😂", "\ufffd"}, "INT-17"},
	{"escaped pair", `^\ud83d\ude00$`, []string{"😀"}, []string{"\ufffd\ufffd"}, "INT-17"},
	{"lone half", `\ud83d`, []string{"😀"}, []string{"\ufffd"}, "INT-17"},
	{"negated class of halves", `^[^a]{2}$`, []string{"😀"}, []string{"ab"}, "INT-17"},
	{"replacement character", "^\ufffd$", []string{"\ufffd"}, []string{"😀"}, "INT-17"},
	{"everything", `^[^]$`, []string{"\n", "a"}, []string{"😀"}, "the class excludes nothing"},
	{"nothing", `[]`, nil, []string{"", "a", "[]"}, "the class holds nothing"},
	{"nothing, optional", `^[]?$`, []string{""}, []string{"a"}, "the class holds nothing"},
	{"literal brackets", `a]}{`, []string{"a]}{"}, []string{"a"}, "Annex B: literals outside of a quantifier"},
	{"literal braces", `^a{,3}$`, []string{"a{,3}"}, []string{"a", "aaa"}, "Annex B: no quantifier without a minimum"},
	{"unclosed braces", `^x{1$`, []string{"x{1"}, []string{"x"}, "Annex B: no quantifier without an end"},
	{"identity escapes", `^\A\z\Z\G\Q\E\a\e$`, []string{"AzZGQEae"}, []string{"", "\a\x1b"}, "Annex B: letters without a meaning match themselves"},
	{"braced code point", `^\u{3}$`, []string{"uuu"}, []string{"\x03"}, "without the u flag, u repeated"},
	{"property", `^\p{L}$`, []string{"p{L}"}, []string{"a"}, "without the u flag, p and literals"},
	{"short hex", `^\x4$`, []string{"x4"}, []string{"\x04"}, "Annex B: identity escape"},
	{"short code unit", `^\u12$`, []string{"u12"}, []string{"\x12"}, "Annex B: identity escape"},
	{"octal", `^\101\7\08$`, []string{"A\a\x008"}, nil, "Annex B: legacy octal escapes"},
	{"octal stops below 256", `^\400$`, []string{" 0"}, []string{"\u0100"}, "Annex B: 400 exceeds a byte, so \\40 and 0"},
	{"eight", `^\8$`, []string{"8"}, []string{"\x08"}, "Annex B: identity escape"},
	{"control", `^\cA\cz$`, []string{"\x01\x1a"}, nil, "letters modulo 32"},
	{"bare control", `^\c$`, []string{`\c`}, []string{"c"}, "Annex B: the backslash is a literal"},
	{"bare control digit", `^\c1$`, []string{`\c1`}, []string{"\x11"}, "Annex B: digits name controls in classes only"},
	{"class control digit", `^[\c1\c_]$`, []string{"\x11", "\x1f"}, []string{"c", `\`}, "Annex B"},
	{"class bare control", `^[\c*]$`, []string{`\`, "c", "*"}, []string{"\n"}, "Annex B: the backslash is a literal"},
	{"class backspace", `^[\b]$`, []string{"\b"}, []string{"b"}, "backspace within a class"},
	{"class with set in range", `^[a-\d]$`, []string{"a", "-", "5"}, []string{"b", "Z"}, "Annex B: the hyphen is a literal"},
	{"class set first", `^[\w-.]$`, []string{"a", "-", "."}, []string{"+", ","}, "Annex B: the hyphen is a literal"},
	{"class hyphens", `^[-a-]$`, []string{"-", "a"}, []string{"b"}, "hyphens at the ends are literals"},
	{"class subtraction", `^[a-z-[aeiou]]$`, []string{"b]", "-]", "[]"}, []string{"b"}, "no subtraction as elsewhere"},
	{"class name", `^[[:alpha:]]$`, []string{"a]", "[]", ":]"}, []string{"a", "b"}, "no named classes as elsewhere"},
	{"digit", `^\d$`, []string{"0", "9"}, []string{"٣", "a"}, "ASCII digits only"},
	{"word", `^\w$`, []string{"_", "Z"}, []string{"é", "\u017f", "\u212a", "-"}, "ASCII only"},
	{"space", `^\s$`, []string{" ", "\ufeff", "\u00a0", "\u2028", "\u3000", "\v"}, []string{"\u0085", "\u180e", "\u200b"}, "JavaScript white space"},
	{"not space", `^\S$`, []string{"\u0085", "\u180e", "\u200b"}, []string{"\ufeff", "\u00a0"}, "JavaScript white space"},
	{"boundary", `\bb`, []string{"éb", "b", "a b"}, []string{"ab", "_b"}, "ASCII word characters"},
	{"no boundary", `a\B`, []string{"ab"}, []string{"aé", "a"}, "ASCII word characters"},
	{"backreference", `^(a|b)\1$`, []string{"aa", "bb"}, []string{"ab"}, "same text again"},
	{"forward reference", `^\1(a)$`, []string{"a"}, []string{"aa"}, "not captured yet: matches empty"},
	{"reference within its group", `^(a\1)$`, []string{"a"}, []string{"aa"}, "not captured yet: matches empty"},
	{"unmatched reference", `^(?:(a)|b)\1$`, []string{"b", "aa"}, []string{"ba", "a"}, "not captured: matches empty"},
	{"reference before digit", `^(a)\0011$`, []string{"a\x011"}, nil, "octal, then a digit"},
	{"two-digit reference", `^(a)\11$`, []string{"a\t"}, []string{"aa1"}, "one group only: octal 11"},
	{"reset in iterations", `^(?:(a)|(b)|\1c)+$`, []string{"abc", "aba"}, []string{"abac2", "cd"}, "captures end with their iteration"},
	{"reset then reference", `^(?:(a)|b)*\1$`, []string{"ab", "aa", "b"}, []string{"aba1"}, "after b the group is not captured"},
	{"negative lookahead clears", `^(?!(a)b)a?\1c$`, []string{"ac", "c"}, []string{"abc", "aac"}, "captures of a negative lookahead are lost"},
	{"lookahead captures", `^(?=(a+))a\1$`, []string{}, []string{"aa", "aaa"}, "a lookahead is not entered again"},
	{"repeated lookahead", `^(?=a)*b(?!c){2}$`, []string{"b"}, []string{"ab"}, "Annex B: lookaheads may be repeated"},
	{"optional lookahead", `^(?=(a))?\1a$`, []string{"a"}, []string{"aa"}, "an optional iteration that matches empty is rejected"},
	{"lookbehind", `(?<=ab+)c`, []string{"abbbc"}, []string{"ac", "bc"}, "length may vary"},
	{"negative lookbehind", `(?<!un)safe`, []string{"safe", "insafe"}, []string{"unsafe"}, "ES2018"},
	{"lookbehind runs backwards", `(?<=^(\d+)(\d+))a\2$`, []string{"1234a234"}, []string{"1234a4"}, "the last group is matched first, and takes most"},
	{"named group", `^(?<quote>['"])a\k<quote>$`, []string{"'a'", `"a"`}, []string{`'a"`}, "ES2018"},
	{"forward named reference", `^\k<n>(?<n>a)$`, []string{"a"}, []string{"aa"}, "not captured yet: matches empty"},
	{"k without names", `^\k<n>$`, []string{"k<n>"}, []string{""}, "Annex B: identity escape"},
	{"supplementary name", `^(?<𝒜>a)\k<\u{1d49c}>\k<\ud835\udc9c>$`, []string{"aaa"}, []string{"aa"}, "three spellings of one name"},
	{"lazy", `^a+?b??$`, []string{"aa", "ab"}, []string{"b"}, "a question mark after a quantifier"},
	{"great counts", `^a{0,99999999999}b{1,2147483647}$`, []string{"aab"}, []string{"a"}, "counts have no limit"},
	{"counts cut to the limit", `a{99999999999,99999999998}`, nil, []string{"aaa"}, "V8 compares what it has cut"},
	{"empty alternative", `^(?:a||b)$`, []string{"a", "", "b"}, []string{"ab"}, "an alternative may be empty"},
	{"empty iterations", `^(?:a?){3}(?:|b)*$`, []string{"", "aaa", "ab"}, []string{"aaaa"}, "mandatory iterations may match empty"},
}

func TestCompileRefuses(t *testing.T) {
	for _, c := range invalidPatterns {
		t.Run(c.name, func(t *testing.T) {
			re, err := Compile(c.in)
			assert.Error(t, err, "%q: %s", c.in, c.reason)
			assert.Nil(t, re)
		})
	}
}

func TestCompileNamesTheOffset(t *testing.T) {
	_, err := Compile("😀(?i)")
	require.EqualError(t, err, "invalid group at offset 2", "offsets count code units")
}

func TestCompileRefusesDeepNesting(t *testing.T) {
	nested := func(depth int) string {
		return strings.Repeat("(a", depth) + strings.Repeat(")*", depth) + strings.Repeat(`\1`, 2)
	}
	re, err := Compile(nested(maxNesting))
	require.NoError(t, err)
	matched, err := re.MatchString("aaa")
	require.NoError(t, err)
	assert.True(t, matched)

	_, err = Compile(nested(maxNesting + 1))
	require.ErrorContains(t, err, "more than 250 nested groups")
}

func TestMatchString(t *testing.T) {
	for _, c := range matchCases {
		t.Run(c.name, func(t *testing.T) {
			re, err := Compile(c.pattern)
			require.NoError(t, err, "%q: %s", c.pattern, c.reason)
			assert.Equal(t, c.pattern, re.String())
			for _, subject := range c.match {
				matched, err := re.MatchString(subject)
				require.NoError(t, err)
				assert.True(t, matched, "%q on %q: %s", c.pattern, subject, c.reason)
			}
			for _, subject := range c.miss {
				matched, err := re.MatchString(subject)
				require.NoError(t, err)
				assert.False(t, matched, "%q on %q: %s", c.pattern, subject, c.reason)
			}
		})
	}
}

func TestMatchStringReadsInvalidBytesAsReplacementCharacters(t *testing.T) {
	re, err := Compile("^a\ufffd{2}$")
	require.NoError(t, err)
	matched, err := re.MatchString("a\xff\xfe")
	require.NoError(t, err)
	assert.True(t, matched)
}

func TestMatchStringKeepsToItsBudget(t *testing.T) {
	for _, c := range []struct{ name, pattern, subject string }{
		{"overlapping alternatives", `^(a|aa)+$`, strings.Repeat("a", 5000) + "!"},
		{"nested quantifiers", `^(\w+\s?)+$`, strings.Repeat("a", 100) + "!"},
		{"reference", `^(a*)*\1b$`, strings.Repeat("a", 100) + "!b"},
		{"lookahead", `(?=(?:a|aa)+$)`, strings.Repeat("a", 5000) + "!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			re, err := Compile(c.pattern)
			require.NoError(t, err)
			// Without a budget these matches take ages.
			matched, err := re.MatchString(c.subject)
			require.ErrorIs(t, err, ErrBudget)
			assert.False(t, matched)
		})
	}
}

func TestMatchStringBoundsItsMemory(t *testing.T) {
	re, err := compile(`^(?:ab|ba)*c`, time.Minute)
	require.NoError(t, err)
	_, err = re.MatchString(strings.Repeat("ab", stackBudget))
	require.ErrorIs(t, err, ErrBudget)
}

func TestRegexpServesManyGoroutines(t *testing.T) {
	re, err := Compile(`^(?<word>[a-z]+)_\k<word>$`)
	require.NoError(t, err)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 200 {
				matched, err := re.MatchString("run_run")
				assert.NoError(t, err)
				assert.True(t, matched)
				matched, err = re.MatchString("run_ran")
				assert.NoError(t, err)
				assert.False(t, matched)
			}
		})
	}
	group.Wait()
}

func TestMatchStringStartsNoGoroutineOfItsOwn(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 500 {
		re, err := Compile(`a+b`)
		require.NoError(t, err)
		_, err = re.MatchString("aaa")
		require.NoError(t, err)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before+1, "one clock for the process")
}

// FuzzCompile checks that no pattern makes the parser or the engine fail other
// than by an error, and that the engine takes all that the parser lets through.
func FuzzCompile(f *testing.F) {
	for _, c := range invalidPatterns {
		f.Add(c.in, "a")
	}
	for _, c := range matchCases {
		f.Add(c.pattern, "aab")
	}
	f.Fuzz(func(t *testing.T, pattern, subject string) {
		translated, err := translate(pattern)
		if err != nil {
			return
		}
		re, err := compile(pattern, time.Millisecond)
		require.NoError(t, err, "%q became %q", pattern, translated)
		if _, err = re.MatchString(subject); err != nil {
			require.ErrorIs(t, err, ErrBudget)
		}
	})
}

func BenchmarkMatchString(b *testing.B) {
	for _, pattern := range []string{`read_file`, `^(read|write)_file$`, `write_.*|edit|run_shell_command`, `(\w+)_\1`} {
		re, err := Compile(pattern)
		require.NoError(b, err)
		b.Run(pattern, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := re.MatchString("run_shell_command"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
