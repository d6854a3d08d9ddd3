package event_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/aggregator"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/event"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// project is a session's configuration, or one that panics.
type project struct{ panic any }

func (p project) SessionID() string {
	if p.panic != nil {
		panic(p.panic)
	}
	return "s"
}

func (project) WorkingDir() string { return "/project" }

func (project) Contract() *dialect.Contract { return dialect.LLxprt() }

// planned is a planner with one plan for everything.
type planned struct {
	plan    *hook.Plan
	panic   any
	asked   []hook.Event
	subject string
}

func (p *planned) Narrow(plan *hook.Plan, _ *jsonvalue.Object) *hook.Plan { return plan }

func (p *planned) CreateExecutionPlan(e hook.Event, subject string) *hook.Plan {
	p.asked, p.subject = append(p.asked, e), subject
	if p.panic != nil {
		panic(p.panic)
	}
	return p.plan
}

// recorded is a runner that starts nothing.
type recorded struct {
	results []hook.ExecutionResult
	panic   any
	in      hook.Input
}

func (r *recorded) run(in hook.Input) []hook.ExecutionResult {
	r.in = in
	if r.panic != nil {
		panic(r.panic)
	}
	return r.results
}

func (r *recorded) ExecuteHooksParallel(_ context.Context, _ *hook.Plan, in hook.Input) []hook.ExecutionResult {
	return r.run(in)
}

func (r *recorded) ExecuteHooksSequential(_ context.Context, _ *hook.Plan, in hook.Input) []hook.ExecutionResult {
	return r.run(in)
}

// merged is an aggregator that records its calls.
type merged struct {
	panic   any
	results []hook.ExecutionResult
	event   hook.Event
	chained bool
}

func (m *merged) AggregateResults(results []hook.ExecutionResult, e hook.Event, chained bool) hook.AggregatedResult {
	m.results, m.event, m.chained = results, e, chained
	if m.panic != nil {
		panic(m.panic)
	}
	return aggregator.New(dialect.LLxprt()).AggregateResults(results, e, chained)
}

func planOf(sequential bool) *hook.Plan {
	return &hook.Plan{Event: hook.BeforeTool, Sequential: sequential, Entries: make([]hook.Entry, 2)}
}

// refusal is the result of a hook that refused with exit code 2.
func refusal() hook.ExecutionResult {
	decision, reason := hook.Deny, "no"
	return hook.ExecutionResult{
		Event: hook.BeforeTool, Ending: hook.Exited, Code: 2, Duration: 3 * time.Millisecond,
		Output: &hook.Output{Decision: &decision, Reason: &reason, Origin: hook.FromRefusal},
	}
}

// logTo writes all records without their time.
func logTo(log *bytes.Buffer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
}

func lines(log *bytes.Buffer) []string {
	return strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
}

func TestPlannersAreGivenTheSubject(t *testing.T) {
	p := &planned{}
	h := event.NewHandler(event.Parts{Config: project{}, Planner: p, Runner: &recorded{}, Aggregator: &merged{}})
	for _, f := range fires() {
		assert.Equal(t, hook.Empty(), f.fire(t.Context(), h), "HOOK-145")
		assert.Equal(t, f.event, p.asked[len(p.asked)-1])
		assert.Equal(t, f.subject, p.subject, "HOOK-162, HOOK-163, INT-19: %s", f.event)
	}
}

func TestInfrastructureErrorsGiveTheEmptyResult(t *testing.T) {
	tests := []struct {
		name   string
		in     event.Parts
		want   string
		hooks  string
		reason string
	}{
		{"planner", event.Parts{Config: project{}, Planner: &planned{panic: "lost"}, Runner: &recorded{}, Aggregator: &merged{}},
			"hook planning failed: the event goes on without hooks", "0", "HOOK-113"},
		{"input", event.Parts{Config: project{panic: "lost"}, Planner: &planned{plan: planOf(false)}, Runner: &recorded{}, Aggregator: &merged{}},
			"hook system failed: the event goes on without hooks", "2", "HOOK-147"},
		{"runner", event.Parts{Config: project{}, Planner: &planned{plan: planOf(false)}, Runner: &recorded{panic: "lost"}, Aggregator: &merged{}},
			"hook system failed: the event goes on without hooks", "2", "HOOK-147"},
		{"aggregator", event.Parts{Config: project{}, Planner: &planned{plan: planOf(true)}, Runner: &recorded{}, Aggregator: &merged{panic: "lost"}},
			"hook system failed: the event goes on without hooks", "2", "HOOK-147, INT-34"},
		{"missing part", event.Parts{Config: project{}, Planner: &planned{plan: planOf(false)}, Runner: nil, Aggregator: &merged{}},
			"hook system failed: the event goes on without hooks", "2", "HOOK-147"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, f := range fires() {
				if f.event != hook.BeforeTool && f.event != hook.Notification {
					continue
				}
				var log bytes.Buffer
				tt.in.Log = logTo(&log, slog.LevelDebug)
				assert.Equal(t, hook.Empty(), f.fire(t.Context(), event.NewHandler(tt.in)), tt.reason)

				got := lines(&log)
				assert.Len(t, got, 2)
				assert.Contains(t, got[0], `level=WARN msg="`+tt.want+`" event=`, "HOOK-113: logged at warn level")
				assert.Contains(t, got[1], `level=DEBUG msg="hook event fired" event=`, "HOOK-146: every firing")
				assert.Contains(t, got[1], ` hooks=`+tt.hooks+` totalDuration=0s success=true`, "HOOK-146")
			}
		})
	}
}

// A firing that can't be logged is still run, and the hooks' decision stays.
func TestABrokenLogUndoesNoRefusal(t *testing.T) {
	h := event.NewHandler(event.Parts{
		Config: project{}, Planner: &planned{plan: planOf(false)}, Aggregator: &merged{},
		Runner: &recorded{results: []hook.ExecutionResult{refusal()}}, Log: slog.New(brokenLog{}),
	})
	result := h.FireBeforeToolEvent(t.Context(), "write_file", nil)
	if assert.NotNil(t, result.FinalOutput, "HOOK-110: an explicit block is never undone") {
		assert.True(t, result.FinalOutput.IsBlockingDecision(), "HOOK-110")
	}
}

func TestABrokenLogIsNoReasonToFail(t *testing.T) {
	for _, planner := range []*planned{{}, {panic: "lost"}} {
		h := event.NewHandler(event.Parts{Config: project{}, Planner: planner, Runner: &recorded{}, Aggregator: &merged{}, Log: slog.New(brokenLog{})})
		assert.Equal(t, hook.Empty(), h.FireBeforeToolEvent(t.Context(), "write_file", nil), "HOOK-147: never an exception")
	}
}

type brokenLog struct{}

func (brokenLog) Enabled(context.Context, slog.Level) bool  { return true }
func (brokenLog) Handle(context.Context, slog.Record) error { panic("log") }
func (b brokenLog) WithAttrs([]slog.Attr) slog.Handler      { return b }
func (b brokenLog) WithGroup(string) slog.Handler           { return b }

func TestEveryFiringIsLogged(t *testing.T) {
	healthy := hook.ExecutionResult{Event: hook.BeforeTool, Ending: hook.Exited, Success: true, Duration: 2 * time.Millisecond}
	failed := hook.ExecutionResult{Event: hook.BeforeTool, Ending: hook.Exited, Code: 1, Duration: time.Millisecond, Err: errors.New("exit 1")}
	tests := []struct {
		name   string
		plan   *hook.Plan
		in     []hook.ExecutionResult
		want   string
		reason string
	}{
		{"no hook", nil, nil, `hooks=0 totalDuration=0s success=true`, "HOOK-146, HOOK-145"},
		{"healthy", planOf(false), []hook.ExecutionResult{healthy, healthy}, `hooks=2 totalDuration=4ms success=true`, "HOOK-146, INT-10"},
		{"a failure", planOf(false), []hook.ExecutionResult{healthy, failed}, `hooks=2 totalDuration=3ms success=false`, "HOOK-146, HOOK-213"},
		{"a refusal", planOf(true), []hook.ExecutionResult{refusal()}, `hooks=2 totalDuration=3ms success=false`, "HOOK-146, HOOK-213"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var debug, warn bytes.Buffer
			parts := event.Parts{Config: project{}, Planner: &planned{plan: tt.plan}, Runner: &recorded{results: tt.in}, Aggregator: &merged{}}

			parts.Log = logTo(&debug, slog.LevelDebug)
			event.NewHandler(parts).FireBeforeToolEvent(t.Context(), "write_file", nil)
			assert.Equal(t, []string{`level=DEBUG msg="hook event fired" event=BeforeTool ` + tt.want}, lines(&debug), tt.reason)

			parts.Log = logTo(&warn, slog.LevelInfo)
			event.NewHandler(parts).FireBeforeToolEvent(t.Context(), "write_file", nil)
			assert.Empty(t, warn.String(), "HOOK-146: at debug level and no other")
		})
	}
}

func TestWarningsOfAFiring(t *testing.T) {
	ofPlan := hook.Warning{Rule: "HOOK-088", Text: "of the plan", Position: hook.Position{File: "settings.json", Line: 1, Column: 2}}
	ofHook := hook.Warning{Rule: "INT-15", Text: "of the hook"}
	decided := refusal()
	decided.Warnings = []hook.Warning{ofHook}
	decided.Output.Specific = jsonvalue.New(jsonvalue.Member{Key: "permissionDecision", Value: "maybe"})
	plan := planOf(false)
	plan.Warnings = []hook.Warning{ofPlan}
	var log bytes.Buffer
	h := event.NewHandler(event.Parts{
		Config: project{}, Planner: &planned{plan: plan}, Runner: &recorded{results: []hook.ExecutionResult{decided}},
		Aggregator: &merged{}, Log: logTo(&log, slog.LevelInfo),
	})

	result := h.FireBeforeToolEvent(t.Context(), "write_file", nil)
	ofOutput := hook.Warning{Rule: "INT-16", Text: `hookSpecificOutput.permissionDecision "maybe" is not one of block, deny, allow, approve, ask: it does not block`}
	assert.Equal(t, []hook.Warning{ofPlan, ofOutput, ofHook}, result.Warnings, "INT-15, INT-16: plan, final output, hooks")
	assert.Equal(t, []string{
		`level=WARN msg="hookSpecificOutput.permissionDecision \"maybe\" is not one of block, deny, allow, approve, ask: it does not block" event=BeforeTool rule=INT-16`,
	}, lines(&log), "the planner and the runner log what is theirs")
	assert.Equal(t, []hook.Warning{ofPlan}, plan.Warnings, "plans are shared")
}

// passing is a configuration whose session changes at each event.
type passing struct {
	project
	ids, folders []string
}

func (p *passing) SessionID() (id string) { id, p.ids = p.ids[0], p.ids[1:]; return id }

func (p *passing) WorkingDir() (dir string) { dir, p.folders = p.folders[0], p.folders[1:]; return dir }

// An agent may begin another session, or change to another folder, under the same
// configuration. The adapter protocol can't express that, so no case tests it.
func TestTheConfigurationIsAskedAtEachEvent(t *testing.T) {
	run := &recorded{results: []hook.ExecutionResult{refusal()}}
	config := &passing{ids: []string{"one", "two", "three"}, folders: []string{"/a", "/b", "/c"}}
	h := event.NewHandler(event.Parts{Config: config, Planner: &planned{plan: planOf(false)}, Runner: run, Aggregator: &merged{}})
	read := func() [2]string {
		id, _ := run.in.Object().GetString("session_id")
		return [2]string{id, run.in.CWD()}
	}

	h.FireBeforeToolEvent(t.Context(), "write_file", nil)
	assert.Equal(t, [2]string{"one", "/a"}, read(), "HOOK-215")
	h.FireBeforeToolEvent(t.Context(), "write_file", nil)
	assert.Equal(t, [2]string{"two", "/b"}, read(), "HOOK-215: the same event again")
	h.FireAfterModelEvent(t.Context(), genai.Request{}, genai.Response{})
	assert.Equal(t, [2]string{"three", "/c"}, read(), "HOOK-215: every input, not only those of tools")
}

// The result contains the hooks' input, for a caller that describes it.
func TestResultsHoldTheInput(t *testing.T) {
	run := &recorded{results: []hook.ExecutionResult{refusal()}}
	h := event.NewHandler(event.Parts{Config: project{}, Planner: &planned{plan: planOf(false)}, Runner: run, Aggregator: &merged{}})
	result := h.FireBeforeToolEvent(t.Context(), "write_file", nil)
	assert.Equal(t, run.in, result.Input)
	name, _ := result.Input.Object().GetString("tool_name")
	assert.Equal(t, "write_file", name)
}

// A cancelled caller gets a result: hooks are ended, and the agent continues.
func TestACancelledFiringRefusesNothing(t *testing.T) {
	h := handler(t, t.TempDir(), `{"BeforeModel":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	result := h.FireBeforeModelEvent(ctx, genai.Request{})
	assert.Nil(t, result.FinalOutput, "HOOK-110")
	assert.False(t, result.Success, "HOOK-213")
	assert.Len(t, result.Errors, 1)
}
