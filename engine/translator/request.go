package translator

import (
	"encoding/json"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// generationFields are the members of an SDK request's config that hooks see (INT-37),
// in display order.
//
//hooktest:impl HOOK-072
func generationFields() [8]string {
	return [...]string{
		"temperature", "maxOutputTokens", "topP", "topK",
		"stopSequences", "candidateCount", "presencePenalty", "frequencyPenalty",
	}
}

func generationField(name string) bool {
	for _, field := range generationFields() {
		if field == name {
			return true
		}
	}
	return false
}

// generationValue reports whether v has the type of the field, and names that type. A
// value of another type changes nothing (INT-39).
func generationValue(field string, v any) (want string, ok bool) {
	if field != "stopSequences" {
		_, ok := v.(json.Number)
		return "a number", ok
	}
	list, ok := v.([]any)
	for _, item := range list {
		if _, isText := item.(string); !isText {
			return "an array of strings", false
		}
	}
	return "an array of strings", ok
}

// ToHookLLMRequest shows a request to hooks (INT-37). There is always a list of
// messages, one for each content with text, in the contents' order. role is user, model
// or system (any other becomes user). content is the text of all its parts joined,
// including thoughts. Contents without text are left out. model, config, toolConfig and
// the fields inside them are present only if the request has them, and numbers keep
// every digit. System instruction, safety settings and tool definitions are not shown.
//
//hooktest:impl HOOK-035 HOOK-071 HOOK-072
func ToHookLLMRequest(req genai.Request) LLMRequest {
	out := jsonvalue.New()
	if model, ok := req.GetString("model"); ok {
		out.Set("model", model)
	}
	messages := []any{}
	contents, _ := req.Get("contents")
	for _, m := range shownMessages(contentItems(contents)) {
		messages = append(messages, jsonvalue.New(
			jsonvalue.Member{Key: "role", Value: m.role},
			jsonvalue.Member{Key: "content", Value: m.text},
		))
	}
	out.Set("messages", messages)
	config, _ := req.GetObject("config")
	shown := jsonvalue.New()
	for _, field := range generationFields() {
		v, _ := config.Get(field)
		if _, ok := generationValue(field, v); ok {
			shown.Set(field, jsonvalue.Clone(v))
		}
	}
	if shown.Len() > 0 {
		out.Set("config", shown)
	}
	toolConfig, _ := config.GetObject("toolConfig")
	if c := ToHookToolConfig(genai.ToolConfig{Object: toolConfig}); !c.IsZero() {
		out.Set("toolConfig", c.Object)
	}
	return LLMRequest{out}
}

// FromHookLLMRequest applies what a hook sent to the request that it was shown
// (INT-38); a zero base is an empty request. The base keeps every value that the hook
// omitted or sent as null, and every value that the format can't express, also inside
// config and toolConfig. A value that the hook sent as shown changes nothing.
//
// Messages are matched with the base's contents in order. A message that equals the
// one shown at its position keeps its content object unchanged, even if messages were
// added or removed before it. A changed text replaces the content's first text part, and
// the other text parts are removed; parts without text stay. A changed role becomes the
// content's role. Added messages become new contents, in the hook's order, after the
// contents of the messages before them. A removed or emptied message loses its text.
// Its content is removed, too, unless it has parts without text, which hooks can't see
// and so can't remove. Contents without text keep their place. If a content with a
// role would be next to bare strings or parts, these are put into user contents, because
// the SDK accepts no mixture.
//
// A message's content is a string, or a list whose strings and text items are joined.
// Faulty fields are ignored one by one, each with a warning (INT-39); a faulty message
// counts as unchanged.
//
//hooktest:impl HOOK-038 HOOK-078
func FromHookLLMRequest(sent LLMRequest, base genai.Request) (genai.Request, []string) {
	if sent.IsZero() {
		return genai.Request{Object: base.Clone()}, nil
	}
	result := base.Clone()
	if result == nil {
		result = jsonvalue.New()
	}
	var w warnings
	const path = "llm_request"
	if model, ok := w.text(sent.Object, path, "model"); ok {
		if model == "" {
			w.addf("%s.model is empty: %s", path, fieldIgnored)
		} else {
			result.Set("model", model)
		}
	}
	if list, ok := w.list(sent.Object, path, "messages"); ok {
		contents, _ := result.Get("contents")
		if merged, changed := mergeMessages(contents, w.messages(list, path+".messages")); changed {
			result.Set("contents", merged)
		}
	}
	if config, ok := w.object(sent.Object, path, "config"); ok {
		w.applyConfig(result, config, path+".config")
	}
	if toolConfig, ok := w.object(sent.Object, path, "toolConfig"); ok {
		config, _ := result.GetObject("config")
		old, _ := config.GetObject("toolConfig")
		if changed := w.applyToolConfig(old, toolConfig, path+".toolConfig"); changed != nil {
			setInConfig(result, "toolConfig", changed)
		}
	}
	w.unknown(sent.Object, path, requestField)
	return genai.Request{Object: result}, w
}

func requestField(name string) bool {
	return name == "model" || name == "messages" || name == "config" || name == "toolConfig"
}

// applyConfig sets the generation fields that differ from the request's.
func (w *warnings) applyConfig(request, sent *jsonvalue.Object, path string) {
	config, _ := request.GetObject("config")
	for _, field := range generationFields() {
		v, _ := sent.Get(field)
		if v == nil {
			continue
		}
		if want, ok := generationValue(field, v); !ok {
			w.wrong(path+"."+field, want, v, fieldIgnored)
			continue
		}
		// An equal number may come back with other digits, such as 1 for 1.0: that is
		// not a change.
		if old, _ := config.Get(field); !jsonvalue.Equal(old, v) {
			setInConfig(request, field, jsonvalue.Clone(v))
		}
	}
	w.unknown(sent, path, generationField)
}

// setInConfig sets one field of config and keeps the others (INT-38).
func setInConfig(request *jsonvalue.Object, key string, value any) {
	config, ok := request.GetObject("config")
	if !ok {
		config = jsonvalue.New()
		request.Set("config", config)
	}
	config.Set(key, value)
}
