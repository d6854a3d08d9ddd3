package builtin

import (
	"context"
	"errors"
	"iter"
	"sync"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/agent"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

// ExecuteTool has the engine's agent loop carry out one call. Whether, how often
// and with what the tool ran is what the tool itself saw, and whether the loop
// ended there is what its model saw. That model has no hooks: the events are
// those of the tool.
func (a *engineAdapter) ExecuteTool(ctx context.Context, p adapter.ToolParams) (adapter.ToolResult, error) {
	s, err := a.session(p.Session)
	if err != nil {
		return adapter.ToolResult{}, err
	}
	input, err := object("toolInput", p.ToolInput)
	if err != nil {
		return adapter.ToolResult{}, err
	}
	tool, err := newTool(p.Tool)
	if err != nil {
		return adapter.ToolResult{}, err
	}
	result := adapter.ToolResult{Published: []adapter.Object{}, Transitions: []adapter.Transition{}}
	lost := false
	err = forward(ctx, func(ctx context.Context) {
		scheduler := agent.NewScheduler(s.config, func(o agent.ToolOutcome) {
			result.Published = append(result.Published, text(o.Result.Object()))
		})
		caller := &caller{name: p.ToolName, input: input}
		loop := agent.Loop{
			Pipeline:  agent.NewPipeline(withoutHooks(), caller, nil),
			Scheduler: scheduler,
			Tools:     map[string]trigger.ExecuteFunc{p.ToolName: tool.execute},
			Turns:     2,
		}
		conversation, _ := loop.Run(ctx, genai.Request{Object: jsonvalue.New()})
		if len(conversation.Tools) == 0 {
			lost = true
			return
		}
		outcome := conversation.Tools[0]
		result.Result = text(outcome.Result.Object())
		result.AgentStopped, result.StopReason = caller.asked == 1, conversation.StopReason
		result.Attempts = max(outcome.Attempts, tool.runs)
		for _, t := range outcome.Transitions {
			result.Transitions = append(result.Transitions, adapter.Transition{From: string(t.From), To: string(t.To)})
		}
	})
	if lost {
		return adapter.ToolResult{}, adapter.EngineError("the agent loop did not carry the tool call out")
	}
	result.Executed, result.InputSeen = tool.runs > 0, tool.seen
	return result, err
}

// withoutHooks is the session of a part of the agent that a request is not
// about.
func withoutHooks() *engine.Config { return engine.NewConfig(engine.Options{}) }

// A caller is a model that calls one tool once and has nothing to say when it
// is asked again.
type caller struct {
	name  string
	input *jsonvalue.Object
	asked int
}

func (c *caller) Stream(context.Context, genai.Request) iter.Seq2[genai.Response, error] {
	c.asked++
	return func(yield func(genai.Response, error) bool) {
		parts := []any{}
		if c.asked == 1 {
			call := jsonvalue.New(jsonvalue.Member{Key: "name", Value: c.name})
			if c.input != nil {
				call.Set("args", c.input)
			}
			parts = append(parts, jsonvalue.New(jsonvalue.Member{Key: "functionCall", Value: call}))
		}
		content := jsonvalue.New(jsonvalue.Member{Key: "role", Value: "model"}, jsonvalue.Member{Key: "parts", Value: parts})
		candidate := jsonvalue.New(jsonvalue.Member{Key: "content", Value: content})
		yield(genai.Response{Object: jsonvalue.New(jsonvalue.Member{Key: "candidates", Value: []any{candidate}})}, nil)
	}
}

// A tool answers as it was told to and remembers what it was asked.
type tool struct {
	result trigger.ToolResult
	err    error
	runs   int
	seen   adapter.Object
}

func newTool(p adapter.Tool) (*tool, error) {
	if (p.Throws == nil) == (len(p.Result) == 0) {
		return nil, adapter.InvalidParams("tool must have either result or throws")
	}
	if p.Throws != nil {
		return &tool{err: errors.New(*p.Throws)}, nil
	}
	result, err := object("tool.result", p.Result)
	if err != nil {
		return nil, err
	}
	return &tool{result: trigger.ToolResultFrom(result)}, nil
}

func (t *tool) execute(_ context.Context, input *jsonvalue.Object) (trigger.ToolResult, error) {
	t.runs++
	t.seen = text(input)
	return t.result, t.err
}

// Generate has the engine's agent loop make one model call. Whether the model was
// asked, and what, is what the model itself saw. The tools that it may call have
// no hooks: the events are those of the model.
func (a *engineAdapter) Generate(ctx context.Context, p adapter.GenerateParams) (adapter.GenerateResult, error) {
	s, err := a.session(p.Session)
	if err != nil {
		return adapter.GenerateResult{}, err
	}
	request, err := object("request", p.Request)
	if err != nil {
		return adapter.GenerateResult{}, err
	}
	model, err := newModel(p.Model)
	if err != nil {
		return adapter.GenerateResult{}, err
	}
	result := adapter.GenerateResult{Displayed: []adapter.Object{}}
	err = forward(ctx, func(ctx context.Context) {
		pipeline := agent.NewPipeline(s.config, model, func(shown genai.Response) {
			result.Displayed = append(result.Displayed, text(shown.Object))
		})
		loop := agent.Loop{Pipeline: pipeline, Scheduler: agent.NewScheduler(withoutHooks(), nil), Turns: 1}
		// An error is that of the stream, or says that one turn was too few.
		conversation, _ := loop.Run(ctx, genai.Request{Object: request})
		g := conversation.Last
		result.Response = text(g.Response.Object)
		result.DisplaySuppressed = g.DisplaySuppressed
		result.AgentStopped, result.StopReason = conversation.AgentStopped, conversation.StopReason
		result.AfterModelFired = g.AfterModelFired
	})
	model.mu.Lock()
	defer model.mu.Unlock()
	result.ModelCalled, result.StreamOpened, result.RequestSent = model.called, model.opened, model.sent
	return result, err
}

// errAborted is how a model's stream breaks off.
var errAborted = errors.New("the stream broke off")

// A model streams what it was told to and remembers what it was asked.
type model struct {
	chunks []genai.Response
	// abortAfter is how many chunks come before the stream breaks off; -1 for
	// a stream that comes to its end.
	abortAfter int

	mu             sync.Mutex
	called, opened bool
	sent           adapter.Object
}

func newModel(p adapter.Model) (*model, error) {
	m := &model{abortAfter: -1}
	for _, chunk := range p.Chunks {
		o, err := object("model.chunks", chunk)
		if err != nil {
			return nil, err
		}
		m.chunks = append(m.chunks, genai.Response{Object: o})
	}
	if p.AbortAfter != nil {
		if *p.AbortAfter < 0 || *p.AbortAfter > len(m.chunks) {
			return nil, adapter.InvalidParams("model.abortAfter must be from 0 to %d, the number of chunks, not %d", len(m.chunks), *p.AbortAfter)
		}
		m.abortAfter = *p.AbortAfter
	}
	return m, nil
}

func (m *model) Stream(_ context.Context, request genai.Request) iter.Seq2[genai.Response, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.called, m.sent = true, text(request.Object)
	return func(yield func(genai.Response, error) bool) {
		m.mu.Lock()
		m.opened = true
		m.mu.Unlock()
		for i, chunk := range m.chunks {
			if i == m.abortAfter {
				break
			}
			if !yield(chunk, nil) {
				return
			}
		}
		if m.abortAfter >= 0 {
			yield(genai.Response{}, errAborted)
		}
	}
}
