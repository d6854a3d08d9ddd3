package inspection

import (
	"go/ast"
	"slices"
	"strings"
)

// translation inspects which conversions the engine goes through.
func translation() []Inspection {
	const (
		handler  = "engine/event.Handler."
		request  = "translator.ToHookLLMRequest(<genai.Request>)"
		response = "translator.ToHookLLMResponse(<genai.Response>)"
	)
	return []Inspection{
		inspect("HOOK-016a.4", "a refusal is made in one function, which only the conversion of plain text calls, and the reading of a hook's end gives that the exit code", func(q *inquiry) {
			q.function("engine/answer.refusal").linked("HOOK-016a").holds("Reason: &<string>")
			q.refusals()
		}),
		inspect("HOOK-067a.3", "the deny output is made in one function, which only the conversion of plain text calls, and the reading of a hook's end gives that the exit code", func(q *inquiry) {
			q.function("engine/answer.refusal").linked("HOOK-067a").holds("return &hook.Output{Decision: &<string>, Reason: &<string>, Origin: hook.FromRefusal}")
			q.refusals()
		}),
		inspect("HOOK-035.2", "wherever the event handler makes the member llm_request, its value is the translator's conversion of the request", func(q *inquiry) {
			q.function(handler + "FireBeforeModelEvent").linked("HOOK-035").is("return event.Handler.fireWithRequest(<context.Context>, hook.BeforeModel, <genai.Request>)")
			q.function(handler + "fireWithRequest").holds(`{Key: "llm_request", Value: translator.LLMRequest.Object}`)
			q.membersFrom("llm_request", request)
			q.literalOnlyIn("engine/event", "llm_request", handler+"fireWithRequest", handler+"FireAfterModelEvent")
		}),
		inspect("HOOK-045.2", "wherever the event handler makes the member llm_response, its value is the translator's conversion of the response", func(q *inquiry) {
			q.function(handler + "FireAfterModelEvent").linked("HOOK-045")
			q.membersFrom("llm_response", response)
			q.literalOnlyIn("engine/event", "llm_response", handler+"FireAfterModelEvent")
		}),
		inspect("HOOK-205.3", "BeforeToolSelection and BeforeModel are fired by one function, which converts the request", func(q *inquiry) {
			q.function(handler + "FireBeforeToolSelectionEvent").linked("HOOK-205").is("return event.Handler.fireWithRequest(<context.Context>, hook.BeforeToolSelection, <genai.Request>)")
			q.function(handler + "FireBeforeModelEvent").is("return event.Handler.fireWithRequest(<context.Context>, hook.BeforeModel, <genai.Request>)")
			q.membersFrom("llm_request", request)
		}),
		inspect("HOOK-200.7", "the BeforeTool class is made by the factory for aggregated answers and its own constructor alone, only the aggregator calls that factory (and the verdict on a single hook, which applies nothing), and whoever needs the class takes it from a result", func(q *inquiry) {
			q.function("engine/dialect.Event.CreateSpecificHookOutput").linked("HOOK-200").is("return hook.Class.Of(<*hook.Output>)")
			q.madeOnlyIn("engine/hook.BeforeToolOutput", "engine/hook.Class.Of", "engine/hook.NewBeforeToolOutput")
			q.usedOnlyIn("engine/hook.Class.Of", "engine/dialect.Event.CreateSpecificHookOutput", "engine/dialect.Event.CreateHookOutput")
			q.usedOnlyIn("engine/dialect.Event.CreateSpecificHookOutput", "engine/aggregator.Aggregator.AggregateResults", "engine/verdict.Of")
			q.usedNowhere("engine/dialect.Event.CreateHookOutput")
			q.usedNowhere("engine/hook.NewBeforeToolOutput")
			q.writtenOnlyIn("engine/hook.AggregatedResult.FinalOutput", "engine/aggregator.Aggregator.AggregateResults")
			q.function("engine/trigger.modifiedInput").begins("<hook.BeforeToolOutput>, <bool> := <hook.FinalOutput>.(hook.BeforeToolOutput); ")
			q.function("engine/trigger.FireBeforeToolHook").holds("return hook.AggregatedResult.FinalOutput")
		}),
	}
}

// refusals demands that one function makes the outputs of exit code 2, and that
// it is reached through the conversion of plain text alone.
func (q *inquiry) refusals() {
	written := slices.DeleteFunc(q.uses(engineTree, "engine/hook.FromRefusal"), func(p place) bool {
		switch p.stack[len(p.stack)-1].(type) {
		case *ast.KeyValueExpr, *ast.AssignStmt:
			return false
		}
		return true
	})
	// The merge passes on an origin that it has met.
	q.onlyIn(written, "the origin of a refusal", "engine/answer.refusal", "engine/aggregator.laterReplaces")
	q.usedOnlyIn("engine/answer.refusal", "engine/answer.convert")
	q.function("engine/answer.convert").linked("HOOK-189").
		is("switch <int> { case dialect.Answer.Answers: return answer.plain(<string>); case dialect.Answer.Refuses: return answer.refusal(<dialect.Answer>, <string>) }; return answer.failure(<dialect.Answer>, <string>)")
	q.function("engine/answer.Read").holds("case answer.Process.Code == dialect.Answer.Refuses: return answer.fromRefused(<dialect.Answer>, <answer.Process>)")
	q.function("engine/answer.fromRefused").is("return answer.convert(<dialect.Answer>, answer.text(answer.Process.Stderr), dialect.Answer.Refuses), nil, nil")
}

// membersFrom demands that every member of a name which package event makes has
// the object of one conversion as its value.
func (q *inquiry) membersFrom(key, conversion string) {
	for _, p := range q.packages("engine/event") {
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.CompositeLit)
				if !ok || !strings.HasPrefix(p.shapes(literal.Elts), "Key: \""+key+"\", ") {
					return true
				}
				pair, ok := literal.Elts[1].(*ast.KeyValueExpr)
				if !ok {
					q.fault(literal.Pos(), "%s is made without the key Value", key)
					return true
				}
				selector, ok := pair.Value.(*ast.SelectorExpr)
				if !ok || p.shape(selector.X) != conversion {
					q.fault(literal.Pos(), "%s is %s, not %s", key, p.shape(pair.Value), conversion)
				}
				return true
			})
		}
	}
}
