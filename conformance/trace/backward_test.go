package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
)

func TestHooksOfACase(t *testing.T) {
	tests := []struct {
		name, in string
		want     []Hook
		reason   string
	}{
		{"none", "status\n", nil, "a case need not have hooks"},
		{"a file", "status\n-- data --\nexit 1\n", nil, "a file that no command makes a hook is none"},
		{"two", "hook late early\nhook late\n-- late --\necho late\nexit 2\n-- early --\n", []Hook{{"early", ""}, {"late", "echo late\nexit 2\n"}},
			"by name, each once, with its whole body, which may be empty"},
		{"a word like a marker", "hook one\n-- one --\necho -- two --\n--x--\n", []Hook{{"one", "echo -- two --\n--x--\n"}}, "a marker is a line of its own"},
		{"without a body", "spy one\nhook two says=no\n", nil, "a hook without a file has no script"},
		{"a line of a body", "hook one\n-- one --\nhook two\n-- two --\n", []Hook{{"one", "hook two\n"}}, "a body has no commands of the case"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := cases.Parse("HOOK-003-x.txtar", []byte("# a case\n# requirement: HOOK-003\nclause HOOK-003.1\n"+tt.in))
			require.NoError(t, err)
			assert.Equal(t, tt.want, hooksOf(c), tt.reason)
		})
	}
}
