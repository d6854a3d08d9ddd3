// Package translator turns SDK requests, responses and tool configurations into the
// stable format that hook scripts read, and turns their answers back into the SDK's shape.
//
// The conversion for hooks is lossy on purpose: only text is shown. The conversion back
// uses the original request: FromHookLLMRequest applies the differences between what
// the hook was shown and what it sent. Values that the format can't express survive, and
// a request that a hook returns unchanged stays the same, byte for byte.
//
// No answer of a hook causes an error: invalid parts are ignored, each with a warning of
// one sentence. Arguments are never changed, and results share nothing with them.
//
// The package does not decide whether a hook's answer is applied; package hook does.
package translator

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// An LLMRequest is a request as hooks see it: {model, messages: [{role, content}],
// config, toolConfig}. The zero LLMRequest means no request.
//
//hooktest:impl HOOK-071 HOOK-072
type LLMRequest struct{ *jsonvalue.Object }

// IsZero reports whether there is no request.
func (r LLMRequest) IsZero() bool { return r.Object == nil }

// An LLMResponse is a response as hooks see it: {text, candidates: [{content: {role,
// parts: [text]}, finishReason, index, safetyRatings: [{category, probability}]}],
// usageMetadata}. The zero LLMResponse means no response.
//
//hooktest:impl HOOK-071 HOOK-073
type LLMResponse struct{ *jsonvalue.Object }

// IsZero reports whether there is no response.
func (r LLMResponse) IsZero() bool { return r.Object == nil }

// A HookToolConfig is a tool configuration as hooks see it: {mode,
// allowedFunctionNames}. The zero HookToolConfig means no tool configuration.
//
//hooktest:impl HOOK-071 HOOK-074
type HookToolConfig struct{ *jsonvalue.Object }

// IsZero reports whether there is no tool configuration.
func (c HookToolConfig) IsZero() bool { return c.Object == nil }

// warnings collects what was ignored in a hook's answer.
type warnings []string

func (w *warnings) addf(format string, args ...any) {
	*w = append(*w, fmt.Sprintf(format, args...))
}

// wrong warns of a value of the wrong type; effect names the consequence.
func (w *warnings) wrong(path, want string, value any, effect string) {
	kind := jsonvalue.KindOf(value)
	switch kind {
	case "array", "object":
		kind = "an " + kind
	case "null":
	default:
		kind = "a " + kind
	}
	w.addf("%s must be %s but is %s: %s", path, want, kind, effect)
}

const fieldIgnored = "the field is ignored"

// object returns a member that must be an object; absent and null are valid.
func (w *warnings) object(o *jsonvalue.Object, path, key string) (*jsonvalue.Object, bool) {
	v, _ := o.Get(key)
	if v == nil {
		return nil, false
	}
	child, ok := v.(*jsonvalue.Object)
	if !ok {
		w.wrong(path+"."+key, "an object", v, fieldIgnored)
	}
	return child, ok
}

// list returns a member that must be an array; absent and null are valid.
func (w *warnings) list(o *jsonvalue.Object, path, key string) ([]any, bool) {
	v, _ := o.Get(key)
	if v == nil {
		return nil, false
	}
	list, ok := v.([]any)
	if !ok {
		w.wrong(path+"."+key, "an array", v, fieldIgnored)
	}
	return list, ok
}

// text returns a member that must be a string; absent and null are valid.
func (w *warnings) text(o *jsonvalue.Object, path, key string) (string, bool) {
	v, _ := o.Get(key)
	if v == nil {
		return "", false
	}
	s, ok := v.(string)
	if !ok {
		w.wrong(path+"."+key, "a string", v, fieldIgnored)
	}
	return s, ok
}

// unknown warns of members that the format does not have: if they were dropped
// silently, their author would have to guess.
func (w *warnings) unknown(o *jsonvalue.Object, path string, known func(string) bool) {
	for key := range o.All() {
		if !known(key) {
			w.addf("%s.%s is not a field of the hook format: it changes nothing", path, key)
		}
	}
}
