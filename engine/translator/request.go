package translator

import (
	"encoding/json"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// generationFields are the members of an SDK request's config that hooks see
// (INT-37), in the order in which they are shown.
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

// generationValue tells whether v has the type of the field, and names that
// type: what has another changes nothing (INT-39).
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
// messages, one for each content that has text, in the contents' order: role is
// user, model or system (any other becomes user), content the text of all its
// parts joined, thoughts included. Contents without text are left out. The
// fields model, config, toolConfig and those inside them are there only where
// the request has them, numbers with every digit. System instruction, safety
// settings and tool definitions are not shown.
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
// (INT-38); a zero base is an empty request. What the hook left out or sent as
// null, and what the format can't express, keeps the base's value, also inside
// config and toolConfig. What the hook sent as it was shown changes nothing.
//
// Messages are matched with the base's contents in order. One that equals the
// message it was shown at its place, or further on where messages were added or
// removed before it, keeps its content object as it is. A changed text
// takes the place of the content's first text part and the other text parts go;
// parts without text stay. A changed role becomes the content's role. Added
// messages become new contents, in the hook's order, behind the contents of the
// messages before them. Of a removed or emptied message the text goes: the
// content goes with it unless it has parts without text, which no hook could
// see and so none can remove. Contents without text keep their place. Where a
// content with a role joins bare strings or parts, these are put into user
// contents, as the SDK takes no mixture.
//
// A message's content is a string, or a list whose strings and text items are
// joined. Faulty fields are ignored one by one, each with a warning (INT-39);
// a faulty message counts as unchanged.
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
		// An equal number may have come back with other digits, such as 1 for
		// 1.0: that is no change.
		if old, _ := config.Get(field); !jsonvalue.Equal(old, v) {
			setInConfig(request, field, jsonvalue.Clone(v))
		}
	}
	w.unknown(sent, path, generationField)
}

// setInConfig sets one field and leaves the others of config, if there is one, as
// they are (INT-38).
func setInConfig(request *jsonvalue.Object, key string, value any) {
	config, ok := request.GetObject("config")
	if !ok {
		config = jsonvalue.New()
		request.Set("config", config)
	}
	config.Set(key, value)
}
