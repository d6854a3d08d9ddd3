package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/suite"
)

func TestHooksOfACase(t *testing.T) {
	tests := []struct {
		name, in string
		want     []Hook
		reason   string
	}{
		{"none", "# a case\nstatus\n", nil, "a case need not have hooks"},
		{"a file", "status\n-- data --\nexit 1\n", nil, "a file that no command makes a hook is none"},
		{"two", "hook late early stdin=leave\nhook late\n-- late --\necho late\nexit 2\n-- early --\n", []Hook{{"early", ""}, {"late", "echo late\nexit 2\n"}},
			"by name, each once, with its whole body, which may be empty"},
		{"a word like a marker", "hook one\n-- one --\necho -- two --\n--x--\n", []Hook{{"one", "echo -- two --\n--x--\n"}}, "a marker is a line of its own"},
		{"without a body", "hook one\n", nil, "what there is no file of has no script"},
		{"a line of a body", "hook one\n-- one --\nhook two\n-- two --\n", []Hook{{"one", "hook two\n"}}, "a body has no commands of the case"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, hooksOf(suite.Case{Text: []byte(tt.in)}), tt.reason)
		})
	}
}
