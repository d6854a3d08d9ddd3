package harness

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/cases"
)

// docs/implementers.md describes the same limit.
func TestLimitOfARun(t *testing.T) {
	plain, slow := cases.Case{}, cases.Case{Budget: time.Minute}
	tests := []struct {
		name   string
		in     Run
		want   time.Duration
		reason string
	}{
		{"no case", Run{}, 2 * time.Minute, "what every run may take"},
		{"cases", Run{Cases: []cases.Case{plain, plain}}, 2*time.Minute + 20*time.Second, "ten seconds for each"},
		{"a budget", Run{Cases: []cases.Case{plain, slow}}, 3*time.Minute + 10*time.Second, "a case's own budget in the place of ten seconds"},
		{"a slow machine", Run{Cases: []cases.Case{slow}, TimeoutScale: 3}, 9 * time.Minute, "the scale multiplies all"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.in.limit(), tt.reason) })
	}
}
