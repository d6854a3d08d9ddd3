package event

import (
	"context"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/translator"
)

// object replaces a missing payload object.
func object(o *jsonvalue.Object) *jsonvalue.Object {
	if o == nil {
		return jsonvalue.New()
	}
	return o
}

// FireBeforeToolEvent fires BeforeTool; the hooks are those whose matcher
// matches the tool's name.
//
//hooktest:impl HOOK-014 HOOK-015 HOOK-162
func (h *Handler) FireBeforeToolEvent(ctx context.Context, toolName string, toolInput *jsonvalue.Object) hook.AggregatedResult {
	return h.fire(ctx, hook.BeforeTool, toolName, func() []member {
		return []member{{Key: "tool_name", Value: toolName}, {Key: "tool_input", Value: object(toolInput)}}
	})
}

// FireAfterToolEvent fires AfterTool with the tool's response.
//
//hooktest:impl HOOK-026 HOOK-162 HOOK-032
func (h *Handler) FireAfterToolEvent(ctx context.Context, toolName string, toolInput, toolResponse *jsonvalue.Object) hook.AggregatedResult {
	return h.fire(ctx, hook.AfterTool, toolName, func() []member {
		return []member{
			{Key: "tool_name", Value: toolName},
			{Key: "tool_input", Value: object(toolInput)},
			{Key: "tool_response", Value: object(toolResponse)},
		}
	})
}

// FireBeforeModelEvent fires BeforeModel; hooks see the request in the stable
// format.
//
//hooktest:impl HOOK-034 HOOK-035 HOOK-143.3
func (h *Handler) FireBeforeModelEvent(ctx context.Context, request genai.Request) hook.AggregatedResult {
	return h.fireWithRequest(ctx, hook.BeforeModel, request)
}

// FireBeforeToolSelectionEvent fires BeforeToolSelection with the real
// request.
//
//hooktest:impl HOOK-054 HOOK-205 HOOK-143.5
func (h *Handler) FireBeforeToolSelectionEvent(ctx context.Context, request genai.Request) hook.AggregatedResult {
	return h.fireWithRequest(ctx, hook.BeforeToolSelection, request)
}

//hooktest:impl HOOK-034 HOOK-205 HOOK-141.3
func (h *Handler) fireWithRequest(ctx context.Context, event hook.Event, request genai.Request) hook.AggregatedResult {
	return h.fire(ctx, event, "", func() []member {
		return []member{{Key: "llm_request", Value: translator.ToHookLLMRequest(request).Object}}
	})
}

// FireAfterModelEvent fires AfterModel with the request that was sent and the
// complete response.
//
//hooktest:impl HOOK-044 HOOK-045 HOOK-143.4
func (h *Handler) FireAfterModelEvent(ctx context.Context, request genai.Request, response genai.Response) hook.AggregatedResult {
	return h.fire(ctx, hook.AfterModel, "", func() []member {
		return []member{
			{Key: "llm_request", Value: translator.ToHookLLMRequest(request).Object},
			{Key: "llm_response", Value: translator.ToHookLLMResponse(response).Object},
		}
	})
}

// FireBeforeAgentEvent fires BeforeAgent with the user's prompt.
//
//hooktest:impl HOOK-203
func (h *Handler) FireBeforeAgentEvent(ctx context.Context, prompt string) hook.AggregatedResult {
	return h.fire(ctx, hook.BeforeAgent, "", func() []member {
		return []member{{Key: "prompt", Value: prompt}}
	})
}

// FireAfterAgentEvent fires AfterAgent with the prompt and the agent's answer.
//
//hooktest:impl HOOK-203
func (h *Handler) FireAfterAgentEvent(ctx context.Context, prompt, response string, stopHookActive bool) hook.AggregatedResult {
	return h.fire(ctx, hook.AfterAgent, "", func() []member {
		return []member{
			{Key: "prompt", Value: prompt},
			{Key: "prompt_response", Value: response},
			{Key: "stop_hook_active", Value: stopHookActive},
		}
	})
}

// FireSessionStartEvent fires SessionStart; source is startup, resume, clear or
// compress.
//
//hooktest:impl HOOK-203
func (h *Handler) FireSessionStartEvent(ctx context.Context, source string) hook.AggregatedResult {
	return h.fire(ctx, hook.SessionStart, source, func() []member {
		return []member{{Key: "source", Value: source}}
	})
}

// FireSessionEndEvent fires SessionEnd; reason is exit, clear, logout,
// prompt_input_exit or other.
//
//hooktest:impl HOOK-203
func (h *Handler) FireSessionEndEvent(ctx context.Context, reason string) hook.AggregatedResult {
	return h.fire(ctx, hook.SessionEnd, reason, func() []member {
		return []member{{Key: "reason", Value: reason}}
	})
}

// FirePreCompressEvent fires PreCompress; trigger is manual or auto.
//
//hooktest:impl HOOK-203
func (h *Handler) FirePreCompressEvent(ctx context.Context, trigger string) hook.AggregatedResult {
	return h.fire(ctx, hook.PreCompress, trigger, func() []member {
		return []member{{Key: "trigger", Value: trigger}}
	})
}

// FireNotificationEvent fires Notification.
//
//hooktest:impl HOOK-203
func (h *Handler) FireNotificationEvent(ctx context.Context, notificationType, message string, details *jsonvalue.Object) hook.AggregatedResult {
	return h.fire(ctx, hook.Notification, notificationType, func() []member {
		return []member{
			{Key: "notification_type", Value: notificationType},
			{Key: "message", Value: message},
			{Key: "details", Value: object(details)},
		}
	})
}
