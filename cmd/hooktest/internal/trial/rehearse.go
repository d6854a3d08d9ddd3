package trial

import (
	"context"
	"iter"
	"strings"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/agent"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/translator"
	"github.com/hooktest/hooktest/engine/trigger"
)

// rehearse goes through the event with its real caller.
func rehearse(ctx context.Context, config *engine.Config, spec Spec) Effects {
	switch {
	case spec.Event.ForTool():
		return rehearseTool(ctx, config, spec)
	case forModel(spec.Event):
		return rehearseModel(ctx, config, spec)
	}
	trigger.Fire(ctx, config, spec.Event, spec.Fields)
	return Effects{Agent: "goes on: it does not act on what hooks of " + string(spec.Event) + " answer"}
}

func forModel(event hook.Event) bool {
	return event == hook.BeforeModel || event == hook.AfterModel || event == hook.BeforeToolSelection
}

func rehearseTool(ctx context.Context, config *engine.Config, spec Spec) Effects {
	name, _ := spec.Fields.GetString("tool_name")
	input := objectOf(spec.Fields, "tool_input")
	response, ok := spec.Fields.GetObject("tool_response")
	if !ok {
		response = SampleToolResponse()
	}
	ran := trigger.ToolResultFrom(response)
	outcome := agent.NewScheduler(config, nil).Run(ctx, []agent.ToolCall{{
		Name: name, Input: input,
		Execute: func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) { return ran, nil },
	}})[0]
	return toolEffects(spec.Event, input, ran, outcome)
}

// objectOf is a field of the payload as a caller has it: where the payload has
// no object there, an empty one.
func objectOf(fields *jsonvalue.Object, name string) *jsonvalue.Object {
	if o, ok := fields.GetObject(name); ok {
		return o
	}
	return jsonvalue.New()
}

func toolEffects(event hook.Event, input *jsonvalue.Object, ran trigger.ToolResult, o agent.ToolOutcome) Effects {
	e := Effects{Agent: "runs the tool"}
	if event == hook.AfterTool {
		e.Agent = "goes on with the tool's result"
	}
	switch {
	case o.AgentStopped && !o.Executed:
		e.Agent = "does not run the tool and ends its loop"
		e.User = &o.StopReason
	case o.AgentStopped:
		e.Agent = "ends its loop after the tool has run"
		e.User = &o.StopReason
	case o.Blocked:
		e.Agent = "does not run the tool"
		e.User = text(o.Result.ReturnDisplay)
	case o.Result.SuppressDisplay:
		e.Agent = "goes on with the tool's result, which the user does not see"
	}
	if !jsonvalue.Equal(input, o.Input) {
		e.changed(&Change{What: "tool_input", Before: input, After: o.Input}, "runs the tool", "runs the tool with the changed input")
	}
	if !o.Executed || !jsonvalue.Equal(ran.LLMContent, o.Result.LLMContent) {
		e.Model = text(o.Result.LLMContent)
	}
	return e
}

// text is a value as a person reads it: a string bare, all else as JSON.
func text(v any) *string {
	s, ok := v.(string)
	if !ok {
		s = string(jsonvalue.Marshal(v))
	}
	return &s
}

// scripted is a model that answers with one response.
type scripted struct{ response genai.Response }

func (m scripted) Stream(context.Context, genai.Request) iter.Seq2[genai.Response, error] {
	return func(yield func(genai.Response, error) bool) { yield(m.response, nil) }
}

func rehearseModel(ctx context.Context, config *engine.Config, spec Spec) Effects {
	stable := translator.LLMRequest{Object: objectOf(spec.Fields, "llm_request")}
	request, _ := translator.FromHookLLMRequest(stable, sampleRequestBase(spec.Event))
	answer, ok := spec.Fields.GetObject("llm_response")
	if !ok {
		answer = SampleLLMResponse()
	}
	response, _ := translator.FromHookLLMResponse(translator.LLMResponse{Object: answer})
	g := agent.NewPipeline(config, scripted{response}, nil).Generate(ctx, request)
	return modelEffects(spec.Event, request, response, g)
}

func modelEffects(event hook.Event, request genai.Request, response genai.Response, g agent.Generation) Effects {
	e := Effects{Agent: "calls the model"}
	switch {
	case g.AgentStopped && !g.ModelCalled:
		e.Agent = "does not call the model and ends its loop"
	case g.AgentStopped:
		e.Agent = "ends its loop with the stop reason as the model's answer"
	case g.Blocked && len(g.Displayed) > 0:
		e.Agent = "does not call the model and goes on with the hook's response"
	case g.Blocked:
		e.Agent = "does not call the model and goes on with an empty response"
	case g.DisplaySuppressed:
		e.Agent = "goes on with the model's response, which the user does not see"
	case event == hook.AfterModel:
		e.Agent = "goes on with the model's response"
	}
	if g.AgentStopped {
		e.User = &g.StopReason
	}
	switch {
	case g.ModelCalled && !jsonvalue.Equal(request.Object, g.RequestSent.Object):
		e.changed(requestChange(event, request, g.RequestSent), "calls the model", "calls the model with the changed request")
	case event == hook.AfterModel && !jsonvalue.Equal(response.Object, g.Response.Object):
		e.changed(responseChange(response, g.Response), "the model's response", "the changed response")
	case g.Blocked && len(g.Displayed) > 0:
		e.User = text(translator.ToHookLLMResponse(g.Response).Object)
		if said, ok := translator.ToHookLLMResponse(g.Response).GetString("text"); ok {
			e.User = &said
		}
	}
	for _, message := range g.SystemMessages {
		said := "[System] " + message
		e.Model = &said
	}
	return e
}

// changed notes a change that the agent works with, which does not keep it from
// doing what else it does.
func (e *Effects) changed(c *Change, unchanged, changed string) {
	e.Change = c
	e.Agent = strings.Replace(e.Agent, unchanged, changed, 1)
}

// requestChange shows a change in the format that hooks read, where it can be
// seen there, and the tool configuration by itself for tool selection.
func requestChange(event hook.Event, before, after genai.Request) *Change {
	if event == hook.BeforeToolSelection {
		return &Change{
			What:   "toolConfig",
			Before: objectOrNull(before.ToolSelection().ToolConfig.Object),
			After:  objectOrNull(after.ToolSelection().ToolConfig.Object),
		}
	}
	return &Change{
		What:   "llm_request",
		Before: translator.ToHookLLMRequest(before).Object,
		After:  translator.ToHookLLMRequest(after).Object,
	}
}

func objectOrNull(o *jsonvalue.Object) any {
	if o == nil {
		return nil
	}
	return o
}

func responseChange(before, after genai.Response) *Change {
	return &Change{
		What:   "llm_response",
		Before: translator.ToHookLLMResponse(before).Object,
		After:  translator.ToHookLLMResponse(after).Object,
	}
}
