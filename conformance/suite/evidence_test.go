package suite

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/probe"
)

func TestEvidenceOfARun(t *testing.T) {
	const begun = 1_000_000_000
	tests := []struct {
		name   string
		in     probe.Record
		want   map[string]any
		reason string
	}{
		{"ended well", probe.Record{Started: begun, Ended: begun + 7_000_000},
			map[string]any{"exit": json.Number("0"), "milliseconds": json.Number("7")}, "0 is an exit code like others"},
		{"ended by a signal to its body", probe.Record{Started: begun, Ended: begun + 7_999_999, Exit: -1},
			map[string]any{"exit": json.Number("-1"), "milliseconds": json.Number("7")}, "the probe has seen it"},
		{"killed", probe.Record{Started: begun}, map[string]any{}, "nobody knows how it would have ended: no exit code passes for 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fields := evidence(tt.in).(map[string]any)
			got := map[string]any{}
			for _, name := range []string{"exit", "milliseconds"} {
				if value, ok := fields[name]; ok {
					got[name] = value
				}
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}
