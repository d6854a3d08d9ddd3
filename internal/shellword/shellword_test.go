package shellword_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/internal/shellword"
)

func TestOfQuotesWhereItHasTo(t *testing.T) {
	tests := []struct{ text, want, reason string }{
		{"/a/b-c_1.sh", "/a/b-c_1.sh", "nothing in it means anything to a shell"},
		{"a=b", "a=b", "an argument, not an assignment, if a command comes before it"},
		{"", "''", "without quotes there would be no word"},
		{"/a b.sh", "'/a b.sh'", "a blank would part it"},
		{"/it's.sh", `'/it'\''s.sh'`, "a quote can't be within quotes"},
		{"$HOME", "'$HOME'", "a shell would put something in its place"},
		{"*", "'*'", "a shell would put files in its place"},
		{"~", "'~'", "a shell would put a folder in its place"},
		{"é", "'é'", "a character that is not ASCII may be a blank to some shell"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, shellword.Of(tt.text), tt.reason)
	}
}

// A shell passes any words on unchanged.
func TestAShellReadsTheSameWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[ -~\n\té]{0,12}`), 1, 4).Draw(t, "words")
		out, err := exec.Command("sh", "-c", "printf '%s\\0' "+shellword.Join(words)).Output()
		require.NoError(t, err)
		want := ""
		for _, word := range words {
			want += word + "\x00"
		}
		assert.Equal(t, want, string(out))
	})
}
