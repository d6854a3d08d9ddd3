// Package ruling decides what an agent does about the results of its hooks, by the
// table of its contract. The Reading turns the result of a process into requests, and
// the event's rules define the effect of each.
//
// It serves the contracts that describe observations of shipped agents. The packages
// answer, aggregator and effect implement the requirements for LLxprt Code. This
// package starts and changes nothing.
package ruling

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Ruling is what an agent does about one hook, or about several together.
type Ruling struct {
	Verdict effect.Verdict
	Words   effect.Words
	Outcome dialect.Outcome
}

// Of rules on the hooks of one event: on all of them together, and on each as if
// it had been the only one. The results are in the order of the settings; input is
// what the hooks have read.
func Of(contract *dialect.Contract, event hook.Event, results []hook.ExecutionResult, input *jsonvalue.Object) (together Ruling, each []Ruling) {
	row, known := contract.Event(event)
	e := evaluator{contract: contract, row: row, known: known, input: input}
	all := make([]hookRequests, len(results))
	for i, r := range results {
		all[i] = e.read(r)
		each = append(each, e.rule(all[i:i+1]))
	}
	switch len(results) {
	case 0:
		return e.idle(), nil
	case 1:
		return each[0], each
	}
	return e.rule(all), each
}

// Answer returns the object that the agent reads in a hook's output; nil if there is
// none.
func Answer(contract *dialect.Contract, event hook.Event, result hook.ExecutionResult) *jsonvalue.Object {
	row, known := contract.Event(event)
	return evaluator{contract: contract, row: row, known: known}.read(result).answer
}

// Next returns the input of the next hook, for agents whose hooks read the input as
// changed by those before them. stops reports that no hook follows, because this one
// refuses or asks.
func Next(contract *dialect.Contract, result hook.ExecutionResult, in hook.Input) (next hook.Input, stops bool) {
	r, _ := Of(contract, result.Event, []hook.ExecutionResult{result}, in.Object())
	if d := r.Words.Difference; d != nil && r.Outcome == dialect.Proceeds {
		in = in.With(d.What, d.After)
	}
	return in, r.Outcome == dialect.Prevented || r.Outcome == dialect.Asked
}

// An evaluator evaluates the requests of one event.
type evaluator struct {
	contract *dialect.Contract
	row      *dialect.Event
	known    bool
	input    *jsonvalue.Object
}

// idle returns the ruling if no hook runs.
func (e evaluator) idle() Ruling {
	return Ruling{
		Verdict: effect.Verdict{Kind: effect.Allow, Why: "no hook runs for this event"},
		Words:   effect.Words{Agent: Sentence(e.row.Moment, dialect.Proceeds)},
		Outcome: dialect.Proceeds,
	}
}

// answered is a request with the agent's reply.
type answered struct {
	request
	dialect.Reply
}

// rule makes one ruling of the hooks' requests, which are in the order of the settings.
func (e evaluator) rule(all []hookRequests) Ruling {
	var replies []answered
	united := e.united(all)
	if e.disagree(all) {
		united = []request{e.unknown(all[0].requests[0].result, "the hooks request different effects")}
	}
	for _, d := range united {
		replies = append(replies, answered{d, e.reply(d)})
	}
	if e.row.Rules.StopWins && slices.ContainsFunc(replies, func(r answered) bool { return r.what == dialect.Stops }) {
		replies = slices.DeleteFunc(replies, func(r answered) bool { return r.Outcome == dialect.Prevented })
	}
	leading, outcome := lead(replies)
	r := Ruling{Outcome: outcome}
	r.Verdict = e.verdict(leading, outcome, replies)
	r.Words = e.words(leading, outcome, replies)
	return r
}

// disagree reports whether several hooks make different requests and the agent's
// reaction to that is not known. A hook without a request disagrees with none.
func (e evaluator) disagree(all []hookRequests) bool {
	if e.contract.Reading.Others.Decision != dialect.Unsure {
		return false
	}
	var wanting []hookRequests
	for _, one := range all {
		if one.requests[0].what != dialect.Nothing {
			wanting = append(wanting, one)
		}
	}
	if len(wanting) < 2 {
		return false
	}
	first := e.rule(wanting[:1]).Outcome
	return slices.ContainsFunc(wanting[1:], func(one hookRequests) bool { return e.rule([]hookRequests{one}).Outcome != first })
}

// unknown returns the joint request of several hooks whose effect is not known.
func (e evaluator) unknown(result *hook.ExecutionResult, why string) request {
	return request{what: dialect.UnknownEffect, fact: e.contract.Reading.Others.Fact, why: why, result: result}
}

// reply returns what the agent does about a request.
func (e evaluator) reply(d request) dialect.Reply {
	reply := e.row.Rules.Reply(d.what)
	if closing := e.contract.Handlers.Closing; d.result.Entry.Closed && closing.Refuses(d.what, e.row.Name) {
		reply = closing.Reply
		if refusal := e.row.Rules.Reply(dialect.Refuses); refusal.Outcome == dialect.Proceeds {
			// Where a refusal undoes nothing, the model reads of it all the same.
			reply.Outcome, reply.Model = refusal.Outcome, strings.ReplaceAll(refusal.Model, "{reason}", "{failure}")
		}
	}
	if d.reply != nil {
		reply = *d.reply
	}
	if d.result.Entry.Background {
		reply.Fact = d.fact
	}
	if !e.known {
		reply.Outcome = dialect.Unknown
	}
	reply.Fact = cmp.Or(reply.Fact, d.fact)
	return reply
}

// weights orders outcomes from the strictest to the most permissive.
var weights = []dialect.Outcome{
	dialect.Proceeds, dialect.Unknown, dialect.Ends, dialect.Asked, dialect.Deferred, dialect.Prevented, dialect.Abandoned,
}

// lead returns the request that decides, which is the first of the strictest, and the
// outcome. One hook may prevent the operation while another ends the agent's work.
func lead(replies []answered) (leading *answered, outcome dialect.Outcome) {
	outcome = dialect.Proceeds
	ends := false
	for i := range replies {
		r := &replies[i]
		ends = ends || r.Outcome == dialect.Ends
		if leading == nil || slices.Index(weights, r.Outcome) > slices.Index(weights, outcome) {
			leading, outcome = r, r.Outcome
		}
	}
	if outcome == dialect.Prevented && ends {
		outcome = dialect.Abandoned
	}
	return leading, outcome
}

// verdict returns the ruling as one word with its reason.
func (e evaluator) verdict(leading *answered, outcome dialect.Outcome, replies []answered) effect.Verdict {
	if leading == nil {
		return effect.Verdict{Kind: effect.Allow, Rule: e.contract.Reading.Others.Fact, Why: "what several hooks request together has no effect"}
	}
	v := effect.Verdict{Rule: leading.Fact, Why: leading.why}
	switch {
	case leading.Outcome == dialect.Prevented:
		v.Kind = effect.Deny
	case outcome == dialect.Abandoned || outcome == dialect.Ends:
		v.Kind = effect.Stop
	case outcome == dialect.Deferred:
		v.Kind = effect.Defer
	case outcome == dialect.Asked:
		v.Kind = effect.Ask
	case outcome == dialect.Unknown && leading.result.Ending == hook.Unasked && leading.result.Entry.Uncertain.Why == "":
		v.Kind = effect.NotRun
	case outcome == dialect.Unknown:
		v.Kind = effect.Unknown
	case !slices.ContainsFunc(replies, func(r answered) bool { return !unguarded(r.what) }):
		v.Kind = kinds()[leading.what]
	default:
		v.Kind = effect.Allow
	}
	return v
}

func unguarded(d dialect.Effect) bool { return slices.Contains(dialect.Failures(), d) }

// kinds returns the verdicts on failed hooks.
func kinds() map[dialect.Effect]effect.Kind {
	return map[dialect.Effect]effect.Kind{
		dialect.Fails:           effect.Failed,
		dialect.InvalidAnswer:   effect.Failed,
		dialect.DiscardsAnswers: effect.Failed,
		dialect.NotStarted:      effect.NotStarted,
		dialect.EndsBySignal:    effect.Killed,
		dialect.TimesOut:        effect.Timeout,
	}
}

// words returns what the agent, the model and the user see.
func (e evaluator) words(leading *answered, outcome dialect.Outcome, replies []answered) effect.Words {
	w := effect.Words{Agent: Sentence(e.row.Moment, outcome)}
	subject := e.subject()
	var model, contexts, user []string
	crowded := slices.ContainsFunc(replies, func(r answered) bool { return r.Alone })
	for _, r := range replies {
		goes := outcome != dialect.Prevented && outcome != dialect.Abandoned
		decides := r.Outcome == dialect.Proceeds || r.request.what == leading.what || e.row.Rules.Each != "" && r.Outcome == outcome
		if r.what == dialect.Rewrites && goes {
			w.Difference = e.difference(r.value)
		}
		if !decides {
			continue
		}
		if text := r.fill(r.Model, subject, e.contract.Reading.Text.Cap); text != "" && (r.Alone || !crowded) {
			if e.row.Rules.Between != "" && r.what == dialect.Adds {
				contexts = append(contexts, text)
			} else {
				model = append(model, text)
			}
		}
		if text := r.fill(r.User, subject, dialect.Cap{}); text != "" {
			user = append(user, text)
		}
	}
	if leading != nil && leading.Agent != "" && leading.Outcome != dialect.Proceeds {
		w.Agent = leading.Agent
	}
	if leading != nil && outcome == dialect.Proceeds {
		for _, r := range replies {
			if r.Agent != "" {
				w.Agent = r.Agent
			}
		}
	}
	w.Model, w.User = textOrNil(model, cmp.Or(e.row.Rules.Each, "\n")), textOrNil(user, "\n")
	if e.unasked(outcome) {
		w.Model = nil
		return w
	}
	if added := textOrNil(contexts, "\n"); w.Model == nil {
		w.Model = added
	} else if added != nil {
		w.Model = textOrNil([]string{*w.Model, *added}, e.row.Rules.Between)
	}
	return w
}

// unasked reports whether the model is not called again after an outcome, so that it
// reads nothing.
func (e evaluator) unasked(outcome dialect.Outcome) bool {
	switch outcome {
	case dialect.Ends, dialect.Abandoned, dialect.Deferred:
		return true
	case dialect.Prevented:
		return e.row.Moment == dialect.TurnBefore
	}
	return false
}

// subject returns what the event is about, under the agent's own name.
func (e evaluator) subject() string {
	subject, _ := e.input.GetString(e.row.Subject.Field)
	if tool, ok := e.contract.Tools.Tool(subject); ok && e.row.Subject.Tool {
		return cmp.Or(tool.Own, subject)
	}
	return subject
}

func textOrNil(texts []string, join string) *string {
	if len(texts) == 0 {
		return nil
	}
	text := strings.Join(texts, join)
	return &text
}

// difference returns what a hook changes; nil for nothing.
func (e evaluator) difference(value any) *effect.Difference {
	rule := e.row.Rules.Rewrite
	before, _ := e.input.Get(rule.Of)
	after := value
	if base, ok := before.(*jsonvalue.Object); ok && rule.Overlays {
		if top, ok := value.(*jsonvalue.Object); ok {
			after = base.Overlay(top)
		}
	}
	if jsonvalue.Equal(before, after) {
		return nil
	}
	return &effect.Difference{What: rule.Of, Before: before, After: after}
}

// Sentence describes the outcome for the operation at a moment, as a phrase that
// follows the agent's name.
func Sentence(moment dialect.Moment, outcome dialect.Outcome) string {
	doing, ok := operations()[moment]
	if !ok {
		doing = operation{"goes on", "does not go on"}
	}
	switch outcome {
	case dialect.Prevented:
		return doing.not
	case dialect.Ends:
		return doing.does + " and then ends its work"
	case dialect.Abandoned:
		return doing.not + " and ends its work"
	case dialect.Asked:
		return "asks the user; where it can't ask, " + doing.not
	case dialect.Deferred:
		return doing.not + " for now: the agent leaves the decision to another component"
	case dialect.Unknown:
		return "does something that was never observed"
	}
	return doing.does
}

// An operation is what an agent does at a moment.
type operation struct{ does, not string }

func operations() map[dialect.Moment]operation {
	return map[dialect.Moment]operation{
		dialect.ToolBefore:     {"runs the tool", "does not run the tool"},
		dialect.ToolPermission: {"asks the user whether the tool may run", "does not run the tool"},
		dialect.ToolAfter:      {"goes on with the tool's result", "goes on without the tool's result"},
		dialect.ModelBefore:    {"calls the model", "does not call the model"},
		dialect.TurnBefore:     {"gives the prompt to the model", "does not give the prompt to the model"},
		dialect.TurnAfter:      {"ends its turn", "does not end its turn: it goes on working"},
		dialect.SubagentEnd:    {"lets the subagent end", "does not let the subagent end: it goes on working"},
		dialect.SessionStart:   {"starts the session", "does not start the session"},
		dialect.CompactBefore:  {"shortens the conversation", "does not shorten the conversation"},
	}
}
