package visible

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Text(tt.in), tt.reason) })
	}
}

func TestLine(t *testing.T) {
	assert.Equal(t, `a\nb\tc\x1b`, Line("a\nb\tc\x1b"))
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

func FuzzText(f *testing.F) {
	f.Add("\x1b]0;title\a")
	f.Fuzz(func(t *testing.T, in string) {
		out := Text(in)
		require.True(t, utf8.ValidString(out))
		for _, r := range out {
			require.False(t, (r < 0x20 && r != '\n' && r != '\t') || r == 0x7f || Deceptive(r), "%q", r)
		}
		require.Equal(t, out, Text(out), "what is visible stays as it is")
	})
}
