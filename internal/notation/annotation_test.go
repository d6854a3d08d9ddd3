package notation

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAnnotation(t *testing.T) {
	tests := []struct {
		name         string
		in           Annotation
		want, reason string
	}{
		{"plain", Annotation{Message: "what: it is", File: "a.go", Line: 3}, "::error file=a.go,line=3::what: it is\n", "a colon ends no message"},
		{"lines", Annotation{Message: "one\n::error::two"}, "::error ::one%0A:\\:error::two\n", "a message is one command, also to who takes it apart"},
		{"percent", Annotation{Message: "100%0A", Title: "50%"}, "::error title=50%25::100%250A\n", "what looks like an escape is none"},
		{"property", Annotation{Message: "m", Title: "a,b:c\nd"}, "::error title=a%2Cb%3Ac\\nd::m\n", "a value ends at a comma, a colon and a line"},
		{"absent", Annotation{Message: "m", Title: "t"}, "::error title=t::m\n", "an empty file would be the root, and there is no line 0"},
		{"control", Annotation{Message: "a\x1b[2J"}, "::error ::a\\x1b[2J\n", "a log is shown in terminals"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.in.Kind = "error"
			assert.Equal(t, tt.want, tt.in.String(), tt.reason)
		})
	}
}
