//go:build unix

package suite_test

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
)

// shell runs the commands that the settings have for an event, one after the other, and
// responds with their output.
type shell struct {
	canned
	hooks map[string][]struct {
		Hooks []struct{ Command string }
	}
	// without is false for each feature that it does not claim.
	without map[adapter.Feature]bool
}

func (d *shell) Hello() adapter.InitializeResult {
	hello := adapter.InitializeResult{Features: map[adapter.Feature]bool{}}
	for _, f := range adapter.Features() {
		_, without := d.without[f.Feature]
		hello.Features[f.Feature] = !without
	}
	return hello
}

func (d *shell) Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error) {
	switch p := params.(type) {
	case adapter.OpenParams:
		settings := struct{ Hooks any }{&d.hooks}
		return json.RawMessage(`{}`), json.Unmarshal(p.Settings, &settings)
	case adapter.EventParams:
		outputs := []any{}
		for _, group := range d.hooks[p.Event] {
			for _, hook := range group.Hooks {
				c := exec.CommandContext(ctx, "sh", "-c", hook.Command)
				c.Stdin = strings.NewReader(`{"event":"` + p.Event + `"}`)
				out, err := c.Output()
				if err != nil {
					return nil, err
				}
				outputs = append(outputs, string(out))
			}
		}
		return json.Marshal(map[string]any{"aggregated": map[string]any{"allOutputs": outputs}})
	}
	return d.canned.Call(ctx, method, params, limit)
}

// ran runs a script through shell and returns its only check.
func ran(t *testing.T, script string) suite.Check {
	t.Helper()
	c, err := cases.Parse("x/HOOK-003-x.txtar", []byte("# a case\n# requirement: HOOK-003\n"+script))
	require.NoError(t, err)
	result, err := (&suite.Runner{Client: &shell{}, Folder: t.TempDir()}).Run(t.Context(), c)
	require.NoError(t, err)
	require.Len(t, result.Checks, 1)
	return result.Checks[0]
}

// Two hooks run twice each before these lines judge them.
func TestWordsAboutSeveralRunsAndHooks(t *testing.T) {
	const world = "spy quiet\nhook loud\non BeforeAgent,SessionEnd quiet loud\nfire BeforeAgent\nfire SessionEnd\nclause HOOK-003.1\n"
	miss := func(what, want, got string) suite.Mismatch {
		return suite.Mismatch{Line: 9, What: what, Want: want, Got: got}
	}
	const sawEvent = "what quiet@1 saw: stdin.event"
	tests := []struct {
		name, in string
		want     []suite.Mismatch
		reason   string
	}{
		{"each run", `saw quiet@1-2 exit is 0`, nil, "and a spy ends well"},
		{"one of the runs", "saw quiet@1-2 stdin.event is SessionEnd", []suite.Mismatch{miss(sawEvent, "is SessionEnd", `"BeforeAgent"`)}, "it is named"},
		{"none of the runs", "saw quiet@1-2 stdin.event is Other", []suite.Mismatch{
			miss(sawEvent, "is Other", `"BeforeAgent"`), miss("what quiet@2 saw: stdin.event", "is Other", `"SessionEnd"`),
		}, "all are reported"},
		{"the opposite of each run", "! saw quiet@1-2 stdin.event is BeforeAgent", []suite.Mismatch{miss(sawEvent, "not is BeforeAgent", `"BeforeAgent"`)}, "it has to hold of each as well"},
		{"a run that was not", "saw 'quiet#1-2' stdin.event is SessionEnd", []suite.Mismatch{miss("what quiet#2 saw: stdin.event", "a run", "1 runs")}, "the run of the line before is not one of the last line"},
		{"the last line alone", "saw quiet stdin.event is SessionEnd", nil, ""},
		{"several hooks", "ran quiet loud", nil, ""},
		{"several hooks, how often", "ran quiet loud 2", nil, ""},
		{"several hooks, one too often", "ran quiet loud 3", []suite.Mismatch{miss("runs of quiet", "3", "2"), miss("runs of loud", "3", "2")}, "each is reported"},
		{"a hook that does not exist", "ran quiet other", []suite.Mismatch{miss("runs of other", "at least 1", "0")}, ""},
		{"the event of the list's end", "want allOutputs.1 is '\"loud\\n\"'", nil, "the group is there for both"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check := ran(t, world+tt.in+"\n-- loud --\necho loud\n")
			assert.Equal(t, tt.want, check.Mismatches, tt.reason)
			assert.Equal(t, len(tt.want) == 0, check.Verdict == outcome.Pass, tt.reason)
		})
	}
}

func TestFaultsOfWords(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"runs from 0", "saw 'guard#0-1' exit is 0", "saw: usage: [!] saw HOOK[@LINE[-LINE]][#RUN[-RUN]] PATH absent|present|OPERATOR VALUE", "the first is 1"},
		{"runs backwards", "saw 'guard#2-1' exit is 0", "saw: usage: [!] saw HOOK[@LINE[-LINE]][#RUN[-RUN]] PATH absent|present|OPERATOR VALUE", "no run is between them: nothing would be judged"},
		{"runs to nowhere", "saw 'guard#1-' exit is 0", "saw: usage: [!] saw HOOK[@LINE[-LINE]][#RUN[-RUN]] PATH absent|present|OPERATOR VALUE", "how many is what the case has to say"},
		{"all runs", "saw 'guard#*' exit is 0", "saw: usage: [!] saw HOOK[@LINE[-LINE]][#RUN[-RUN]] PATH absent|present|OPERATOR VALUE", "of a hook that ran less often, fewer would be judged"},
		{"lines from 0", "saw guard@0 exit is 0", "saw: usage: ", "the first is 1"},
		{"a line that is not there", "saw guard@1 exit is 0", "saw: guard@1: 0 lines have fired", "a mistake in the case"},
		{"a hook before anything fires", "saw guard exit is 0", "", "it has not run"},
		{"a number alone", "ran 2", "", "it could be a hook's name, which has not run"},
		{"a hook of an unknown option", "hook guard say=x", "hook: usage: hook NAME... [says=TEXT|says=@FILE]", "the text would be lost"},
		{"a text without a hook", "hook says=x", "hook: usage: hook NAME... [says=TEXT|says=@FILE]", ""},
		{"no spy", "spy", "spy: usage: spy NAME...", ""},
		{"an end that asks for something", "table a\nrow 1\nrow 2\ncontrol\nstatus # <a>\nwant <a> absent\nend x", "end: usage: end", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check := ran(t, "spy guard\nclause HOOK-003.1\nran guard 0\n"+tt.in+"\n")
			if tt.want == "" {
				assert.Equal(t, outcome.Fail, check.Verdict, tt.reason)
				return
			}
			assert.Equal(t, outcome.SuiteError, check.Verdict, tt.reason)
			assert.Contains(t, check.Mismatches[len(check.Mismatches)-1].Got, tt.want, tt.reason)
		})
	}
}

// A hook that is defined again has the new behaviour from then on, and its runs are
// still counted together.
func TestHooksThatSayWhatTheScriptSays(t *testing.T) {
	const script = `hook guard says='it''s ${PROJECT}\n'
on BeforeAgent guard
clause HOOK-003.1
fire BeforeAgent
want allOutputs.0 matches '^it''s /.*/project\\n\n$'
hook guard says='{"a":"b=c"}'
fire BeforeAgent
want allOutputs.0 is '"{\"a\":\"b=c\"}\n"'
hook guard says=@answer
fire BeforeAgent
want allOutputs.0 is '"two\nlines\n"'
saw guard@3 exit is 0
ran guard 3
-- answer --
two
lines
`
	assert.Equal(t, outcome.Pass, ran(t, script).Verdict)
}

// A line after a table does not belong to the table's last row.
func TestATableEndsItsScope(t *testing.T) {
	const script = `spy guard
on BeforeAgent guard

table label
row one
row two

clause HOOK-003.1/<label>
fire BeforeAgent
ran guard 1
end

ran guard 3
`
	c, err := cases.Parse("x/HOOK-003-x.txtar", []byte("# a case\n# requirement: HOOK-003\n"+script))
	require.NoError(t, err)
	result, err := (&suite.Runner{Client: &shell{}, Folder: t.TempDir()}).Run(t.Context(), c)
	require.NoError(t, err)
	want := []suite.Mismatch{{Line: 15, What: "runs of guard", Want: "3", Got: "1"}}
	for _, check := range result.Checks {
		assert.Equal(t, outcome.Blocked, check.Verdict, "what is in no scope is the control's")
		assert.Equal(t, 1, check.Assertions)
		assert.Equal(t, want, check.Mismatches, "with the line of the file, which is not that of what ran")
	}
}

// An error of testscript's own commands names the line of the file, too.
func TestAScriptThatEndsAfterATable(t *testing.T) {
	check := ran(t, "table a\nrow 1\nrow 2\ncontrol\nstatus\nwant x<a> absent\nend\nclause HOOK-003.1\nstatus\nwant . is {}\nrm\n")
	assert.Equal(t, outcome.SuiteError, check.Verdict)
	assert.Equal(t, "x/HOOK-003-x.txtar:13: usage: rm file...", check.Mismatches[len(check.Mismatches)-1].Got)
}

// A missing run fails the count that covers it, and not the following ones. A run that
// was counted is not counted again.
func TestCountsAreSinceTheLastCount(t *testing.T) {
	const script = `spy guard
on BeforeAgent,SessionEnd guard
clause HOOK-003.1/two-lines
fire BeforeAgent
fire SessionEnd
ran guard 2
clause HOOK-003.1/again
ran guard 2
clause HOOK-003.1/missing
fire SessionStart
ran guard 1
clause HOOK-003.1/next
fire BeforeAgent
ran guard 1
clause HOOK-003.1/idle
fire SessionStart
idle guard
`
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-003.1/two-lines": outcome.Pass, "HOOK-003.1/again": outcome.Pass, "HOOK-003.1/missing": outcome.Fail,
		"HOOK-003.1/next": outcome.Pass, "HOOK-003.1/idle": outcome.Pass,
	}, verdicts(t, &shell{}, script))
}

// Whatever depends on a skipped line is unsupported: the line, the counts that cover
// it, and the state of the system. A line that fires afterwards is judged. The skipped
// line isn't the last one, because after the last one no answer is judged anyway.
func TestLinesThatWereSkipped(t *testing.T) {
	const script = `spy guard
on BeforeAgent,SessionEnd guard
fire SessionEnd
fire BeforeAgent
clause HOOK-003.1/covers-it
ran guard 2
clause HOOK-003.1/is-it
saw guard@1 exit is 0
clause HOOK-003.1/itself
status
want . present
clause HOOK-003.1/later
fire BeforeAgent
ran guard 1
saw guard exit is 0
clause HOOK-003.1/is-another
saw guard@2 exit is 0
extension bought
open second
clause HOOK-003.1/session
fire BeforeAgent
saw guard exit is 0
-- bought --
{"name":"bought","active":true}
`
	features := map[adapter.Feature]bool{"event-session-end": false, adapter.FeatureExtensions: false}
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-003.1/covers-it": outcome.Unsupported, "HOOK-003.1/is-it": outcome.Unsupported, "HOOK-003.1/is-another": outcome.Pass,
		"HOOK-003.1/itself": outcome.Unsupported, "HOOK-003.1/later": outcome.Pass, "HOOK-003.1/session": outcome.Unsupported,
	}, verdicts(t, &shell{without: features}, script))
}
