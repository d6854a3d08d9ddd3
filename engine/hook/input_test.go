package hook

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestTimestamp(t *testing.T) {
	zone := time.FixedZone("", 2*60*60)
	tests := []struct {
		name   string
		in     time.Time
		want   string
		reason string
	}{
		{"local time", time.Date(2026, 3, 1, 1, 30, 0, 0, zone), "2026-02-28T23:30:00.000Z", "INT-11: UTC with Z"},
		{"milliseconds", time.Date(2026, 1, 2, 3, 4, 5, 67_899_999, time.UTC), "2026-01-02T03:04:05.067Z", "INT-11: millisecond precision, cut off as JavaScript does"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Timestamp(tt.in), tt.reason)
		})
	}
}

func exampleInput(members ...jsonvalue.Member) Input {
	return NewInput(Base{
		SessionID: "s1",
		CWD:       "/p",
		Event:     BeforeTool,
		Time:      time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}, members...)
}

func TestInputWithGivesACopy(t *testing.T) {
	in := exampleInput(jsonvalue.Member{Key: "tool_name", Value: "a"}, jsonvalue.Member{Key: "tool_input", Value: jsonvalue.New()})
	before := string(in.Bytes())
	changed := in.With("tool_name", "b")
	assert.Equal(t, before, string(in.Bytes()), "HOOK-108: parallel hooks share one input")
	assert.Equal(t, `{"session_id":"s1","transcript_path":"","cwd":"/p","hook_event_name":"BeforeTool","timestamp":"2026-01-02T03:04:05.000Z","tool_name":"b","tool_input":{}}`,
		string(changed.Bytes()), "the field keeps its place")
	assert.Equal(t, "/p", changed.CWD(), "INT-08: the hook runs in the input's cwd")
}

func TestBaseField(t *testing.T) {
	for _, name := range []string{"session_id", "transcript_path", "cwd", "hook_event_name", "timestamp"} {
		assert.True(t, BaseField(name), "HOOK-062: %s", name)
	}
	for _, name := range []string{"tool_name", "tool_input", "llm_request", "Session_id", ""} {
		assert.False(t, BaseField(name), "HOOK-062: %q", name)
	}
}
