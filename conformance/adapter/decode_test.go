package adapter

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDecode(t *testing.T) {
	one := "1"
	tests := []struct {
		name   string
		in     string
		target func() any
		want   any
		faults string
	}{
		{
			name: "everything",
			in: `{"session":"s","cwd":"/p","sessionId":"i","env":{"A":"1","B":null},"settings":{"enableHooks":true},
				"settingsFiles":null,"extensions":[{"name":"e","active":true,"hooks":[1]}],"tty":false}`,
			target: func() any { return &OpenParams{} },
			want: &OpenParams{
				Session: "s", CWD: "/p", SessionID: "i", Env: map[string]*string{"A": &one, "B": nil},
				Settings: Object(`{"enableHooks":true}`), Extensions: []Extension{{Name: "e", Active: true, Hooks: json.RawMessage("[1]")}},
			},
		},
		{name: "all faults at once", in: `{"Session":"s","cwd":1,"sessionId":null}`, target: func() any { return &OpenParams{} },
			faults: `session is missing; cwd must be a string, not a number; sessionId must be a string, not null; Session is unknown, did you mean "session"`},
		{name: "nested", in: `{"event":"e","results":[{"success":true,"duration":1},{"success":1,"duration":"x","exitCode":1.5}]}`,
			target: func() any { return &AggregateParams{} },
			faults: `results[1].success must be a boolean, not a number; results[1].duration must be a number, not a string; results[1].exitCode must be a whole number, not 1.5`},
		{name: "no parameters", in: ``, target: func() any { return &SessionParams{} }, faults: "session is missing"},
		{name: "a map's value", in: `{"session":"s","cwd":"","sessionId":"","env":{"A":1}}`, target: func() any { return &OpenParams{} },
			faults: "env.A must be a string, not a number"},
		{name: "an object", in: `{"event":"e","input":[],"output":"x"}`, target: func() any { return &ChainParams{} },
			faults: "input must be an object, not an array; output must be an object, not a string"},
		{name: "any value", in: `{"direction":"d","value":null}`, target: func() any { return &TranslateParams{} },
			want: &TranslateParams{Direction: "d", Value: json.RawMessage("null")}},
		{name: "numbers", in: `{"protocolVersions":[1,2e0],"harness":{"name":"a","version":"b"},"nonce":""}`, target: func() any { return &InitializeParams{} },
			faults: "protocolVersions[1] must be a whole number, not 2e0"},
		{name: "digits", in: `{"event":"e","results":[{"success":false,"duration":1.50,"output":1e400,"exitCode":null}]}`, target: func() any { return &AggregateParams{} },
			want: &AggregateParams{Event: "e", Results: []ExecutionResult{{Duration: "1.50", Output: json.RawMessage("1e400")}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			target := tt.target()
			err := decode(json.RawMessage(tt.in), target)
			if tt.faults != "" {
				var e *Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, &Error{Code: CodeInvalidParams, Message: tt.faults}, e)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, target)
		})
	}
}

func TestObjectJSON(t *testing.T) {
	var o struct{ A, B Object }
	require.NoError(t, json.Unmarshal([]byte(`{"A":{"z":1.0,"a":2},"B":null}`), &o))
	text, err := json.Marshal(o)
	require.NoError(t, err)
	assert.Equal(t, `{"A":{"z":1.0,"a":2},"B":null}`, string(text))
	assert.Error(t, json.Unmarshal([]byte(`{"A":[]}`), &o))
}

func TestCheck(t *testing.T) {
	good := func() InitializeResult {
		return InitializeResult{
			ProtocolVersion: 1, Dialect: "llxprt", MaxInFlight: 1, Implementation: Implementation{Name: "x"},
			Profiles: []Profile{ProfileCore}, Features: map[Feature]bool{FeatureChain: true, FeatureOutput: false},
			Observes: []Observation{ObserveWarnings},
		}
	}
	require.NoError(t, good().Check("gemini", "llxprt"))
	require.NoError(t, good().Check(), "without a list every name is a contract")
	assert.ErrorContains(t, good().Check("gemini"), `unknown dialect "llxprt"`)
	assert.True(t, good().Supports(FeatureFire), "a profile implies its features")
	assert.True(t, good().Supports(FeatureChain))
	assert.False(t, good().Supports(FeatureOutput))
	assert.False(t, good().Supports("unknown"))

	bad := InitializeResult{
		ProtocolVersion: 2, Dialect: "gemni", Profiles: []Profile{"cores", ProfileCore},
		Features: map[Feature]bool{"translat": true, "zzz": true, FeatureFire: false}, Observes: []Observation{"warning"},
	}
	err := bad.Check("gemini", "llxprt")
	require.Error(t, err)
	assert.Equal(t, []string{
		`protocolVersion is 2, want 1`,
		`unknown dialect "gemni", did you mean "gemini"`,
		`implementation.name is empty`,
		`maxInFlight is 0, want at least 1`,
		`unknown profile "cores", did you mean "core"`,
		`feature "fire" is denied, but profile "core" implies it`,
		`unknown feature "translat", did you mean "translate"`,
		`unknown feature "zzz"`,
		`unknown observation "warning", did you mean "warnings"`,
	}, strings.Split(err.Error(), "\n"))
}

func TestFeaturesHaveAProfileAndAMeaning(t *testing.T) {
	seen := map[Feature]bool{}
	profiles := map[Profile]bool{}
	for _, info := range Features() {
		assert.False(t, seen[info.Feature], "%s is listed twice", info.Feature)
		assert.NotEmpty(t, info.Meaning)
		assert.Contains(t, Profiles(), info.Profile)
		seen[info.Feature], profiles[info.Profile] = true, true
	}
	assert.Len(t, profiles, len(Profiles()), "no profile is empty")
}
