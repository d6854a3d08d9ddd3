package translator

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// The tool-calling modes that a hook may set.
const (
	modeAuto = "AUTO"
	modeAny  = "ANY"
	modeNone = "NONE"
)

// ToHookToolConfig shows a tool configuration to hooks: mode and allowedFunctionNames
// of the function-calling config, if present. It returns the zero HookToolConfig if
// both are absent.
//
//hooktest:impl HOOK-074
func ToHookToolConfig(c genai.ToolConfig) HookToolConfig {
	calling, _ := c.GetObject("functionCallingConfig")
	shown := jsonvalue.New()
	if mode, ok := calling.GetString("mode"); ok {
		shown.Set("mode", mode)
	}
	if list, ok := calling.GetList("allowedFunctionNames"); ok {
		names := []any{}
		for _, item := range list {
			if name, ok := item.(string); ok {
				names = append(names, name)
			}
		}
		shown.Set("allowedFunctionNames", names)
	}
	if shown.Len() == 0 {
		return HookToolConfig{}
	}
	return HookToolConfig{shown}
}

// FromHookToolConfig applies a hook's tool configuration to the one it was shown; a
// zero base is an empty one. Only mode and allowedFunctionNames change, and only if the
// hook sent something other than what it was shown. A change to mode NONE also empties
// the list, so that no tool can be called. A mode other than AUTO, ANY and NONE, a list
// that is not an array, and names that are not strings are ignored, each with a
// warning. If nothing is left to apply, the result is the base.
//
//hooktest:impl HOOK-055 HOOK-056 HOOK-057
func FromHookToolConfig(sent HookToolConfig, base genai.ToolConfig) (genai.ToolConfig, []string) {
	var w warnings
	if changed := w.applyToolConfig(base.Object, sent.Object, "toolConfig"); changed != nil {
		return genai.ToolConfig{Object: changed}, w
	}
	return genai.ToolConfig{Object: base.Clone()}, w
}

// applyToolConfig returns a changed copy of base, or nil if nothing changes.
func (w *warnings) applyToolConfig(base, sent *jsonvalue.Object, path string) *jsonvalue.Object {
	shown := ToHookToolConfig(genai.ToolConfig{Object: base})
	change := w.toolConfig(sent, path)
	differs := false
	for key, value := range change.All() {
		old, known := shown.Get(key)
		differs = differs || !known || !jsonvalue.Equal(old, value)
	}
	if !differs {
		return nil
	}
	if mode, _ := change.GetString("mode"); mode == modeNone {
		change.Set("allowedFunctionNames", []any{})
	}
	changed := base.Clone()
	if changed == nil {
		changed = jsonvalue.New()
	}
	calling, _ := changed.GetObject("functionCallingConfig")
	changed.Set("functionCallingConfig", calling.Overlay(change))
	return changed
}

// toolConfig returns the valid fields of a hook's tool configuration.
//
//hooktest:impl HOOK-056 HOOK-074 HOOK-167
func (w *warnings) toolConfig(sent *jsonvalue.Object, path string) *jsonvalue.Object {
	valid := jsonvalue.New()
	if mode, ok := w.text(sent, path, "mode"); ok {
		switch mode {
		case modeAuto, modeAny, modeNone:
			valid.Set("mode", mode)
		default:
			w.addf("%s.mode %q is not one of AUTO, ANY, NONE: %s", path, mode, fieldIgnored)
		}
	}
	if list, ok := w.list(sent, path, "allowedFunctionNames"); ok {
		names := []any{}
		for i, item := range list {
			if _, ok := item.(string); !ok {
				w.wrong(fmt.Sprintf("%s.allowedFunctionNames[%d]", path, i), "a string", item, "the item is ignored")
				continue
			}
			names = append(names, item)
		}
		valid.Set("allowedFunctionNames", names)
	}
	w.unknown(sent, path, func(key string) bool { return key == "mode" || key == "allowedFunctionNames" })
	return valid
}
