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

// The eleven events. The first five have callers that apply their effects; the
// other six are fired and their outputs dropped (HOOK-081, HOOK-203).
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

// Events gives all events, those with callers first.
func Events() []Event {
	return []Event{
		BeforeTool, AfterTool, BeforeModel, AfterModel, BeforeToolSelection,
		BeforeAgent, AfterAgent, SessionStart, SessionEnd, PreCompress, Notification,
	}
}

// Known tells whether e is one of the eleven events.
func (e Event) Known() bool {
	switch e {
	case BeforeTool, AfterTool, BeforeModel, AfterModel, BeforeToolSelection,
		BeforeAgent, AfterAgent, SessionStart, SessionEnd, PreCompress, Notification:
		return true
	}
	return false
}

// ForTool tells whether the event speaks of one tool call.
func (e Event) ForTool() bool { return e == BeforeTool || e == AfterTool }

// SubjectField names the input field that a matcher is tested against, or is
// empty for the five events whose matchers are ignored (HOOK-021, 032, 041,
// 051, 059; INT-19).
//
//hooktest:impl HOOK-041 HOOK-032 HOOK-021
func (e Event) SubjectField() string {
	switch e {
	case BeforeTool, AfterTool:
		return "tool_name"
	case SessionStart:
		return "source"
	case SessionEnd:
		return "reason"
	case PreCompress:
		return "trigger"
	case Notification:
		return "notification_type"
	}
	return ""
}
