package agent

import (
	"context"
	"iter"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

// A Model answers requests as a stream of partial responses. The stream opens when the
// iteration starts; an error ends it.
type Model interface {
	Stream(ctx context.Context, request genai.Request) iter.Seq2[genai.Response, error]
}

// A Generation is the result of one model call and its hooks.
type Generation struct {
	// ModelCalled reports whether the model was called, StreamOpened whether a stream
	// was opened. Both are false for a refused call (HOOK-174).
	ModelCalled, StreamOpened bool
	// RequestSent is the request that the model got; zero if it got none.
	RequestSent genai.Request
	// Response is what the agent continues with: the complete response as changed by
	// the AfterModel hooks, a synthetic one, or an empty one. It is zero if the stream
	// broke off.
	Response genai.Response
	// Displayed has what was shown to the user while the stream ran.
	Displayed []genai.Response
	// DisplaySuppressed means that the agent must not show Response (HOOK-049).
	DisplaySuppressed bool
	// AgentStopped means that the agent must end its loop and show StopReason.
	AgentStopped bool
	StopReason   string
	// Blocked reports whether a BeforeModel hook refused the call.
	Blocked bool
	// AfterModelFired reports whether there was a complete response to fire AfterModel
	// with.
	AfterModelFired bool
	// SystemMessages are texts of the hooks for the conversation's context
	// (HOOK-159, HOOK-217); never for the user.
	SystemMessages []string
	// Err is the stream's error, handled by the agent and not by hooks
	// (HOOK-207).
	Err error
}

// A Pipeline makes model calls.
type Pipeline struct {
	config  *engine.Config
	model   Model
	display func(genai.Response)
}

// NewPipeline makes a pipeline. display gets each partial response as it
// arrives and may be nil.
func NewPipeline(config *engine.Config, model Model, display func(genai.Response)) *Pipeline {
	if display == nil {
		display = func(genai.Response) {}
	}
	return &Pipeline{config: config, model: model, display: display}
}

// Generate makes one model call: tool selection if the request has tools, BeforeModel,
// the stream, and AfterModel on the complete response. The request is not changed.
//
//hooktest:impl HOOK-033 HOOK-134 HOOK-050.4
func (p *Pipeline) Generate(ctx context.Context, request genai.Request) Generation {
	g := Generation{}
	request, ok := p.selectTools(ctx, request, &g)
	if !ok {
		return g
	}
	request, ok = p.before(ctx, request, &g)
	if !ok {
		return g
	}
	complete, ok := p.stream(ctx, request, &g)
	if !ok {
		return g
	}
	p.after(ctx, request, complete, &g)
	return g
}

//hooktest:impl HOOK-040
func (g *Generation) stop(reason string) {
	g.AgentStopped = true
	g.StopReason = reason
}

// say stores a hook's message to the model; a silent hook has none (HOOK-065.2).
//
//hooktest:impl HOOK-159
func (g *Generation) say(message string) {
	if message != "" {
		g.SystemMessages = append(g.SystemMessages, message)
	}
}

// selectTools fires BeforeToolSelection for a request that has tools and puts
// the hooks' tool configuration into it.
//
//hooktest:impl HOOK-053 HOOK-140 HOOK-055
func (p *Pipeline) selectTools(ctx context.Context, request genai.Request, g *Generation) (genai.Request, bool) {
	if !request.HasTools() {
		return request, true
	}
	result := trigger.FireBeforeToolSelectionHook(ctx, p.config, request)
	g.say(result.SystemMessage)
	if result.Stopped {
		g.stop(result.StopReason)
		g.Response = emptyResponse()
		return request, false
	}
	if result.ToolConfig.IsZero() {
		return request, true
	}
	return request.WithToolSelection(genai.ToolSelection{ToolConfig: result.ToolConfig, Tools: result.Tools}), true
}

// before fires BeforeModel. A refused call opens no stream and yields the synthetic
// response or an empty one. A changed request is sent instead of the original. A hook's
// message to the model is kept for both a sent and a refused call (HOOK-159).
//
//hooktest:impl HOOK-139 HOOK-138 HOOK-156.4
func (p *Pipeline) before(ctx context.Context, request genai.Request, g *Generation) (genai.Request, bool) {
	result := trigger.FireBeforeModelHook(ctx, p.config, request)
	g.say(result.SystemMessage)
	if result.Stopped {
		g.stop(result.StopReason)
	}
	if result.Blocked {
		p.refused(g, result)
		return request, false
	}
	if !result.ModifiedRequest.IsZero() {
		return result.ModifiedRequest, true
	}
	return request, true
}

// refused gives the agent the response of a refusing hook in the place of the
// model's, or an empty one.
//
//hooktest:impl HOOK-138 HOOK-202 HOOK-174
func (p *Pipeline) refused(g *Generation, result trigger.BeforeModelHookResult) {
	g.Blocked = true
	g.Response = result.SyntheticResponse
	if g.Response.IsZero() {
		g.Response = emptyResponse()
	} else {
		p.show(g, g.Response)
	}
}

// emptyResponse tells the agent that no model has answered (HOOK-202, INT-41).
//
//hooktest:impl HOOK-037 HOOK-202
func emptyResponse() genai.Response {
	return genai.Response{Object: jsonvalue.New(jsonvalue.Member{Key: "candidates", Value: []any{}})}
}

// show displays a response to the user during the call.
//
//hooktest:impl HOOK-173.2
func (p *Pipeline) show(g *Generation, response genai.Response) {
	g.Displayed = append(g.Displayed, response)
	p.display(response)
}

// stream calls the model, shows its partial responses as they arrive (HOOK-173.2) and
// collects them. Only a stream that ended without an error has a complete response.
//
//hooktest:impl HOOK-050 HOOK-207 HOOK-172
func (p *Pipeline) stream(ctx context.Context, request genai.Request, g *Generation) (genai.Response, bool) {
	g.ModelCalled, g.StreamOpened = true, true
	g.RequestSent = request
	var chunks []genai.Response
	for chunk, err := range p.model.Stream(ctx, request) {
		if err != nil {
			g.Err = err
			return genai.Response{}, false
		}
		chunks = append(chunks, chunk)
		p.show(g, chunk)
	}
	if err := ctx.Err(); err != nil {
		g.Err = err
		return genai.Response{}, false
	}
	if len(chunks) == 0 {
		return emptyResponse(), true
	}
	return genai.Concat(chunks), true
}

// after fires AfterModel once, on the complete response (HOOK-172). What was displayed
// stays displayed (HOOK-173). A hook's message to the model is kept (HOOK-159).
//
//hooktest:impl HOOK-043 HOOK-049 HOOK-173
func (p *Pipeline) after(ctx context.Context, sent genai.Request, complete genai.Response, g *Generation) {
	result := trigger.FireAfterModelHook(ctx, p.config, sent, complete)
	g.AfterModelFired = true
	g.Response = result.Response
	g.DisplaySuppressed = result.SuppressOutput
	g.say(result.SystemMessage)
	if result.Stopped {
		g.stop(result.StopReason)
	}
}
