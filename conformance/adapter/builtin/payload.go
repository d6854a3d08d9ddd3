package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A payload is what the caller of an event gives, checked.
type payload struct {
	event hook.Event
	// matched is the field that matchers are tested against.
	matched string
	values  *jsonvalue.Object
}

// readPayload checks a payload, all faults at once. With partial, fields may
// be missing: planning needs only what matchers look at.
func readPayload(p adapter.EventParams, partial bool) (payload, error) {
	e, known := adapter.EventNamed(p.Event)
	if !known {
		return payload{}, adapter.InvalidParams("event %q is none of the hook events", p.Event)
	}
	values, err := object("payload", p.Payload)
	if err != nil {
		return payload{}, err
	}
	var faults []string
	for _, f := range e.Fields {
		v, given := values.Get(f.Name)
		switch kind := jsonvalue.KindOf(v); {
		case !given && (partial || f.Optional):
		case !given:
			faults = append(faults, fmt.Sprintf("payload.%s is missing", f.Name))
		case kind != f.Kind:
			faults = append(faults, fmt.Sprintf("payload.%s must be of type %s, not %s", f.Name, f.Kind, kind))
		}
	}
	for key := range values.All() {
		if !slices.ContainsFunc(e.Fields, func(f adapter.EventField) bool { return f.Name == key }) {
			faults = append(faults, fmt.Sprintf("payload.%s is not a field of %s", key, e.Name))
		}
	}
	if len(faults) > 0 {
		return payload{}, adapter.InvalidParams("%s", strings.Join(faults, "; "))
	}
	return payload{hook.Event(e.Name), e.Subject, values}, nil
}

func (p payload) text(name string) string {
	s, _ := p.values.GetString(name)
	return s
}

func (p payload) object(name string) *jsonvalue.Object {
	o, _ := p.values.GetObject(name)
	return o
}

func (p payload) request() genai.Request { return genai.Request{Object: p.object("llmRequest")} }

func (p payload) response() genai.Response { return genai.Response{Object: p.object("llmResponse")} }

// subject is what the event's matchers are tested against.
func (p payload) subject() string { return p.text(p.matched) }

// fire calls the handler's method for the event. The handler returns a result
// even for an event whose callers do not wait for one.
func (p payload) fire(ctx context.Context, config *engine.Config) hook.AggregatedResult {
	h := config.Handler(ctx)
	if h == nil {
		return hook.Empty()
	}
	switch p.event {
	case hook.BeforeTool:
		return h.FireBeforeToolEvent(ctx, p.text("toolName"), p.object("toolInput"))
	case hook.AfterTool:
		return h.FireAfterToolEvent(ctx, p.text("toolName"), p.object("toolInput"), p.object("toolResponse"))
	case hook.BeforeModel:
		return h.FireBeforeModelEvent(ctx, p.request())
	case hook.AfterModel:
		return h.FireAfterModelEvent(ctx, p.request(), p.response())
	case hook.BeforeToolSelection:
		return h.FireBeforeToolSelectionEvent(ctx, p.request())
	case hook.BeforeAgent:
		return h.FireBeforeAgentEvent(ctx, p.text("prompt"))
	case hook.AfterAgent:
		active, _ := p.values.GetBool("stopHookActive")
		return h.FireAfterAgentEvent(ctx, p.text("prompt"), p.text("promptResponse"), active)
	case hook.SessionStart:
		return h.FireSessionStartEvent(ctx, p.text("source"))
	case hook.SessionEnd:
		return h.FireSessionEndEvent(ctx, p.text("reason"))
	case hook.PreCompress:
		return h.FirePreCompressEvent(ctx, p.text("trigger"))
	}
	return h.FireNotificationEvent(ctx, p.text("notificationType"), p.text("message"), p.object("details"))
}

// object reads a parameter; nothing is nil.
func object(name string, text adapter.Object) (*jsonvalue.Object, error) {
	if len(text) == 0 {
		return nil, nil
	}
	o, err := jsonvalue.ParseObject(text)
	if err != nil {
		return nil, adapter.InvalidParams("%s: %v", name, err)
	}
	return o, nil
}
