package visible

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/runnertest"
)

func TestText(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"plain", "a\n\tü 漢😀", "a\n\tü 漢😀", "nothing to hide"},
		{"escape sequence", "\x1b[2Jgone", `\x1b[2Jgone`, "a hook must not clear the screen"},
		{"carriage return", "deny\rallow", `deny\rallow`, "one text must not cover another"},
		{"override", "\u202eevil", `\u202eevil`, "text must read as it is written"},
		{"no width", "a\u200bb", `a\u200bb`, "two words must not look like one"},
		{"C1 control", "\u009b2J", `\u009b2J`, "an escape sequence in one character"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb", "a report is valid UTF-8"},
		{"workflow command", "::error file=a,line=1::b", `:\:error file=a,line=1::b`, "GitHub reads it at the start of a line"},
		{"indented", "a\n \t::stop-commands::x", "a\n \t:\\:stop-commands::x", "white space before it does not count"},
		{"any white space", "a\n\u00a0\u3000::error::x", "a\n\u00a0\u3000:\\:error::x", "the runner trims what Unicode calls white space"},
		{"after a blank", "no ::error::x", `no :\:error::x`, "wrapping may put any word at the start of a line"},
		{"within a word", "std::vector<a::b>", "std::vector<a::b>", "no line is broken within a word"},
		{"no name", ":: and ::", ":: and ::", "a command has a name"},
		{"number", "::1::", `:\:1::`, "a token that ends a pause may be any word"},
		{"three", ":::error::", ":::error::", "the name of a command begins after two"},
		{"older command", "a ##[error]b", `a #\#[error]b`, "GitHub finds it anywhere"},
		{"three hashes", "###[error]b", `##\#[error]b`, "the last two begin it"},
		{"Azure", "a ##vso[task.complete result=Succeeded;]b", `a #\#vso[task.complete result=Succeeded;]b`, "Azure finds it anywhere"},
		{"TeamCity", "##teamcity[buildStop comment='x']", `#\#teamcity[buildStop comment='x']`, "TeamCity takes parameters of the build this way"},
		{"headings", "## a [b] ##", "## a [b] ##", "text that is not a command stays as it is"},
		{"GitLab", "section_start:1:a\r\x1b[0Kb", `section_start\:1:a\r\x1b[0Kb`, "GitLab folds what follows"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Text(tt.in), tt.reason) })
	}
}

func TestJSON(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"plain", `{"a": "::error::b"}`, `{"a": "::error::b"}`, "a line of JSON begins with no colon"},
		{"command", `{"a": "##[error]b"}`, `{"a": "\u0023#[error]b"}`, "GitHub finds it anywhere"},
		{"Azure", `["###vso[a.b]"]`, `["#\u0023#vso[a.b]"]`, "Azure finds it anywhere"},
		{"deceptive", "[\"\u202e\x7f\u009b\"]", `["\u202e\u007f\u009b"]`, "JSON may hold these as they are"},
		{"key", `{"##teamcity[a]":"##teamcity[b]"}`, `{"\u0023#teamcity[a]":"\u0023#teamcity[b]"}`, "keys are untrusted, too"},
		{"beyond the basic plane", `["😀"]`, `["😀"]`, "nothing to hide"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, string(JSON([]byte(tt.in))), tt.reason)
			assert.JSONEq(t, tt.in, tt.want, "no value changes")
		})
	}
}

func TestLine(t *testing.T) {
	assert.Equal(t, `a\nb\tc\x1b`, Line("a\nb\tc\x1b"))
	assert.Equal(t, `:\:\tstop::`, Line("::\tstop::"), "a tab ends no name once it is written out")
}

func TestClip(t *testing.T) {
	tests := []struct {
		name, in string
		width    int
		want     string
	}{
		{"fits", "äöü", 3, "äöü"},
		{"cut between characters", "äöü", 2, "ä…"},
		{"no room", "äöü", 0, "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Clip(tt.in, tt.width)) })
	}
}

// FuzzText checks for each form that it has no invisible characters, and that visible text
// does not change. Package runnertest tests the effect on runners.
func FuzzText(f *testing.F) {
	f.Add("\x1b]0;title\a", byte(4))
	f.Add("::error::a\n##[b]\tc", byte(9))
	f.Add("a\n\xff\u202e\r", byte(0))
	f.Fuzz(func(t *testing.T, in string, size byte) {
		text, line, width := Text(in), Line(in), int(size)
		seen(t, text, "\n\t")
		seen(t, line, "")
		require.Equal(t, text, Text(text))
		require.Equal(t, line, Text(line), "a line is visible, too")
		require.LessOrEqual(t, len(line), 6*len(in))
		require.LessOrEqual(t, utf8.RuneCountInString(Clip(text, width)), max(width, 1))
		seen(t, Clip(text, width), "\n\t")
		left, right := Apart(line, text, width)
		if width >= 6 {
			require.Equal(t, line == text, left == right, "the difference is in view")
		}
		seen(t, left, "")
		seen(t, right, "\n\t")
	})
}

// seen checks that a text has no invisible characters except the allowed ones.
func seen(t *testing.T, text, allowed string) {
	t.Helper()
	require.True(t, utf8.ValidString(text))
	for _, r := range text {
		require.False(t, (r < 0x20 || r == 0x7f || deceptive(r)) && !strings.ContainsRune(allowed, r), "%q in %q", r, text)
	}
}

// FuzzJSON checks that no value changes, and that the text contains no command for a
// terminal or a runner.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a##[b]":"##[c]d"}`, "[\"\u202e\x7f\"]", `["\\##vso[a.b]","\u0023#[c]"]`, `["#\u0023[a]"]`, "{}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var compact bytes.Buffer
		if !utf8.Valid(in) || json.Compact(&compact, in) != nil {
			return
		}
		out := JSON(compact.Bytes())
		want, got := json.NewDecoder(&compact), json.NewDecoder(bytes.NewReader(out))
		var before, after any
		want.UseNumber()
		got.UseNumber()
		size := compact.Len()
		require.NoError(t, want.Decode(&before))
		require.NoError(t, got.Decode(&after))
		require.Equal(t, before, after)
		require.LessOrEqual(t, len(out), 6*size)
		seen(t, string(out), "")
		require.Empty(t, runnertest.Commands(string(out)))
	})
}

func TestApart(t *testing.T) {
	same := strings.Repeat("a", 50)
	tests := []struct {
		name, a, b, left, right, reason string
	}{
		{"short", "ab", "ac", "ab", "ac", "both fit"},
		{"early", "b" + same, "c" + same, "b" + same[:7] + "…", "c" + same[:7] + "…", "the beginning has the difference"},
		{"late", same + "b", same + "c", "…aaab", "…aaac", "the end has it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			left, right := Apart(tt.a, tt.b, 9)
			assert.Equal(t, []string{tt.left, tt.right}, []string{left, right}, tt.reason)
		})
	}
}
