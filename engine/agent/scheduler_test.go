package agent_test

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/agent"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

// gated are calls that end when their gate is opened; they pass their number on
// as soon as they run.
func gated(n int) (calls []agent.ToolCall, running chan int, gates []chan struct{}) {
	running = make(chan int, n)
	gates = make([]chan struct{}, n)
	for i := range n {
		gates[i] = make(chan struct{})
		calls = append(calls, agent.ToolCall{ID: strconv.Itoa(i), Name: "t", Execute: func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) {
			running <- i
			<-gates[i]
			return trigger.ToolResult{LLMContent: strconv.Itoa(i)}, nil
		}})
	}
	return calls, running, gates
}

func TestOutcomesArePublishedInTheOrderOfTheCalls(t *testing.T) {
	tests := []struct {
		name string
		ends []int
		// want has what is published after each end.
		want [][]string
	}{
		{"in order", []int{0, 1, 2, 3}, [][]string{{"0"}, {"1"}, {"2"}, {"3"}}},
		{"backwards", []int{3, 2, 1, 0}, [][]string{{}, {}, {}, {"0", "1", "2", "3"}}},
		{"mixed", []int{1, 0, 3, 2}, [][]string{{}, {"0", "1"}, {}, {"2", "3"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls, running, gates := gated(4)
			published := make(chan string, len(calls))
			var publishing atomic.Int32
			s := agent.NewScheduler(sessionOf(t, nil).config, func(o agent.ToolOutcome) {
				assert.EqualValues(t, 1, publishing.Add(1), "never concurrently")
				published <- o.Call.ID
				publishing.Add(-1)
			})
			done := make(chan []agent.ToolOutcome)
			go func() { done <- s.Run(t.Context(), calls) }()
			for range calls {
				<-running // All of them: calls of one batch run side by side.
			}
			for i, end := range tt.ends {
				close(gates[end])
				for _, want := range tt.want[i] {
					assert.Equal(t, want, <-published, "HOOK-129: as soon as all earlier ones are published")
				}
			}
			outcomes := <-done
			assert.Empty(t, published, "each exactly once")
			for i, o := range outcomes {
				assert.Equal(t, strconv.Itoa(i), o.Result.LLMContent, "HOOK-129")
			}
		})
	}
}

func TestARefusedCallIsDoneLikeAnyOther(t *testing.T) {
	s := sessionOf(t, commands{hook.BeforeTool: `grep -q '"tool_name":"bad"' && { echo no >&2; exit 2; }; exit 0`})
	var ran atomic.Int32
	execute := func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) {
		ran.Add(1)
		return trigger.ToolResult{LLMContent: "ok"}, nil
	}
	calls := []agent.ToolCall{
		{ID: "1", Name: "bad", Execute: execute},
		{ID: "2", Name: "good", Input: object(t, `{"a":1}`), Execute: execute},
		{ID: "3", Name: "broken", Execute: func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) {
			return trigger.ToolResult{}, errors.New("disk full")
		}},
	}
	var published []agent.ToolOutcome
	outcomes := agent.NewScheduler(s.config, func(o agent.ToolOutcome) { published = append(published, o) }).Run(t.Context(), calls)

	require.Len(t, outcomes, 3)
	assert.EqualValues(t, 1, ran.Load(), "HOOK-130: a refused call is not tried, and none is tried again")
	for i, o := range outcomes {
		assert.Equal(t, 1, o.Attempts, "HOOK-130")
		var statuses []agent.Status
		for _, transition := range o.Transitions {
			statuses = append(statuses, transition.From, transition.To)
			assert.Equal(t, calls[i].ID, transition.Call.ID)
		}
		assert.Equal(t, []agent.Status{agent.Idle, agent.Executing, agent.Executing, agent.Idle}, statuses, "HOOK-204: idle is where every call ends")
		assert.Equal(t, o.Call.ID, published[i].Call.ID, "HOOK-129: published, refused or not")
		assert.Equal(t, o.ToolExecution, published[i].ToolExecution, "HOOK-129")
	}
	assert.Equal(t, "no", outcomes[0].Result.LLMContent, "HOOK-129: the model sees the reason")
	assert.True(t, outcomes[0].Blocked, "HOOK-129")
	assert.NotNil(t, outcomes[0].Result.Error, "HOOK-129: it looks like an error")
	assert.Equal(t, "ok", outcomes[1].Result.LLMContent, "HOOK-112: a refusal concerns one call")
	assert.Equal(t, "disk full", outcomes[2].Result.LLMContent)
}

func TestEmptyBatches(t *testing.T) {
	assert.Empty(t, agent.NewScheduler(sessionOf(t, nil).config, nil).Run(t.Context(), nil))
}
