package explore

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/hooktest/hooktest/schemas"
)

// hook is how a hook of an event behaves.
func (c chance) hook(event, name string) Hook {
	h := Hook{Name: name}
	switch c.IntN(20) {
	case 0, 1, 2, 3:
		h.Exit = 2
	case 4, 5:
		h.Exit = pick(c, []int{1, 3, 42, 126, 127, 255})
	case 6:
		if c.one(3) {
			// HUP and INT are not drawn: a program that runs in the background may
			// ignore them, and its hooks inherit that.
			h.Signal = pick(c, []string{"KILL", "TERM", "USR1"})
		}
	case 7:
		h.Hang = c.one(5)
	}
	if h.Exit != 0 && !c.one(4) || c.one(6) {
		h.Stderr = c.text()
		if c.one(8) {
			h.Stderr = pick(c, []string{" ", "\n", `{"decision":"deny","reason":"json on stderr"}`})
		}
	}
	switch c.IntN(12) {
	case 0:
	case 1, 2:
		h.Before = c.text()
		if c.one(2) {
			h.Before = pick(c, []string{
				"5", "null", "[]", `["deny"]`, "true", `"text"`, `"{"`, `{"decision":"deny"`, `{"decision":"deny","decision":"allow"}`, "{}", " ", "\n\n",
				`{"decision":"deny","reason":"x"} and more`, "{'decision':'deny'}", `"\"twice\""`,
			})
		}
	default:
		h.Answer = c.answer(event)
		h.Twice = c.one(12)
		if c.one(10) {
			h.Before = pick(c, []string{" ", "\n", "\u00a0", "note: ", "\ufeff"})
		}
		switch {
		case c.one(2):
			h.After = "\n"
		case c.one(10):
			h.After = pick(c, []string{"\n\n", " done", "{}", "\n# end", "\u00a0"})
		}
	}
	return h
}

// answer draws an output of hooks of an event, sometimes with a value of the
// wrong type.
func (c chance) answer(event string) map[string]any {
	a := map[string]any{}
	set := func(into map[string]any, key string, value any) {
		if c.one(14) {
			value = c.value()
		}
		into[key] = value
	}
	if c.one(2) {
		decision := pick(c, []string{"allow", "deny", "block", "approve", "ask"})
		if c.one(10) {
			decision = pick(c, []string{"Deny", " deny", "reject", "", "BLOCK"})
		}
		set(a, "decision", decision)
	}
	if c.one(2) {
		set(a, "reason", c.text())
	}
	if c.one(4) {
		set(a, "continue", !c.one(2))
	}
	if c.one(6) {
		set(a, "stopReason", c.text())
	}
	if c.one(6) {
		set(a, "suppressOutput", c.one(2))
	}
	if c.one(3) {
		set(a, "systemMessage", c.text())
	}
	if c.one(12) {
		a[pick(c, []string{"note", "Decision", "permissionDecision"})] = c.value()
	}
	if c.one(2) {
		set(a, "hookSpecificOutput", c.specific(event, set))
	}
	return a
}

func (c chance) specific(event string, set func(map[string]any, string, any)) map[string]any {
	s := map[string]any{}
	if c.one(3) {
		s["hookEventName"] = event
	}
	if c.one(3) {
		set(s, "additionalContext", c.text())
	}
	if c.one(10) {
		s[c.word()] = c.value()
	}
	for _, name := range specificMembers(event) {
		if m := specificDraws[name]; m.draw != nil && c.one(m.in) {
			set(s, name, m.draw(c))
		}
	}
	return s
}

// specificDraws are values of members of hookSpecificOutput, each drawn once in so many
// answers of the events that have it.
var specificDraws = map[string]struct {
	in   int
	draw func(chance) any
}{
	"llm_request":              {2, func(c chance) any { return c.hookRequest() }},
	"llm_response":             {3, func(c chance) any { return c.hookResponse() }},
	"permissionDecision":       {5, func(c chance) any { return pick(c, []string{"allow", "deny", "ask", "block"}) }},
	"permissionDecisionReason": {5, func(c chance) any { return c.text() }},
	"toolConfig":               {1, func(c chance) any { return c.toolConfig() }},
	"tool_input":               {2, func(c chance) any { return c.object() }},
}

// specificMembers returns the sorted members of hookSpecificOutput in the schema of
// an event's output; nil for an event without a schema.
func specificMembers(event string) []string {
	text, _ := schemas.Source(schemas.Stdout(event))
	var schema struct {
		Properties struct {
			HookSpecificOutput struct{ Properties map[string]any }
		}
	}
	_ = json.Unmarshal(text, &schema)
	return slices.Sorted(maps.Keys(schema.Properties.HookSpecificOutput.Properties))
}

// hookRequest is a request, or a part of one, in the stable format.
func (c chance) hookRequest() map[string]any {
	r := map[string]any{}
	if c.one(2) {
		r["model"] = c.word()
	}
	if c.one(2) {
		r["messages"] = []any{map[string]any{"role": "user", "content": c.text()}}
	}
	if c.one(4) {
		r["config"] = map[string]any{"temperature": c.value()}
	}
	return r
}

func (c chance) hookResponse() map[string]any {
	r := map[string]any{"candidates": []any{map[string]any{"content": map[string]any{"role": "model", "parts": []any{c.text()}}, "finishReason": "STOP"}}}
	if c.one(3) {
		r["text"] = c.text()
	}
	return r
}

func (c chance) toolConfig() map[string]any {
	t := map[string]any{}
	if !c.one(4) {
		t["mode"] = pick(c, []string{"AUTO", "ANY", "NONE", "none", "SOME"})
	}
	if !c.one(3) {
		t["allowedFunctionNames"] = c.names()
	}
	return t
}
