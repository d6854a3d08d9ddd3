package ruling_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
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
)

// A hookRun is the result of one hook.
type hookRun struct {
	code           int
	stdout, stderr string
	// ending defaults to Exited.
	ending hook.Ending
	// took is how long it ran.
	took time.Duration
}

// A seen is the observed behaviour of an agent for hooks of one event.
type seen struct {
	// the describes what the hooks do.
	the   string
	hooks []hookRun
	want  effect.Kind
	// fact is the fact that decides.
	fact string
	// model and user are the texts that they read, "" for none; … replaces words that
	// were not recorded.
	model, user string
	// after is the rewritten value, as JSON; empty for no change.
	after string
}

// printed returns a hook that exits with 0 and prints something.
func printed(stdout string) []hookRun { return []hookRun{{stdout: stdout}} }

// exits returns a hook that writes to stderr and exits with a code.
func exits(code int, stderr string) []hookRun { return []hookRun{{code: code, stderr: stderr}} }

// answers returns the observation of one hook that exits with 0 and prints something.
func answers(stdout string, want effect.Kind, fact, model string) seen {
	return seen{the: "hook prints " + strconv.Quote(stdout), hooks: printed(stdout), want: want, fact: fact, model: model}
}

// quits returns the observation of one hook that exits with a code.
func quits(code int, stdout, stderr string, want effect.Kind, fact, model string) seen {
	return seen{
		the:   fmt.Sprintf("exit code is %d, stdout %q, stderr %q", code, stdout, stderr),
		hooks: []hookRun{{code: code, stdout: stdout, stderr: stderr}}, want: want, fact: fact, model: model,
	}
}

// ended returns the observation of one hook that does not exit by itself.
func ended(how hook.Ending, want effect.Kind, fact, model string) seen {
	return seen{the: fmt.Sprintf("hook ends by %v", how), hooks: []hookRun{{ending: how}}, want: want, fact: fact, model: model}
}

// together returns the observation of several hooks.
func together(the string, want effect.Kind, fact, model string, hooks ...hookRun) seen {
	return seen{the: the, hooks: hooks, want: want, fact: fact, model: model}
}

// changing adds the value that the agent continues with.
func (s seen) changing(after string) seen {
	s.after = after
	return s
}

// observed compares a contract's rulings on hooks of an event with the observations.
// Each hook is the command guard.sh.
func observed(t *testing.T, contract *dialect.Contract, event hook.Event, subject string, rows []seen) {
	t.Helper()
	_, ok := contract.Event(event)
	require.True(t, ok, "%s has the event %s", contract.Name, event)
	for _, row := range rows {
		t.Run(string(event)+"/"+row.the, func(t *testing.T) {
			var results []hook.ExecutionResult
			for _, h := range row.hooks {
				r := hook.ExecutionResult{
					Entry: hook.Entry{Command: "guard.sh", Type: hook.TypeCommand}, Event: event,
					Ending: hook.Exited, Code: h.code, Stdout: []byte(h.stdout), Stderr: []byte(h.stderr), Duration: h.took,
				}
				if h.ending != hook.NotStarted {
					r.Ending = h.ending
				}
				results = append(results, r)
			}
			input := contract.Payload(event, contract.Sample(event, subject), dialect.Given{Session: "s", Folder: "/p", Time: time.Now()})
			got, _ := ruling.Of(contract, event, results, input)
			assert.Equal(t, string(row.want), string(got.Verdict.Kind), got.Verdict.Why)
			assert.Equal(t, row.fact, got.Verdict.Rule, got.Verdict.Why)
			reads(t, "the model", row.model, got.Words.Model)
			reads(t, "the user", row.user, got.Words.User)
			after := ""
			if got.Words.Difference != nil {
				after = string(jsonvalue.Marshal(got.Words.Difference.After))
			}
			assert.Equal(t, row.after, after, "the changed value")
		})
	}
}

// reads compares a text with the recorded one.
func reads(t *testing.T, who, want string, got *string) {
	t.Helper()
	text := ""
	if got != nil {
		text = *got
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", "(?s:.*)")
	assert.Regexp(t, "^"+pattern+"$", text, "what %s reads", who)
}

// A tried is a matcher and whether it matches a subject.
type tried struct {
	matcher string
	fires   bool
}

// matches checks matchers against one subject.
func matches(t *testing.T, contract *dialect.Contract, subject string, rows []tried) {
	t.Helper()
	for _, row := range rows {
		expression, err := contract.Matcher.Compile.Read(row.matcher)
		fires := false
		if row.matcher == "" && !contract.Matcher.Blank || slices.Contains(contract.Matcher.Everything, row.matcher) {
			fires = true
		} else if err == nil {
			fires, err = expression.MatchString(subject)
			require.NoError(t, err, "%q", row.matcher)
		} else {
			fires = contract.Matcher.Literal && row.matcher == subject
		}
		assert.Equal(t, row.fires, fires, "%q on %s", row.matcher, subject)
	}
}
