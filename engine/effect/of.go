package effect

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Of returns the effects of the merged answer to an event, or of one hook's answer as
// if it were the only one, for an agent with the contract. No answer has no effect. The
// result depends only on the arguments. Even with a stop, a value that it is too late
// to prevent is still changed (INT-43).
//
//hooktest:impl HOOK-213 HOOK-217 HOOK-177
func Of(contract *dialect.Contract, event hook.Event, final hook.FinalOutput) Effects {
	if final == nil {
		return nil
	}
	row, _ := contract.Event(event)
	w := weighing{contract: contract, event: row, can: row.Effects, final: final}
	w.refusal()
	w.stop()
	w.ignore()
	if _, prevented := w.effects.Prevented(); !w.can.Before || !prevented {
		w.change()
	}
	w.texts()
	w.suppression()
	return w.effects
}

// A weighing finds the effects of one final output.
type weighing struct {
	contract *dialect.Contract
	event    *dialect.Event
	can      dialect.Effects
	final    hook.FinalOutput
	effects  Effects
}

func (w *weighing) add(e Effect) { w.effects = append(w.effects, e) }

// refusal prevents the operation if its event allows that. The rest of the answer
// applies as well (HOOK-181). A hook's response in place of the model's counts only
// with a refusal (INT-41).
//
//hooktest:impl HOOK-016b HOOK-036 HOOK-037
func (w *weighing) refusal() {
	if w.can.Skip == "" || !w.final.IsBlockingDecision() {
		return
	}
	e := Effect{Action: Skip, Rule: w.refusalRule(), Reason: w.final.EffectiveReason()}
	if final, ok := w.final.(hook.BeforeModelOutput); ok {
		if response, ok := final.SyntheticResponse(); ok {
			e.Change = &Change{What: "llm_response", response: response}
			if e.Rule == w.can.Skip {
				e.Rule = "HOOK-036"
			}
		}
	}
	w.add(e)
}

// refusalRule returns the rule for the way in which the hook refused.
func (w *weighing) refusalRule() string {
	out := w.final.Output()
	switch {
	case out.Origin == hook.FromRefusal && out.Reason != nil && *out.Reason == w.contract.Answer.Reason:
		return "HOOK-067b"
	case out.Origin == hook.FromRefusal && w.event.Subject.Tool:
		return "HOOK-016a"
	case out.Origin == hook.FromRefusal:
		return "HOOK-067a"
	case out.Decision == nil || !hook.Blocking(*out.Decision):
		return "HOOK-199"
	}
	return w.can.Skip
}

// stop ends the agent's loop.
//
//hooktest:impl HOOK-020 HOOK-028 HOOK-213
func (w *weighing) stop() {
	if w.can.EndTurn != "" && w.final.ShouldStopExecution() {
		w.add(Effect{Action: EndTurn, Rule: w.can.EndTurn, Reason: w.final.EffectiveReason(), Text: hook.StopReason(w.final.Output())})
	}
}

// ignore lets the operation proceed despite an effect that the event does not allow
// (INT-32).
//
//hooktest:impl HOOK-178 HOOK-180 HOOK-181
func (w *weighing) ignore() {
	if len(w.effects) == 0 && (w.final.IsBlockingDecision() || w.final.ShouldStopExecution()) {
		w.add(Effect{Action: Run, Rule: w.can.Ignored})
	}
}

// change replaces the value that the agent continues with.
//
//hooktest:impl HOOK-019 HOOK-038 HOOK-046
func (w *weighing) change() {
	c := &Change{What: w.can.Changes, final: w.final}
	if final, ok := w.final.(hook.AfterModelOutput); ok {
		if c.response, ok = final.ModifiedResponse(); !ok {
			return
		}
	} else if w.can.Changes == "" || !w.final.Output().Specific.Has(w.can.Changes) {
		return
	}
	w.add(Effect{Action: Rewrite, Rule: w.can.Rewrite, Change: c})
}

// texts are for the model (HOOK-159); empty ones say nothing (INT-28).
//
//hooktest:impl HOOK-027 HOOK-159 HOOK-131
func (w *weighing) texts() {
	if text, ok := w.final.AdditionalContext(); ok && text != "" && w.can.Context != "" {
		w.add(Effect{Action: Add, Rule: w.can.Context, Text: text})
	}
	if message := w.final.Output().SystemMessage; message != nil && *message != "" && w.can.Message != "" {
		w.add(Effect{Action: Remind, Rule: w.can.Message, Text: *message})
	}
}

// suppression hides the operation's result from the user.
//
//hooktest:impl HOOK-029 HOOK-049 HOOK-132
func (w *weighing) suppression() {
	if suppress := w.final.Output().SuppressOutput; suppress != nil && *suppress && w.can.Hide != "" {
		w.add(Effect{Action: Hide, Rule: w.can.Hide})
	}
}
