package effect

import (
	"slices"

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
	// Ask: the user decides. If there is no user to ask, the operation does not take
	// place.
	Ask Kind = "ask"
	// Defer: another party decides later.
	Defer Kind = "defer"
	// Unknown: the agent's reaction is not known.
	Unknown Kind = "unknown"
	// NotRun: the hook was not run here, so its answer is not known.
	NotRun Kind = "not-run"
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{Allow, Deny, Stop, Ask, Defer, Failed, Timeout, Killed, NotStarted, Unknown, NotRun}
}

// Unguarded reports whether the agent continues although no hook judged the operation,
// because the hook failed.
func (k Kind) Unguarded() bool {
	return k == Failed || k == Timeout || k == Killed || k == NotStarted
}

// A Verdict is what the agent does and why.
type Verdict struct {
	Kind Kind
	// Rule is the HOOK or INT id that decides, or the contract's fact.
	Rule string
	// Why is one sentence about the hook's answer, in lower case and without a
	// final period.
	Why string
}

// Off returns the verdict if hooks are off.
func Off(contract *dialect.Contract) Verdict {
	rule := "HOOK-002"
	if contract.Reading != nil {
		rule = contract.Settings.Switch.Rule
	}
	return Verdict{Allow, rule, "hooks are off, so no hook ran"}
}

// Judge judges one hook by its own result, as if it were the only one.
func Judge(contract *dialect.Contract, r hook.ExecutionResult) Verdict {
	row, _ := contract.Event(r.Event)
	if v, failed := failure(contract, r); failed {
		return v
	}
	if r.Output == nil {
		return noOutput(r)
	}
	effects := Of(contract, r.Event, row.CreateSpecificHookOutput(r.Output))
	v, decided := decision(row, effects)
	switch {
	case !decided:
		return allowed(row, r.Output, effects)
	case v.Kind == Deny && r.Output.Origin == hook.FromRefusal && InterpreterRefused(r):
		return Verdict{Deny, "INT-03", "exit code 2 refuses, but it comes from an interpreter's error and not from the hook"}
	}
	return v
}

// JudgeEvent judges a whole event by its effects and the verdicts on the individual
// hooks. If all hooks failed, the verdict is the one on the first failure: nothing
// guarded the operation.
func JudgeEvent(contract *dialect.Contract, event hook.Event, effects Effects, each []Verdict) Verdict {
	switch len(each) {
	case 0:
		return Verdict{Allow, "HOOK-145", "no hook runs for this event"}
	case 1:
		return each[0]
	}
	row, _ := contract.Event(event)
	if v, decided := decision(row, effects); decided {
		return v
	}
	if !slices.ContainsFunc(each, func(v Verdict) bool { return !v.Kind.Unguarded() }) {
		return each[0]
	}
	return Verdict{Allow, "HOOK-190", "no hook refused or stopped"}
}

// decision returns the verdict of the effect that decides, if there is one.
func decision(event *dialect.Event, effects Effects) (Verdict, bool) {
	for _, d := range []struct {
		action Action
		kind   Kind
	}{{Skip, Deny}, {EndTurn, Stop}, {Run, Allow}} {
		if e, ok := effects.Find(d.action); ok {
			return Verdict{d.kind, e.Rule, because(event, e)}, true
		}
	}
	return Verdict{}, false
}
