package suite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/verdict"
)

func TestWarned(t *testing.T) {
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
		{"a pattern is no text", "! warned 'matching=s$o'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			door := &cannedDoor{
				answers:  map[string]string{adapter.MethodFire: fired},
				observes: []adapter.Observation{adapter.ObserveWarnings},
			}
			got := verdicts(t, door, "\nfire BeforeTool write_file {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]verdict.Verdict{"HOOK-003.1": verdict.Pass}, got)
		})
	}
}

func TestWarnedFails(t *testing.T) {
	const (
		fired = `,"warnings":[{"level":"warn","text":"ab"}]`
		kinds = "of what is no list of levels and texts neither it nor its opposite holds"
	)
	tests := []struct {
		name, warnings, in string
		want               verdict.Verdict
		reason             string
	}{
		{"no warning fits", fired, "warned matching=^b", verdict.Fail, "no warning begins so"},
		{"one fits that should not", fired, "! warned matching=^a", verdict.Fail, "the warning is there"},
		{"a pattern that is none", fired, "warned matching=(", verdict.SuiteError, "the case is to blame"},
		{"no warnings", "", "warned ab", verdict.Fail, "nothing was warned"},
		{"no warnings, negated", "", "! warned ab", verdict.Pass, "warnings may be left out where there are none"},
		{"text instead of a list", `,"warnings":"ab"`, "! warned b", verdict.Fail, kinds},
		{"texts instead of lines", `,"warnings":["ab"]`, "! warned b", verdict.Fail, kinds},
		{"a line without a level", `,"warnings":[{"text":"ab"}]`, "! warned b", verdict.Fail, kinds},
		{"a line whose text is none", `,"warnings":[{"level":"warn","text":["ab"]}]`, "! warned b", verdict.Fail, kinds},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			door := &cannedDoor{
				answers:  map[string]string{adapter.MethodFire: `{"aggregated":{}` + tt.warnings + `}`},
				observes: []adapter.Observation{adapter.ObserveWarnings},
			}
			got := verdicts(t, door, "\nfire BeforeTool write_file {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]verdict.Verdict{"HOOK-003.1": tt.want}, got, tt.reason)
		})
	}
}

func TestLogged(t *testing.T) {
	const fired = `{"aggregated":{"allOutputs":[]},"warnings":[{"level":"warn","text":"ran too long"}],
		"telemetry":[{"level":"debug","text":"Fired 11 hooks"},{"level":"info","text":"all is well"}]}`
	tests := []struct {
		name, in string
		blind    bool
		want     verdict.Verdict
	}{
		{"a text and a pattern of one line", `logged debug fired 'matching=\b11\b'`, false, verdict.Pass},
		{"another level", "logged info 'all is well'", false, verdict.Pass},
		{"not of another level", "logged debug 'all is well'", false, verdict.Fail},
		{"not among the warnings", "logged debug 'too long'", false, verdict.Fail},
		{"what should not be there", "! logged debug fired", false, verdict.Fail},
		{"no level", "logged fired", false, verdict.SuiteError},
		{"warnings have a command of their own", "logged warn 'too long'", false, verdict.SuiteError},
		{"an adapter that sees none", "logged debug fired", true, verdict.NotObservable},
		{"any level", "logged any fired", false, verdict.SuiteError},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			door := &cannedDoor{answers: map[string]string{adapter.MethodFire: fired}}
			if !tt.blind {
				door.observes = []adapter.Observation{adapter.ObserveTelemetry, adapter.ObserveWarnings}
			}
			got := verdicts(t, door, "\nfire BeforeTool write_file {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]verdict.Verdict{"HOOK-003.1": tt.want}, got)
		})
	}
}

func TestTold(t *testing.T) {
	const fired = `{"aggregated":{"allOutputs":[{"systemMessage":"said aloud"}],"errors":["it broke"]},
		"warnings":[{"level":"warn","text":"ran too long"}],"telemetry":[{"level":"debug","text":"all is well"}]}`
	both := []adapter.Observation{adapter.ObserveTelemetry, adapter.ObserveWarnings}
	tests := []struct {
		name, in string
		observes []adapter.Observation
		want     verdict.Verdict
		reason   string
	}{
		{"in an output", "told aloud", both, verdict.Pass, "no requirement says where"},
		{"in an error", "told 'it broke'", both, verdict.Pass, "an error is a text, too"},
		{"in a warning", "told 'too long'", both, verdict.Pass, "a warning is"},
		{"in a line below", "told 'all is well'", both, verdict.Pass, "at whatever level"},
		{"nowhere", "told 'too short'", both, verdict.Fail, "all places were looked at"},
		{"not in two lines", "told 'long all'", both, verdict.Fail, "one text holds it"},
		{"a key", "told systemMessage", both, verdict.Fail, "names of members are not said"},
		{"without warnings", "told 'too short'", both[:1], verdict.NotObservable, "it may be where the adapter does not look"},
		{"without telemetry", "told 'too short'", both[1:], verdict.NotObservable, "it may be there, too"},
		{"seen without telemetry", "told aloud", both[1:], verdict.Pass, "what is there is there"},
		{"two texts", "told all well", both, verdict.SuiteError, "one text at a time"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			door := &cannedDoor{answers: map[string]string{adapter.MethodFire: fired}, observes: tt.observes}
			got := verdicts(t, door, "\nfire BeforeTool write_file {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]verdict.Verdict{"HOOK-003.1": tt.want}, got, tt.reason)
		})
	}
}

func TestWhatOpeningWarnedOfBelongsToTheFirstFiring(t *testing.T) {
	door := &cannedDoor{
		answers: map[string]string{
			adapter.MethodSessionOpen: `{"warnings":[{"level":"warn","text":"while opening"}]}`,
			adapter.MethodFire:        `{"aggregated":{"allOutputs":[]},"warnings":[{"level":"warn","text":"while firing"}]}`,
		},
		observes: []adapter.Observation{adapter.ObserveWarnings},
	}
	got := verdicts(t, door, `
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
	assert.Equal(t, map[string]verdict.Verdict{
		"HOOK-003.1": verdict.Pass, "HOOK-003.2": verdict.Pass, "HOOK-003.3": verdict.Fail,
	}, got)
}
