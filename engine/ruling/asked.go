package ruling

import (
	"cmp"
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// prompt returns the hook's question to a model; empty if it asks none.
func (d request) prompt() string {
	if d.result.Entry.Question == nil {
		return ""
	}
	return d.result.Entry.Question.Prompt
}

// asked reads the result of a hook that asks a server, a model or a tool.
func (r *reader) asked() {
	handler, _ := r.contract.Handlers.Handler(r.result.Entry.Type)
	if r.result.Ending == hook.Unasked {
		// The question was not sent, so the agent's reaction is not known. The error
		// says why.
		d := r.request(dialect.UnknownEffect, handler.Rule, fmt.Sprintf("not run: %v", r.result.Err))
		d.reply = &dialect.Reply{Outcome: dialect.Unknown, Agent: cmp.Or(handler.Alone, "does what the hook's answer says, and no model was asked for one here"), Fact: handler.Rule}
		r.add(d)
		return
	}
	if handler.Asks == dialect.AsksModel {
		r.model()
	} else {
		r.server()
	}
	if len(r.requests) == 0 {
		r.add(r.request(dialect.Nothing, handler.Rule, "the answer requests nothing: no objection"))
	}
}

// server reads a server's response.
func (r *reader) server() {
	rules, status := r.contract.Handlers.Server, r.result.Status
	if r.result.Ending == hook.Unanswered {
		r.add(r.request(rules.Failed, rules.AnswersFact, fmt.Sprintf("there is no answer: %v", r.result.Err)))
		return
	}
	said := text(r.result.Stdout)
	switch {
	case status/100 == 3:
		r.add(r.request(rules.Redirects, rules.AnswersFact, fmt.Sprintf("the server has answered with status %d, which leads elsewhere", status)))
		return
	case status/100 != 2:
		r.add(r.request(rules.Failed, rules.AnswersFact, fmt.Sprintf("the server has answered with status %d", status)))
		return
	case said == "":
		return
	case rules.Typed && r.result.MediaType != "application/json":
		r.otherwise(rules.Other, said, fmt.Sprintf("the answer is of the type %q, not application/json", r.result.MediaType))
		return
	}
	object, _, why := r.parse(dialect.Exit{JSON: true}, said)
	switch {
	case object != nil:
		r.object(object)
	case rules.Typed:
		r.otherwise(rules.Broken, said, why)
	case said[0] == '{':
		r.otherwise(rules.Broken, said, why)
	default:
		r.otherwise(rules.Other, said, "the answer is not a JSON object")
	}
}

// otherwise adds the request of a text that is not an answer.
func (r *reader) otherwise(what dialect.Effect, said, why string) {
	d := r.request(what, r.contract.Handlers.Server.AnswersFact, why)
	d.reason = said
	r.add(d)
}

// fence is a block of code around an answer.
var fence = lazyregexp.New("(?s)```(?:json)?[ \t\r\n]*(.*?)```")

// model reads a model's answer.
func (r *reader) model() {
	rules := r.contract.Handlers.Model
	said := text(r.result.Stdout)
	if block := fence.FindStringSubmatch(said); rules.Fenced && block != nil {
		said = jstext.Trim(block[1])
	}
	answer, err := jsonvalue.ParseObject([]byte(said))
	if err != nil {
		r.unusable(fmt.Sprintf("the model's answer is not a JSON object (%v)", err))
		return
	}
	word, ok := rules.Decision.At.In(answer)
	if !ok {
		r.unusable(fmt.Sprintf("the model's answer has no %s", rules.Decision.At))
		return
	}
	d := r.decision(answer, rules.Decision, word)
	switch d.what {
	case dialect.InvalidAnswer, dialect.UnknownEffect, dialect.Nothing:
		r.unusable(d.why)
	case dialect.Allows:
		if context := r.firstText(answer, []dialect.Path{rules.Context}); context != "" {
			r.object(withContext(jsonvalue.New(), context))
			return
		}
		d.what = dialect.Nothing
		r.add(d)
	default:
		r.refused(answer, d)
	}
}

// unusable records that a model's answer decides nothing.
func (r *reader) unusable(why string) {
	rules := r.contract.Handlers.Model
	d := r.request(dialect.InvalidAnswer, rules.Fact, why)
	if rules.Unusable.Outcome == dialect.Unknown {
		d.what = dialect.UnknownEffect
	}
	d.reply = &rules.Unusable
	r.add(d)
}

// refused reads a model's refusal: as a command's answer, as the contract says for the
// event, or like any other denial.
func (r *reader) refused(answer *jsonvalue.Object, d request) {
	rules := r.contract.Handlers.Model
	if rules.As != "" {
		if as := filled(rules.As, d.reason); as != nil {
			r.object(withContext(as, r.firstText(answer, []dialect.Path{rules.Context})))
		}
		return
	}
	hopeless := false
	if value, ok := rules.Final.In(answer); ok {
		hopeless, _ = value.(bool)
	}
	refusal, ok := rules.Refusal(r.row.Name, r.result.Entry.Question.Goes, hopeless)
	if ok {
		d.reply = &refusal.Reply
	}
	r.add(d)
	if refusal.Ends {
		stop := r.request(dialect.Stops, refusal.Reply.Fact, d.why)
		stop.reply = &dialect.Reply{Outcome: dialect.Ends, Fact: refusal.Reply.Fact}
		r.add(stop)
	}
}

// withContext returns an answer that also has a text for the model, if there is one.
func withContext(answer *jsonvalue.Object, context string) *jsonvalue.Object {
	if context != "" {
		put(answer, "hookSpecificOutput.additionalContext", context)
	}
	return answer
}
