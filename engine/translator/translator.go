// Package translator turns SDK requests, responses and tool configurations
// into the stable format that hook scripts read, and what scripts answer back
// into the SDK's shape.
//
// The way to the hooks is lossy on purpose: only text is shown. The way back
// makes up for it with the original request: FromHookLLMRequest applies the
// differences between what the hook was shown and what it sent, so that
// whatever the format can't express survives, and a request that a hook merely
// echoes stays as it was, byte for byte.
//
// Whatever a hook sends, nothing here fails: what can't be used is left out and
// named in a warning, one sentence each. Arguments are never changed and
// results share nothing with them.
//
// The package does not decide whether a hook's answer is to be applied; package
// hook does.
package translator

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// An LLMRequest is a request as hooks see it: {model, messages: [{role,
// content}], config, toolConfig}. The zero LLMRequest stands for none.
//
//hooktest:impl HOOK-071 HOOK-072
type LLMRequest struct{ *jsonvalue.Object }

// IsZero tells whether there is no request.
func (r LLMRequest) IsZero() bool { return r.Object == nil }

// An LLMResponse is a response as hooks see it: {text, candidates: [{content:
// {role, parts: [text]}, finishReason, index, safetyRatings: [{category,
// probability}]}], usageMetadata}. The zero LLMResponse stands for none.
//
//hooktest:impl HOOK-071 HOOK-073
type LLMResponse struct{ *jsonvalue.Object }

// IsZero tells whether there is no response.
func (r LLMResponse) IsZero() bool { return r.Object == nil }

// A HookToolConfig is a tool configuration as hooks see it: {mode,
// allowedFunctionNames}. The zero HookToolConfig stands for none.
//
//hooktest:impl HOOK-071 HOOK-074
type HookToolConfig struct{ *jsonvalue.Object }

// IsZero tells whether there is no tool configuration.
func (c HookToolConfig) IsZero() bool { return c.Object == nil }

// warnings collects what was left out of a hook's answer.
type warnings []string

func (w *warnings) addf(format string, args ...any) {
	*w = append(*w, fmt.Sprintf(format, args...))
}

// wrong names a value of the wrong type; effect says what follows from it.
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

// object gives a member that must be an object; absent and null are no fault.
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

// list gives a member that must be an array; absent and null are no fault.
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

// text gives a member that must be a string; absent and null are no fault.
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

// unknown names the members that the format does not have: to drop them
// without a word would leave their author to guess.
func (w *warnings) unknown(o *jsonvalue.Object, path string, known func(string) bool) {
	for key := range o.All() {
		if !known(key) {
			w.addf("%s.%s is no field of the hook format: it changes nothing", path, key)
		}
	}
}
