package workflow

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCommand(t *testing.T) {
	tests := []struct {
		name, message string
		properties    []string
		want, reason  string
	}{
		{"plain", "what: it is", []string{"file", "a.go", "line", "3"}, "::error file=a.go,line=3::what: it is\n", "a colon ends no message"},
		{"lines", "one\n::error::two", nil, "::error ::one%0A:\\:error::two\n", "a message is one command, also to who takes it apart"},
		{"percent", "100%0A", []string{"title", "50%"}, "::error title=50%25::100%250A\n", "what looks like an escape is none"},
		{"property", "m", []string{"title", "a,b:c\nd"}, "::error title=a%2Cb%3Ac\\nd::m\n", "a value ends at a comma, a colon and a line"},
		{"absent", "m", []string{"file", "", "title", "t"}, "::error title=t::m\n", "an empty file would be the root"},
		{"control", "a\x1b[2J", nil, "::error ::a\\x1b[2J\n", "a log is shown in terminals"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Command("error", tt.message, tt.properties...), tt.reason)
		})
	}
}
