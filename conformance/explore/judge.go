package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/spyhook"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/lists"
)

// A side is one implementation's result for a draw.
type side struct {
	plan    *adapter.PlanResult
	fire    *fired
	opened  []adapter.Log
	records []spyhook.Record
	// failed is the kind of failure if there was no result.
	failed, message string
}

// fired is the result of an event, with values of any type: a value of the wrong
// type, such as a list as decision, is a difference at its path.
type fired struct {
	Aggregated struct {
		Success     json.RawMessage   `json:"success"`
		FinalOutput json.RawMessage   `json:"finalOutput"`
		AllOutputs  []json.RawMessage `json:"allOutputs"`
		Errors      []json.RawMessage `json:"errors"`
	} `json:"aggregated"`
	Warnings []adapter.Log `json:"warnings"`
}

// The failures without a result. For a result that can't be decoded, the name of
// the wrong member follows.
const (
	failedEngine  = "fault.threw"
	failedAnswer  = "fault.answer"
	failedAdapter = "adapter"
	failedFeature = "unsupported"
)

// judge fires one draw on both sides and compares. The error is a
// *adapter.Restarted if the draw has to be judged again, an *adapter.GaveUp, the
// context's, or one of this machine.
func (e *Exploration) judge(ctx context.Context, d Draw) (outcome, error) {
	w, err := newWorld(e.Folder, d)
	if err != nil {
		return outcome{}, err
	}
	reference, subject, err := e.both(ctx, w)
	if err := errors.Join(err, w.close()); err != nil {
		return outcome{}, err
	}
	if reference.failed != "" {
		return outcome{refused: reference.message}, nil
	}
	switch subject.failed {
	case failedAdapter:
		return outcome{unjudged: "the adapter's own fault: " + subject.message}, nil
	case failedFeature:
		return outcome{unjudged: subject.message}, nil
	}
	ran := map[string]int{}
	for _, r := range reference.records {
		ran[r.Hook]++
	}
	return outcome{ran: ran, differences: compare(w.observe(reference, reference), w.observe(subject, reference), e.Subject.Hello())}, nil
}

func (e *Exploration) both(ctx context.Context, w *world) (reference, subject side, err error) {
	if reference, err = e.ask(ctx, e.Reference, w); err != nil || reference.failed != "" {
		return reference, side{}, err
	}
	subject, err = e.ask(ctx, e.Subject, w)
	return reference, subject, err
}

// ask has one side plan and fire.
func (e *Exploration) ask(ctx context.Context, to suite.Client, w *world) (side, error) {
	session := fmt.Sprintf("explore-%d", e.sessions.Add(1))
	var s side
	open, err := w.open(session)
	if err != nil {
		return s, err
	}
	payload, err := json.Marshal(w.draw.Payload)
	if err != nil {
		return s, err
	}
	var opened struct {
		Warnings []adapter.Log `json:"warnings"`
	}
	if err := s.call(ctx, to, adapter.MethodSessionOpen, open, &opened); err != nil || s.failed != "" {
		return s, err
	}
	s.opened = opened.Warnings
	event := adapter.EventParams{Session: session, Event: w.draw.Event, Payload: payload}
	if to.Hello().Supports(adapter.FeaturePlan) {
		s.plan = new(adapter.PlanResult)
		if err := s.call(ctx, to, adapter.MethodPlan, event, s.plan); err != nil {
			return s, err
		}
		// No clause forbids that the planner throws if only a plan is requested. Only
		// the result of the event counts.
		if s.failed == failedEngine {
			s.plan, s.failed, s.message = nil, "", ""
		}
	}
	if s.failed == "" {
		s.fire = new(fired)
		if err := s.call(ctx, to, adapter.MethodFire, event, s.fire); err != nil {
			return s, err
		}
	}
	if _, err := to.Call(ctx, adapter.MethodSessionClose, adapter.SessionParams{Session: session}, 0); err != nil {
		// A session that can't be closed is lost with its adapter; the next request
		// returns that error.
		if ctx.Err() != nil {
			return s, ctx.Err()
		}
	}
	s.records, err = w.records()
	return s, err
}

// call makes one request. A failure of the implementation is stored in the side;
// any other failure is returned as the error.
func (s *side) call(ctx context.Context, to suite.Client, method string, params, result any) error {
	text, err := to.Call(ctx, method, params, 0)
	if err == nil {
		if err := json.Unmarshal(text, result); err != nil {
			s.failed, s.message = misread(method, err)
		}
		return nil
	}
	if answered, ok := errors.AsType[*adapter.Error](err); ok {
		s.message = method + ": " + answered.Message
		switch answered.Kind {
		case adapter.KindEngine:
			s.failed = failedEngine
		case adapter.KindUnsupported:
			s.failed = failedFeature
		default:
			s.failed = failedAdapter
		}
		return nil
	}
	if f, ok := errors.AsType[*adapter.Fault](err); ok {
		s.failed, s.message = "fault."+string(f.Verdict), method+": "+f.Message
		return nil
	}
	return err
}

// misread says which member of a result is wrong, in the protocol's terms.
func misread(method string, err error) (failed, message string) {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return failedAnswer + "." + wrong.Field, fmt.Sprintf("%s: %s is a %s, which the protocol does not take there", method, wrong.Field, wrong.Value)
	}
	return failedAnswer + "." + method, fmt.Sprintf("%s: %v", method, err)
}

// sequential reports whether the reference runs the draw's hooks one by one.
func (s side) sequential() bool {
	return s.plan != nil && s.plan.Plan != nil && s.plan.Plan.Sequential
}

// runs are the records of one hook.
func (s side) runs(hook string) []spyhook.Record {
	return lists.Where(s.records, func(r spyhook.Record) bool { return r.Hook == hook })
}
