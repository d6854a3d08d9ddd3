package suite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
)

func TestWarnings(t *testing.T) {
	const fired = `{"aggregated":{"allOutputs":[]},"warnings":[
		{"level":"warn","text":"Guard ran too long: 2.3s"},
		{"level":"warn","text":"something [else]"},
		{"level":"info","text":"and by the way"}]}`
	tests := []struct{ name, in string }{
		{"a text, case aside", "warned 'guard RAN'"},
		{"a text that would be a pattern", "warned [else]"},
		{"a pattern, case aside", "warned 'matching=^guard .* \\d'"},
		{"texts and patterns of one warning", "warned guard 'matching=\\b2\\.3' 'too long'"},
		{"not the text of one and the pattern of another", "! warned something 'matching=2.3'"},
		{"not below warn", "! warned 'matching=by the way'"},
		{"a pattern is not a text", "! warned 'matching=s$o'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			client := &canned{
				answers:  map[string]string{adapter.MethodFire: fired},
				observes: []adapter.Observation{adapter.ObserveWarnings},
			}
			got := verdicts(t, client, "\nfire BeforeTool write_file {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": outcome.Pass}, got)
		})
	}
}

func TestWarnedFails(t *testing.T) {
	const (
		fired = `,"warnings":[{"level":"warn","text":"ab"}]`
		kinds = "neither it nor its opposite holds for a value that is not a list of levels and texts"
	)
	tests := []struct {
		name, warnings, in string
		want               outcome.Verdict
		reason             string
	}{
		{"no warning fits", fired, "warned matching=^b", outcome.Fail, "no warning begins so"},
		{"one fits that should not", fired, "! warned matching=^a", outcome.Fail, "the warning is there"},
		{"a pattern that is none", fired, "warned matching=(", outcome.SuiteError, "the case is to blame"},
		{"no warnings", "", "warned ab", outcome.Fail, "nothing was warned"},
		{"no warnings, negated", "", "! warned ab", outcome.Pass, "warnings may be left out where there are none"},
		{"text instead of a list", `,"warnings":"ab"`, "! warned b", outcome.Fail, kinds},
		{"texts instead of lines", `,"warnings":["ab"]`, "! warned b", outcome.Fail, kinds},
		{"a line without a level", `,"warnings":[{"text":"ab"}]`, "! warned b", outcome.Fail, kinds},
		{"a line whose text is none", `,"warnings":[{"level":"warn","text":["ab"]}]`, "! warned b", outcome.Fail, kinds},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			client := &canned{
				answers:  map[string]string{adapter.MethodFire: `{"aggregated":{}` + tt.warnings + `}`},
				observes: []adapter.Observation{adapter.ObserveWarnings},
			}
			got := verdicts(t, client, "\nfire BeforeTool write_file {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": tt.want}, got, tt.reason)
		})
	}
}

func TestLogged(t *testing.T) {
	const fired = `{"aggregated":{"allOutputs":[]},"warnings":[{"level":"warn","text":"ran too long"}],
		"telemetry":[{"level":"debug","text":"Fired 11 hooks"},{"level":"info","text":"all is well"}]}`
	tests := []struct {
		name, in string
		blind    bool
		want     outcome.Verdict
	}{
		{"a text and a pattern of one line", `logged debug fired 'matching=\b11\b'`, false, outcome.Pass},
		{"another level", "logged info 'all is well'", false, outcome.Pass},
		{"not of another level", "logged debug 'all is well'", false, outcome.Fail},
		{"not among the warnings", "logged debug 'too long'", false, outcome.Fail},
		{"what should not be there", "! logged debug fired", false, outcome.Fail},
		{"no level", "logged fired", false, outcome.SuiteError},
		{"warnings have a command of their own", "logged warn 'too long'", false, outcome.SuiteError},
		{"an adapter that sees none", "logged debug fired", true, outcome.NotObservable},
		{"any level", "logged any fired", false, outcome.SuiteError},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			client := &canned{answers: map[string]string{adapter.MethodFire: fired}}
			if !tt.blind {
				client.observes = []adapter.Observation{adapter.ObserveTelemetry, adapter.ObserveWarnings}
			}
			got := verdicts(t, client, "\nfire BeforeTool write_file {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": tt.want}, got)
		})
	}
}

func TestToldCommand(t *testing.T) {
	const fired = `{"aggregated":{"allOutputs":[{"systemMessage":"said aloud"}],"errors":["it broke"]},
		"warnings":[{"level":"warn","text":"ran too long"}],"telemetry":[{"level":"debug","text":"all is well"}]}`
	both := []adapter.Observation{adapter.ObserveTelemetry, adapter.ObserveWarnings}
	tests := []struct {
		name, in string
		observes []adapter.Observation
		want     outcome.Verdict
		reason   string
	}{
		{"in an output", "told aloud", both, outcome.Pass, "no requirement says where"},
		{"in an error", "told 'it broke'", both, outcome.Pass, "an error is a text, too"},
		{"in a warning", "told 'too long'", both, outcome.Pass, "a warning is"},
		{"in a line below", "told 'all is well'", both, outcome.Pass, "at any level"},
		{"nowhere", "told 'too short'", both, outcome.Fail, "all places were looked at"},
		{"not in two lines", "told 'long all'", both, outcome.Fail, "one text holds it"},
		{"a key", "told systemMessage", both, outcome.Fail, "names of members are not said"},
		{"without warnings", "told 'too short'", both[:1], outcome.NotObservable, "it may be where the adapter does not look"},
		{"without telemetry", "told 'too short'", both[1:], outcome.NotObservable, "it may be there, too"},
		{"seen without telemetry", "told aloud", both[1:], outcome.Pass, "what is there is there"},
		{"two texts", "told all well", both, outcome.SuiteError, "one text at a time"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			client := &canned{answers: map[string]string{adapter.MethodFire: fired}, observes: tt.observes}
			got := verdicts(t, client, "\nfire BeforeTool write_file {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": tt.want}, got, tt.reason)
		})
	}
}

func TestWhatOpeningWarnedOfBelongsToTheFirstFiring(t *testing.T) {
	client := &canned{
		answers: map[string]string{
			adapter.MethodSessionOpen: `{"warnings":[{"level":"warn","text":"while opening"}]}`,
			adapter.MethodFire:        `{"aggregated":{"allOutputs":[]},"warnings":[{"level":"warn","text":"while firing"}]}`,
		},
		observes: []adapter.Observation{adapter.ObserveWarnings},
	}
	got := verdicts(t, client, `
fire BeforeTool write_file {}
clause HOOK-003.1
warned 'while opening'
warned 'while firing'
fire BeforeTool write_file {}
clause HOOK-003.2
warned 'while firing'
clause HOOK-003.3
warned 'while opening'
`)
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-003.1": outcome.Pass, "HOOK-003.2": outcome.Pass, "HOOK-003.3": outcome.Fail,
	}, got)
}
