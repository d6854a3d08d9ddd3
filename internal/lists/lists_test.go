package lists_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/lists"
)

func TestListsFromLists(t *testing.T) {
	type name string
	in := []string{"b1", "a1", "b2", "b1"}
	alike := func(a, b string) bool { return a[0] == b[0] }
	begins := func(text string) bool { return strings.HasPrefix(text, "b") }
	for _, tt := range []struct {
		name          string
		want, got     any
		none, nothing any
	}{
		{"Of", []int{2, 2, 2, 2}, lists.Of(in, func(text string) int { return len(text) }), []string{}, lists.Of(nil, strings.ToUpper)},
		{"Texts", []string{"x", "y"}, lists.Texts([]name{"x", "y"}), []string{}, lists.Texts[name](nil)},
		{"Where", []string{"b1", "b2", "b1"}, lists.Where(in, begins), []string{}, lists.Where(nil, begins)},
		{"Once", []string{"b1", "a1", "b2"}, lists.Once(in), []string{}, lists.Once[string](nil)},
		{"Groups", [][]string{{"b1", "b2", "b1"}, {"a1"}}, lists.Groups(in, alike), [][]string{}, lists.Groups(nil, alike)},
	} {
		assert.Equal(t, tt.want, tt.got, tt.name)
		assert.Equal(t, tt.none, tt.nothing, "%s of nothing", tt.name)
		assert.Equal(t, []string{"b1", "a1", "b2", "b1"}, in, "%s changes its argument", tt.name)
	}
	first, ok := lists.First(in, begins)
	assert.Equal(t, []any{"b1", true}, []any{first, ok})
	first, ok = lists.First(in[1:2], begins)
	assert.Equal(t, []any{"", false}, []any{first, ok})
}
