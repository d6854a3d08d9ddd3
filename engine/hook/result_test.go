package hook

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestExitCodeField(t *testing.T) {
	tests := []struct {
		in     Ending
		want   int
		ok     bool
		reason string
	}{
		{Exited, 7, true, "the code of its own"},
		{Killed, 0, true, "HOOK-196: 0, misleading as it is"},
		{NotStarted, 0, false, "there was no process"},
		{TimedOut, 0, false, "it came to no end of its own"},
		{Cancelled, 0, false, "it came to no end of its own"},
	}
	for _, tt := range tests {
		code, ok := ExecutionResult{Ending: tt.in, Code: 7}.ExitCode()
		assert.Equal(t, tt.want, code, "%s: %s", tt.in, tt.reason)
		assert.Equal(t, tt.ok, ok, "%s: %s", tt.in, tt.reason)
	}
}

func TestUnreadable(t *testing.T) {
	uncertain := Off{Why: "how such a hook is read was never observed"}
	tests := []struct {
		entry  Entry
		want   bool
		reason string
	}{
		{Entry{Uncertain: uncertain}, true, "nothing could be read that could run"},
		{Entry{}, false, "an entry without doubt is judged by what it has"},
		{Entry{Uncertain: uncertain, Command: "./guard.sh"}, false, "the doubt is about another field, such as the matcher: the command runs"},
		{Entry{Uncertain: uncertain, Question: &Question{}}, false, "the doubt is about another field: the question is asked"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, tt.entry.Unreadable(), tt.reason)
	}
}

func TestAggregatedResultAsJSON(t *testing.T) {
	decision, reason, warning := Deny, "no", "Warning: x"
	first := &Output{Decision: &decision, Reason: &reason, Origin: FromRefusal}
	second := &Output{SystemMessage: &warning, Origin: FromFailure}
	r := AggregatedResult{
		FinalOutput: BeforeToolClass.Of(first), AllOutputs: []*Output{first, second},
		Errors: []error{errors.New("hook exited with code 1")}, TotalDuration: 1500 * time.Microsecond,
		Warnings: []Warning{{Rule: "INT-15", Text: "not part of it"}},
	}
	assert.Equal(t, `{"success":false,"finalOutput":{"decision":"deny","reason":"no"},`+
		`"allOutputs":[{"decision":"deny","reason":"no"},{"systemMessage":"Warning: x"}],"errors":["hook exited with code 1"],"totalDuration":1.5}`,
		string(jsonvalue.Marshal(r.Object())), "HOOK-213, INT-10")
}

func TestMilliseconds(t *testing.T) {
	tests := []struct {
		in   time.Duration
		want string
	}{
		{0, "0"}, {time.Millisecond, "1"}, {time.Minute, "60000"}, {1234567 * time.Nanosecond, "1.235"},
		{499 * time.Nanosecond, "0"}, {500 * time.Nanosecond, "0.001"}, {1250 * time.Microsecond, "1.25"}, {10_000 * time.Hour, "36000000000"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, Milliseconds(tt.in).String(), "INT-10: %s", tt.in)
	}
}

func TestSources(t *testing.T) {
	for want, source := range map[string]Source{"project": SourceProject, "user": SourceUser, "system": SourceSystem, "extensions": SourceExtensions, "Source(9)": 9} {
		assert.Equal(t, want, source.String())
	}
	assert.Less(t, SourceProject, SourceUser, "HOOK-187")
	assert.Less(t, SourceUser, SourceSystem, "HOOK-187")
	assert.Less(t, SourceSystem, SourceExtensions, "HOOK-187")
	assert.Equal(t, []int{1, 2, 3, 4}, []int{int(SourceProject), int(SourceUser), int(SourceSystem), int(SourceExtensions)}, "HOOK-187: the numbers are part of it")
}

func TestEndings(t *testing.T) {
	var words []string
	for _, e := range []Ending{NotStarted, Exited, Killed, TimedOut, Cancelled} {
		words = append(words, e.String())
	}
	assert.Equal(t, []string{"not started", "exited", "killed", "timed out", "cancelled"}, words)
}

func TestPositionsAndWarnings(t *testing.T) {
	tests := []struct {
		in   Position
		want string
	}{
		{Position{}, ""},
		{Position{File: "a.json"}, "a.json"},
		{Position{File: "a.json", Line: 2, Column: 3}, "a.json:2:3"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, tt.in.String())
		assert.Equal(t, tt.want == "", tt.in.IsZero())
	}
	assert.Equal(t, "odd", Warning{Rule: "INT-15", Text: "odd"}.String())
	assert.Equal(t, "a.json:2:3: odd", Warning{Rule: "INT-15", Text: "odd", Position: Position{File: "a.json", Line: 2, Column: 3}}.String())
}
