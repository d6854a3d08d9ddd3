package spelling

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	events := []string{"BeforeTool", "AfterTool", "BeforeModel", "SessionStart"}
	tests := []struct {
		name, in, want string
		ok             bool
		reason         string
	}{
		{"a known word", "AfterTool", "AfterTool", true, "nothing to change"},
		{"case", "beforetool", "BeforeTool", true, "case does not count"},
		{"separators", "session_start", "SessionStart", true, "separators do not count"},
		{"a slip", "BeforTool", "BeforeTool", true, "one letter"},
		{"another word", "PreToolUse", "", false, "more than a third differs"},
		{"nothing", "", "", false, "there is nothing to be near to"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Nearest(tt.in, events)
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Equal(t, tt.ok, ok, tt.reason)
		})
	}
	got, ok := Nearest("rn", []string{"fire", "run"})
	assert.True(t, ok, "one letter of a short word may be wrong")
	assert.Equal(t, "run", got)
	got, ok = Nearest("fier", []string{"run", "fire"})
	assert.True(t, ok, "swapped letters are one slip")
	assert.Equal(t, "fire", got)
	_, ok = Nearest("feri", []string{"run", "fire"})
	assert.False(t, ok, "letters that are not next to each other are two")
}

func TestDistanceIsAMetric(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 0, 6, -1)
		a, b, c := word.Draw(rt, "a"), word.Draw(rt, "b"), word.Draw(rt, "c")
		assert.Equal(rt, Distance(a, b), Distance(b, a))
		assert.Equal(rt, a == b, Distance(a, b) == 0)
		assert.LessOrEqual(rt, Distance(a, c), Distance(a, b)+Distance(b, c))
	})
}
