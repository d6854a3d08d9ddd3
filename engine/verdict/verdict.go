// Package verdict says in words what an agent does with the answer of a hook,
// and which rule makes it so. It turns one execution result, or the aggregated
// result of an event, into a Verdict; it decides nothing by itself: the output
// classes of package hook do.
//
// "Could not be started" is a verdict of its own. A guard that never ran is
// not a guard that allowed.
package verdict

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// A Kind is what the agent does, in one word.
type Kind string

const (
	// Allow: the hook ran and the agent goes on.
	Allow Kind = "allow"
	// Deny: the operation does not take place.
	Deny Kind = "deny"
	// Stop: the agent loop ends.
	Stop Kind = "stop"
	// Failed: the hook ended with an exit code other than 0 and 2; the agent
	// goes on as if it had not run.
	Failed Kind = "failed"
	// Timeout: the hook was ended after its timeout; the agent goes on.
	Timeout Kind = "timeout"
	// Killed: a signal ended the hook; the agent goes on.
	Killed Kind = "killed"
	// NotStarted: the hook could not be started; the agent goes on.
	NotStarted Kind = "not-started"
)

// Kinds gives all kinds.
func Kinds() []Kind { return []Kind{Allow, Deny, Stop, Failed, Timeout, Killed, NotStarted} }

// Unguarded tells whether the agent goes on although no hook judged the
// operation: the hook did not do its work.
func (k Kind) Unguarded() bool {
	return k == Failed || k == Timeout || k == Killed || k == NotStarted
}

// A Verdict is what the agent does and why.
type Verdict struct {
	Kind Kind
	// Rule is the HOOK or INT id that decides.
	Rule string
	// Why is one sentence about the hook's answer, in lower case and without a
	// final period.
	Why string
}

// Of judges one hook by its own result, as if it had been the only one.
func Of(r hook.ExecutionResult) Verdict {
	if v, failed := failure(r); failed {
		return v
	}
	if r.Output == nil {
		return noOutput(r)
	}
	row, _ := dialect.LLxprt().Event(r.Event)
	final := row.CreateSpecificHookOutput(r.Output)
	if v, decided := policy(r.Event, final, r.Output.Origin); decided {
		if v.Kind == Deny && r.Output.Origin == hook.FromRefusal && interpreterRefused(r) {
			return Verdict{Deny, "INT-03", "exit code 2 refuses, but it comes from an interpreter's error and not from the hook"}
		}
		return v
	}
	return allowed(r.Event, r.Output)
}

// OfEvent judges a whole event by its aggregated result. The verdict of an
// event whose hooks all failed is that of the first failure: nothing guarded
// the operation.
func OfEvent(event hook.Event, agg hook.AggregatedResult) Verdict {
	if len(agg.Results) == 1 {
		return Of(agg.Results[0])
	}
	if agg.FinalOutput != nil {
		if v, decided := policy(event, agg.FinalOutput, origin(agg)); decided {
			return v
		}
	}
	judged := false
	for _, r := range agg.Results {
		judged = judged || !Of(r).Kind.Unguarded()
	}
	if len(agg.Results) > 0 && !judged {
		return Of(agg.Results[0])
	}
	if len(agg.Results) == 0 {
		return Verdict{Allow, "HOOK-145", "no hook runs for this event"}
	}
	return Verdict{Allow, "HOOK-190", "no hook refused or stopped"}
}

func origin(agg hook.AggregatedResult) hook.Origin {
	for _, o := range agg.AllOutputs {
		if o.Origin == hook.FromRefusal {
			return hook.FromRefusal
		}
	}
	return hook.FromJSON
}

// policy finds what a final output demands, if it demands anything.
func policy(event hook.Event, final hook.FinalOutput, origin hook.Origin) (Verdict, bool) {
	effects := effectsOf(event)
	blocking, stopping := final.IsBlockingDecision(), final.ShouldStopExecution()
	switch {
	case blocking && effects.block != "":
		return refusal(event, final, origin), true
	case stopping && effects.stop != "":
		return Verdict{Stop, effects.stop, "continue is false: the agent loop ends"}, true
	case blocking:
		return Verdict{Allow, effects.ignored, "the hook refused, but " + string(event) + " can't be refused: the agent goes on"}, true
	case stopping:
		return Verdict{Allow, effects.ignored, "continue is false, but nobody acts on what hooks of " + string(event) + " answer"}, true
	}
	return Verdict{}, false
}

// effects are the rules by which an event can be refused or stopped; ignored
// is the rule by which it can't.
type effects struct{ block, stop, ignored string }

func effectsOf(event hook.Event) effects {
	switch event {
	case hook.BeforeTool:
		return effects{block: "HOOK-016b", stop: "HOOK-020"}
	case hook.AfterTool:
		return effects{stop: "HOOK-028", ignored: "HOOK-178"}
	case hook.BeforeModel:
		return effects{block: "HOOK-037", stop: "HOOK-040"}
	case hook.AfterModel:
		return effects{stop: "HOOK-048", ignored: "HOOK-180"}
	case hook.BeforeToolSelection:
		return effects{stop: "HOOK-058", ignored: "HOOK-181"}
	}
	return effects{ignored: "HOOK-203"}
}

func refusal(event hook.Event, final hook.FinalOutput, origin hook.Origin) Verdict {
	out := final.Output()
	switch {
	case origin == hook.FromRefusal && out.Reason != nil && *out.Reason == dialect.LLxprt().Answer.Reason:
		return Verdict{Deny, "HOOK-067b", "exit code 2 refuses; stderr is empty, so the reason is a general one"}
	case origin == hook.FromRefusal && event == hook.BeforeTool:
		return Verdict{Deny, "HOOK-016a", "exit code 2 refuses the tool; stderr is the reason"}
	case origin == hook.FromRefusal:
		return Verdict{Deny, "HOOK-067a", "exit code 2 refuses; stderr is the reason"}
	case out.Decision == nil || !hook.Blocking(*out.Decision):
		return Verdict{Deny, "HOOK-199", "permissionDecision refuses the tool"}
	case event == hook.BeforeModel && out.Specific.Has("llm_response"):
		return Verdict{Deny, "HOOK-036", "the decision refuses the model call; the hook's response takes its place"}
	case event == hook.BeforeModel:
		return Verdict{Deny, "HOOK-037", "the decision refuses the model call; the response is empty"}
	}
	return Verdict{Deny, "HOOK-016b", "the decision in the JSON answer refuses the tool"}
}
