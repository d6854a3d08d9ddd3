package effect

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/translator"
)

// Words are what the agent does and what the model and the user see.
type Words struct {
	// Agent is what the agent does, in one sentence without a final period.
	Agent string
	// Model is what the model sees, verbatim; nil if it sees nothing from the hooks.
	Model *string
	// User is what the user sees; nil if it is nothing from the hooks.
	User *string
	// Difference is what the hooks changed, if they changed anything.
	Difference *Difference
}

// A Difference is a value before and after the hooks.
type Difference struct {
	// What names the value: tool_input, llm_request, llm_response, toolConfig.
	What          string
	Before, After any
}

// Describe describes the effects of an event as texts. The input is what its hooks
// read.
func Describe(contract *dialect.Contract, event hook.Event, effects Effects, in hook.Input) Words {
	d := description{effects: effects, in: in}
	if rewrite, ok := effects.Find(Rewrite); ok {
		d.Difference = rewrite.Change.difference(in)
	}
	row, _ := contract.Event(event)
	switch row.Moment {
	case dialect.ToolBefore:
		d.beforeTool()
	case dialect.ToolAfter:
		d.afterTool()
	case dialect.ModelBefore, dialect.ModelTools:
		d.beforeModel()
	case dialect.ModelAfter:
		d.afterModel()
	default:
		d.Agent = "goes on: it does not act on what hooks of " + string(event) + " answer"
	}
	if effects.Has(EndTurn) {
		// The model is not asked again.
		d.Model = nil
	}
	return d.Words
}

// A description describes effects as texts.
type description struct {
	Words
	effects Effects
	in      hook.Input
}

func (d *description) beforeTool() {
	skip, skipped := d.effects.Find(Skip)
	end, ended := d.effects.Find(EndTurn)
	switch {
	case ended:
		d.Agent, d.User = "does not run the tool and ends its loop", &end.Text
	case skipped:
		d.Agent, d.User = "does not run the tool", &skip.Reason
	case d.Difference != nil:
		d.Agent = "runs the tool with the changed input"
	default:
		d.Agent = "runs the tool"
	}
	if reason, prevented := d.effects.Prevented(); prevented {
		d.modelReads(reason, true)
	} else {
		d.modelReads("the tool's own result", false)
	}
}

func (d *description) afterTool() {
	end, ended := d.effects.Find(EndTurn)
	switch {
	case ended:
		d.Agent, d.User = "ends its loop after the tool has run", &end.Text
	case d.effects.Has(Hide):
		d.Agent = "goes on with the tool's result, which the user does not see"
	default:
		d.Agent = "goes on with the tool's result"
	}
	var content any = "the tool's own result"
	if response, ok := d.in.Object().GetObject("tool_response"); ok {
		content, _ = response.Get("llmContent")
	}
	d.modelReads(content, false)
}

// modelReads describes what the model gets as the result of a tool, with what the
// hooks add. Where they add nothing, the result is described only if it is the
// hooks' own (theirs).
func (d *description) modelReads(content any, theirs bool) {
	if added, ok := d.effects.Find(Add); ok {
		content, theirs = Appended(content, Paragraph, added.Text), true
	}
	if message, ok := d.effects.Find(Remind); ok {
		content, theirs = Appended(content, Paragraph+Mark, message.Text), true
	}
	if theirs {
		d.Model = readable(content)
	}
}

func (d *description) beforeModel() {
	skip, skipped := d.effects.Find(Skip)
	end, ended := d.effects.Find(EndTurn)
	switch {
	case ended:
		d.Agent, d.User = "does not call the model and ends its loop", &end.Text
	case skipped && skip.Change != nil:
		d.Agent = "does not call the model and goes on with the hook's response"
	case skipped:
		d.Agent = "does not call the model and goes on with an empty response"
	case d.Difference != nil:
		d.Agent = "calls the model with the changed request"
	default:
		d.Agent = "calls the model"
	}
	if skip.Change != nil {
		d.User = shown(skip.Change.Response())
	}
	d.modelIsReminded()
}

func (d *description) afterModel() {
	end, ended := d.effects.Find(EndTurn)
	response := "the model's response"
	if d.Difference != nil {
		response = "the changed response"
	}
	switch {
	case ended:
		d.Agent, d.User = "ends its loop with the stop reason as the model's answer", &end.Text
	case d.effects.Has(Hide):
		d.Agent = "goes on with " + response + ", which the user does not see"
	default:
		d.Agent = "goes on with " + response
	}
	d.modelIsReminded()
}

// modelIsReminded describes a system message that is a separate message in the
// conversation.
func (d *description) modelIsReminded() {
	if message, ok := d.effects.Find(Remind); ok {
		said := Mark + message.Text
		d.Model = &said
	}
}

// difference returns a change as hooks would see it, with the tool configuration alone;
// nil if nothing changes.
func (c *Change) difference(in hook.Input) *Difference {
	d := &Difference{What: c.What}
	switch c.final.(type) {
	case hook.BeforeToolOutput:
		input := object(in, "tool_input")
		d.Before, d.After = input, c.ToolInput(input)
	case hook.BeforeModelOutput:
		request := request(in)
		d.Before = translator.ToHookLLMRequest(request).Object
		d.After = translator.ToHookLLMRequest(c.Request(request)).Object
	case hook.BeforeToolSelectionOutput:
		selection := request(in).ToolSelection()
		d.Before, d.After = orNull(selection.ToolConfig.Object), orNull(c.ToolSelection(selection).ToolConfig.Object)
	case hook.AfterModelOutput:
		response, _ := translator.FromHookLLMResponse(translator.LLMResponse{Object: object(in, "llm_response")})
		d.Before = translator.ToHookLLMResponse(response).Object
		d.After = translator.ToHookLLMResponse(c.Response()).Object
	}
	if jsonvalue.Equal(d.Before, d.After) {
		return nil
	}
	return d
}

// object returns a field of the hooks' input as a caller has it; an empty object if the
// field is missing.
func object(in hook.Input, field string) *jsonvalue.Object {
	if o, ok := in.Object().GetObject(field); ok {
		return o
	}
	return jsonvalue.New()
}

// request returns the part of the request that hooks see.
func request(in hook.Input) genai.Request {
	request, _ := translator.FromHookLLMRequest(translator.LLMRequest{Object: object(in, "llm_request")}, genai.Request{Object: jsonvalue.New()})
	return request
}

func orNull(o *jsonvalue.Object) any {
	if o == nil {
		return nil
	}
	return o
}

// because returns the reason for an effect as one sentence.
func because(event *dialect.Event, e Effect) string {
	switch e.Action {
	case EndTurn:
		return "continue is false: the agent loop ends"
	case Run:
		if !event.Effects.Applied() {
			return "the hook objects, but nothing acts on what hooks of " + string(event.Name) + " answer: the agent goes on"
		}
		return "the hook refused, but " + string(event.Name) + " can't be refused: the agent goes on"
	}
	return sentences()[e.Rule]
}

// sentences maps rules to the reasons for their effects.
func sentences() map[string]string {
	return map[string]string{
		"HOOK-067b": "exit code 2 refuses; stderr is empty, so the reason is a general one",
		"HOOK-016a": "exit code 2 refuses the tool; stderr is the reason",
		"HOOK-067a": "exit code 2 refuses; stderr is the reason",
		"HOOK-199":  "permissionDecision refuses the tool",
		"HOOK-036":  "the decision refuses the model call; the hook's response takes its place",
		"HOOK-037":  "the decision refuses the model call; the response is empty",
		"HOOK-016b": "the decision in the JSON answer refuses the tool",
		"HOOK-019":  "the tool runs with the input as the hook changed it",
		"HOOK-038":  "the model gets the request as the hook changed it",
		"HOOK-046":  "the agent goes on with the hook's response",
		"HOOK-055":  "the hook decides which tools the model may call",
		"HOOK-027":  "the model gets the hook's context with the tool's result",
		"HOOK-029":  "the tool's result is hidden from the user",
		"HOOK-049":  "the response is hidden from the user",
	}
}

// shown returns a response as the user sees it: its text, otherwise all of it.
func shown(response genai.Response) *string {
	object := translator.ToHookLLMResponse(response).Object
	if text, ok := object.GetString("text"); ok {
		return &text
	}
	return readable(object)
}

// readable returns a value for a person: a string bare, everything else as JSON.
func readable(v any) *string {
	s, ok := v.(string)
	if !ok {
		s = string(jsonvalue.Marshal(v))
	}
	return &s
}
