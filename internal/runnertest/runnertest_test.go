package runnertest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/visible"
)

func TestCommands(t *testing.T) {
	tests := []struct {
		name, in string
		want     []Command
		reason   string
	}{
		{"plain", "a\n  b ::c:: ## d [e]\n", nil, "nothing is carried out"},
		{"workflow command", "a\n::error file=b::c", []Command{{2, "GitHub", "::error file=b::"}}, "the documented form"},
		{"trimmed", "\u00a0\t::error::c", []Command{{1, "GitHub", "::error::"}}, "white space before it does not count"},
		{"after text", "a ::error::c", nil, "a command begins its line"},
		{"no second pair", "::error", nil, "there is no value"},
		{"older form", "a ##[group]b", []Command{{1, "GitHub, Azure or TeamCity", "##[group]"}}, "anywhere in a line"},
		{"Azure", "a ##vso[task.complete result=Failed;]b", []Command{{1, "GitHub, Azure or TeamCity", "##vso[task.complete result=Failed;]"}}, "anywhere in a line"},
		{"TeamCity", "##teamcity[buildStop comment='b']", []Command{{1, "GitHub, Azure or TeamCity", "##teamcity[buildStop comment='b']"}}, "a service message"},
		{"GitLab", "section_end:1:b\r", []Command{{1, "GitLab", "section_end:1:b\r"}, {1, "a terminal", "\r"}}, "before a carriage return"},
		{"pseudo-terminal", "section_start:1:b\n", []Command{{1, "GitLab", "section_start:1:b"}}, "a terminal adds the carriage return"},
		{"escape sequence", "\x1b[2J", []Command{{1, "a terminal", "\x1b"}}, "clears a screen"},
		{"C1", "\u009b2J", []Command{{1, "a terminal", "\u009b"}}, "clears a screen"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Commands(tt.in), tt.reason) })
	}
}

// The output of package visible contains no command, even if its words are wrapped to
// other lines.
func FuzzVisible(f *testing.F) {
	f.Add("::error::a\n ##[b]##vso[c.d]")
	f.Add("a ::b::\u00a0::c::section_start:1:a\r")
	f.Fuzz(func(t *testing.T, in string) {
		text := visible.Text(in)
		assert.Empty(t, Commands(text))
		for i, r := range text {
			if r == ' ' {
				assert.Empty(t, Commands(text[i+1:]), "wrapped after %q", text[:i])
			}
		}
	})
}
