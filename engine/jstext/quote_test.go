package jstext_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/jstext"
)

func TestQuote(t *testing.T) {
	tests := []struct {
		name, in, want, reason string
	}{
		{"plain", "deny", `"deny"`, "in quotes"},
		{"lines", "a\n\x1b", `"a\n\x1b"`, "on one line"},
		{"whole", strings.Repeat("é", 120), `"` + strings.Repeat("é", 120) + `"`, "as much as is shown"},
		{"cut", strings.Repeat("é", 121), `"` + strings.Repeat("é", 120) + `"…`, "not without end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, jstext.Quote(tt.in), tt.reason)
		})
	}
}
