package ruling_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// Observations are what an agent was seen to do with hooks: a file in testdata/observed, named after
// its contract. A comment there marks rows that were not seen, but are documented or read in a source.
type observations struct {
	Rulings []struct {
		Event   hook.Event
		Subject string
		Rows    []seen
	}
	// Matchers are the texts that match a subject, and those that don't.
	Matchers []struct {
		Subject       string
		Match, Differ []string
	}
}

// A hookRun is the result of one hook.
type hookRun struct {
	// Exit is its exit code, unless Ending is another way to end.
	Exit           int
	Ending         string
	Stdout, Stderr string
	// Specific, if not empty, are the fields of hookSpecificOutput next to the event's name, and
	// all of stdout.
	Specific string
	// Seconds is how long it ran.
	Seconds int
}

func (h hookRun) result(t *testing.T, event hook.Event) hook.ExecutionResult {
	t.Helper()
	if h.Specific != "" {
		h.Stdout = fmt.Sprintf(`{"hookSpecificOutput":{"hookEventName":"%s",%s}}`, event, h.Specific)
	}
	ending, ok := map[string]hook.Ending{"": hook.Exited, "killed": hook.Killed, "timed out": hook.TimedOut}[h.Ending]
	require.True(t, ok, h.Ending)
	return hook.ExecutionResult{
		Entry: hook.Entry{Command: "guard.sh", Type: hook.TypeCommand}, Event: event, Ending: ending, Code: h.Exit,
		Stdout: []byte(h.Stdout), Stderr: []byte(h.Stderr), Duration: time.Duration(h.Seconds) * time.Second,
	}
}

// A seen is the observed behaviour of an agent for one hook, or several. Each is the command
// guard.sh.
type seen struct {
	// Does describes what the hooks do, if their output does not.
	Does    string
	Hook    hookRun `yaml:",inline"`
	Hooks   []hookRun
	Verdict effect.Kind
	// Fact is the fact that decides.
	Fact string
	// Model and User are the texts that they read, "" for none; … replaces words that
	// were not recorded.
	Model, User string
	// After is the rewritten value, as JSON; empty for no change.
	After string
}

func TestAgentsRuleAsObserved(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "observed", "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		contract, ok := dialect.Named(strings.TrimSuffix(filepath.Base(path), ".yaml"))
		require.True(t, ok, "%s is named after a contract", path)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var all observations
		require.NoError(t, yamltext.Unmarshal(text, &all), path)
		require.NotEmpty(t, all.Rulings, path)
		for _, of := range all.Rulings {
			observed(t, contract, of.Event, of.Subject, of.Rows)
		}
		for _, of := range all.Matchers {
			for _, matcher := range of.Match {
				assert.True(t, matches(t, contract, matcher, of.Subject), "%s: %q on %s", path, matcher, of.Subject)
			}
			for _, matcher := range of.Differ {
				assert.False(t, matches(t, contract, matcher, of.Subject), "%s: %q on %s", path, matcher, of.Subject)
			}
		}
	}
}

// observed compares a contract's rulings on hooks of an event with the observations.
func observed(t *testing.T, contract *dialect.Contract, event hook.Event, subject string, rows []seen) {
	t.Helper()
	_, ok := contract.Event(event)
	require.True(t, ok, "%s has the event %s", contract.Name, event)
	require.NotEmpty(t, rows)
	for _, row := range rows {
		name := cmp.Or(row.Does, fmt.Sprintf("%+v", row.Hook))
		t.Run(contract.Name+"/"+string(event)+"/"+name, func(t *testing.T) {
			if row.Hooks == nil {
				row.Hooks = []hookRun{row.Hook}
			}
			var results []hook.ExecutionResult
			for _, h := range row.Hooks {
				results = append(results, h.result(t, event))
			}
			input := contract.Payload(event, contract.Sample(event, subject), dialect.Given{Session: "s", Folder: "/p", Time: time.Now()})
			got, _ := ruling.Of(contract, event, results, input)
			for _, r := range results {
				possible(t, contract, r, input)
			}
			assert.Equal(t, string(row.Verdict), string(got.Verdict.Kind), got.Verdict.Why)
			assert.Equal(t, row.Fact, got.Verdict.Rule, got.Verdict.Why)
			reads(t, "the model", row.Model, got.Words.Model)
			reads(t, "the user", row.User, got.Words.User)
			after := ""
			if got.Words.Difference != nil {
				after = string(jsonvalue.Marshal(got.Words.Difference.After))
			}
			assert.Equal(t, row.After, after, "the changed value")
		})
	}
}

// reads compares a text with the recorded one.
func reads(t *testing.T, who, want string, got *string) {
	t.Helper()
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", "(?s:.*)")
	assert.Regexp(t, "^"+pattern+"$", text(got), "what %s reads", who)
}

// matches reports whether a matcher matches a subject.
func matches(t *testing.T, contract *dialect.Contract, matcher, subject string) bool {
	t.Helper()
	if matcher == "" && !contract.Matcher.Blank || slices.Contains(contract.Matcher.Everything, matcher) {
		return true
	}
	expression, err := contract.Matcher.Compile.Read(matcher)
	if err != nil {
		return contract.Matcher.Literal && matcher == subject
	}
	fires, err := expression.MatchString(subject)
	require.NoError(t, err, "%q", matcher)
	return fires
}
