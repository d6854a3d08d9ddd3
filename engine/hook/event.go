// Package hook is the vocabulary of the hook system: the events, what a hook
// reads (Input), what it answers (Output), the values that the stages hand to
// one another (Entry, Plan, ExecutionResult, AggregatedResult) and the output
// classes through which callers ask what an answer means.
//
// It decides what one answer means; it starts nothing, reads no settings and
// merges nothing.
package hook

// An Event is the name of a lifecycle event, as written in settings and in
// hook_event_name.
type Event string

// The events of LLxprt Code. The contract's row of an event says what it is about
// (HOOK-081, HOOK-203).
//
//hooktest:impl HOOK-081 HOOK-203
const (
	BeforeTool          Event = "BeforeTool"
	AfterTool           Event = "AfterTool"
	BeforeModel         Event = "BeforeModel"
	AfterModel          Event = "AfterModel"
	BeforeToolSelection Event = "BeforeToolSelection"
	BeforeAgent         Event = "BeforeAgent"
	AfterAgent          Event = "AfterAgent"
	SessionStart        Event = "SessionStart"
	SessionEnd          Event = "SessionEnd"
	PreCompress         Event = "PreCompress"
	Notification        Event = "Notification"
)
