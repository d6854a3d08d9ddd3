package suite

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/spyhook"
)

func TestEvidenceOfARun(t *testing.T) {
	const begun = 1_000_000_000
	tests := []struct {
		name   string
		in     spyhook.Record
		want   map[string]any
		reason string
	}{
		{"ended well", spyhook.Record{Started: begun, Ended: begun + 7_000_000},
			map[string]any{"exit": json.Number("0"), "milliseconds": json.Number("7")}, "0 is an exit code like others"},
		{"killed", spyhook.Record{Started: begun, Killed: true, Exit: -1},
			map[string]any{"exit": json.Number("-1")}, "the end time is unknown"},
		{"goes on", spyhook.Record{Started: begun}, map[string]any{}, "its end is unknown: a missing exit code does not count as 0"},
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
