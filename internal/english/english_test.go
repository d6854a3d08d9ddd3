package english_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/english"
)

func TestNumbers(t *testing.T) {
	tests := []struct{ got, want, reason string }{
		{english.Count(1, "check"), "1 check", "one is singular"},
		{english.Count(2, "check"), "2 checks", ""},
		{english.Count(0, "check"), "0 checks", "nought is plural"},
		{english.Plural(1, "check is", "checks are"), "1 check is", "a verb goes with its noun"},
		{english.Plural(21, "check is", "checks are"), "21 checks are", ""},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, tt.got, tt.reason)
	}
}

func TestLists(t *testing.T) {
	tests := []struct {
		in      []string
		and, or string
	}{
		{nil, "", ""},
		{[]string{"a"}, "a", "a"},
		{[]string{"a", "b"}, "a and b", "a or b"},
		{[]string{"a", "b", "c"}, "a, b and c", "a, b or c"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.and, english.And(tt.in))
		assert.Equal(t, tt.or, english.Or(tt.in))
	}
}
