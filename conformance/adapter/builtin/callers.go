package builtin

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/agent"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

// ExecuteTool has the engine's agent loop execute one tool call. The tool itself
// records whether, how often and with which input it ran. The model records
// whether the loop ended there. The result's content is taken from the
// conversation that the model reads. The model has no hooks, so all events are
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
		first := genai.Request{Object: jsonvalue.New(jsonvalue.Member{Key: "contents", Value: said("user")})}
		loop := agent.Loop{
			Pipeline:  agent.NewPipeline(withoutHooks(), caller, nil),
			Scheduler: scheduler,
			Tools:     map[string]trigger.ExecuteFunc{p.ToolName: tool.execute},
			Turns:     2,
		}
		conversation, _ := loop.Run(ctx, first)
		if len(conversation.Tools) == 0 {
			lost = true
			return
		}
		outcome := conversation.Tools[0]
		outcome.Result.LLMContent = answered(conversation.Request, p.ToolName)
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

// withoutHooks is a session without hooks, for the part of the agent that a
// request does not test.
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
			call := jsonvalue.New(jsonvalue.Member{Key: "id", Value: callID}, jsonvalue.Member{Key: "name", Value: c.name})
			if c.input != nil {
				call.Set("args", c.input)
			}
			parts = append(parts, jsonvalue.New(jsonvalue.Member{Key: "functionCall", Value: call}))
		}
		candidate := jsonvalue.New(jsonvalue.Member{Key: "content", Value: said("model", parts...)})
		yield(genai.Response{Object: jsonvalue.New(jsonvalue.Member{Key: "candidates", Value: []any{candidate}})}, nil)
	}
}

// callID is the id that the model gives its call; the answer has to name it.
const callID = "call-1"

func said(role string, parts ...any) *jsonvalue.Object {
	return jsonvalue.New(jsonvalue.Member{Key: "role", Value: role}, jsonvalue.Member{Key: "parts", Value: parts})
}

// answered returns the response to the tool call from a conversation: it has to
// follow the call directly and carry the call's name and id, because a model
// would not find it elsewhere. Otherwise it returns nil.
func answered(conversation genai.Request, name string) any {
	contents, _ := conversation.GetList("contents")
	if len(contents) < 3 {
		return nil
	}
	if _, called := onlyPart(contents[1], "model", "functionCall"); !called {
		return nil
	}
	response, _ := onlyPart(contents[2], "user", "functionResponse")
	if n, _ := response.GetString("name"); n != name {
		return nil
	}
	if id, _ := response.GetString("id"); id != callID {
		return nil
	}
	output, _ := response.GetObject("response")
	value, _ := output.Get("output")
	return value
}

// onlyPart is what a content of one part and of the role has under the key.
func onlyPart(content any, role, key string) (*jsonvalue.Object, bool) {
	c, _ := content.(*jsonvalue.Object)
	parts, _ := c.GetList("parts")
	if by, _ := c.GetString("role"); by != role || len(parts) != 1 {
		return nil, false
	}
	part, _ := parts[0].(*jsonvalue.Object)
	return part.GetObject(key)
}

// A tool returns its configured result and records its calls.
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

// Generate has the engine's agent loop make one model call. The model itself
// records whether it was called, and with which request. The tools that it may
// call have no hooks, so all events are those of the model.
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
	result := adapter.GenerateResult{Displayed: []adapter.Object{}, ToolCalls: []string{}}
	var fault error
	err = forward(ctx, func(ctx context.Context) {
		pipeline := agent.NewPipeline(s.config, model, func(shown genai.Response) {
			result.Displayed = append(result.Displayed, text(shown.Object))
		})
		loop := agent.Loop{Pipeline: pipeline, Scheduler: agent.NewScheduler(withoutHooks(), nil), Turns: 1}
		conversation, failure := loop.Run(ctx, genai.Request{Object: request})
		// Another error than the stream's says that one turn was too few, and
		// Turns is 1 on purpose.
		if model.aborted && !errors.Is(failure, errAborted) {
			fault = adapter.EngineError("the agent loop keeps the error of the stream to itself")
		}
		g := conversation.Last
		next, _ := conversation.Request.Get("contents")
		read := strings.Join(append(model.read, texts(next)...), "\n")
		result.Conversation = &read
		result.Response = text(g.Response.Object)
		result.DisplaySuppressed = g.DisplaySuppressed
		result.AgentStopped, result.StopReason = conversation.AgentStopped, conversation.StopReason
		result.AfterModelFired = g.AfterModelFired
		for _, outcome := range conversation.Tools {
			result.ToolCalls = append(result.ToolCalls, outcome.Call.Name)
		}
	})
	model.mu.Lock()
	defer model.mu.Unlock()
	result.ModelCalled, result.StreamOpened, result.RequestSent = model.called, model.opened, model.sent
	return result, cmp.Or(err, fault)
}

// texts are what a model reads of the contents of a request: a text, a content,
// or a list of contents or parts. One of a role that the API does not know is
// not read.
func texts(contents any) []string {
	var read []string
	switch c := contents.(type) {
	case string:
		read = append(read, c)
	case []any:
		for _, item := range c {
			read = append(read, texts(item)...)
		}
	case *jsonvalue.Object:
		role, given := c.GetString("role")
		if given && role != "user" && role != "model" {
			break
		}
		if text, ok := c.GetString("text"); ok {
			read = append(read, text)
		}
		parts, _ := c.GetList("parts")
		read = append(read, texts(parts)...)
	}
	return read
}

// errAborted is how a model's stream breaks off.
var errAborted = errors.New("the stream broke off")

// A model streams its configured chunks and records its requests.
type model struct {
	chunks []genai.Response
	// abortAfter is how many chunks come before the stream breaks off; -1 for
	// a stream that comes to its end.
	abortAfter int

	mu                      sync.Mutex
	called, opened, aborted bool
	sent                    adapter.Object
	// read is the text of what was sent.
	read []string
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
	contents, _ := request.Get("contents")
	m.read = texts(contents)
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
			m.mu.Lock()
			m.aborted = true
			m.mu.Unlock()
			yield(genai.Response{}, errAborted)
		}
	}
}
