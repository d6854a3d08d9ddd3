package explore

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// traits returns the notable properties of a draw. For a reduced draw they are the
// conditions of the difference: they describe its cause and decide which other
// draws the cause may explain.
func (d Draw) traits() []string {
	t := traits{}
	for _, h := range d.Hooks {
		if d.used(h.Name) > 0 {
			t.hook(d.Event, h)
		}
	}
	entries := 0
	for _, g := range d.Groups {
		t.group(g)
		entries += len(g.Entries)
		for _, e := range g.Entries {
			t.entry(d.hook(e.Hook), e)
			t.when(d.used(e.Hook) > 1, "duplicate")
		}
	}
	t.when(entries > 1, "several")
	t.when(len(d.Groups) > 1, "groups")
	t.when(d.Unread, "unread")
	t.when(hasNumber(d.Payload), "payload-number")
	t.when(!ascii(encode(d.Payload)), "payload-unicode")
	slices.Sort(t)
	return slices.Compact(t)
}

func (d Draw) used(hook string) int {
	n := 0
	for _, g := range d.Groups {
		for _, e := range g.Entries {
			if e.Hook == hook {
				n++
			}
		}
	}
	return n
}

type traits []string

func (t *traits) when(holds bool, trait string) {
	if holds {
		*t = append(*t, trait)
	}
}

func (t *traits) hook(event string, h Hook) {
	end := "exit-other"
	switch {
	case h.Hang:
		end = "hang"
	case h.Signal != "":
		end = "signal"
	case h.Exit == 0:
		end = "exit-0"
	case h.Exit == 2:
		end = "exit-2"
		t.when(strings.TrimSpace(h.Stderr) == "", "exit-2-silent")
	}
	t.when(end != "exit-0" || h.stdout() != "" || h.Stderr != "", end)
	t.when(strings.TrimSpace(h.Stderr) != "", end+"-stderr")
	t.when(h.Slow, "slow")
	t.when(padded(h.Stderr), "stderr-blanks")
	t.when(h.Twice, "twice")
	t.when(h.Answer == nil && strings.TrimSpace(h.Before+h.After) != "", "text")
	t.when(h.Answer != nil && strings.TrimSpace(h.Before+h.After) != "", "json-and-text")
	t.when(h.Answer == nil && padded(h.Before+h.After), "stdout-blanks")
	t.when(h.Answer != nil && strings.ContainsAny(h.Before+h.After, "\u00a0\ufeff"), "stdout-blanks")
	t.when(h.Answer == nil && json.Valid([]byte(strings.TrimSpace(h.stdout()))) && strings.TrimSpace(h.stdout()) != "", "scalar")
	if h.Answer != nil {
		t.answer("", event, h.Answer)
	}
	t.when(!ascii(h.stdout()+h.Stderr), "unicode")
}

func ascii(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > '~' })
}

func padded(text string) bool { return text != strings.TrimSpace(text) }

// kinds maps a field of an output to its required type.
var kinds = map[string]string{
	"decision": "string", "reason": "string", "stopReason": "string", "systemMessage": "string", "continue": "bool", "suppressOutput": "bool",
	"hookSpecificOutput": "map", "additionalContext": "string", "tool_input": "map", "llm_request": "map", "llm_response": "map", "toolConfig": "map",
	"permissionDecision": "string", "permissionDecisionReason": "string",
}

// answer adds the traits of the fields of an output, and of hookSpecificOutput and
// toolConfig.
func (t *traits) answer(inside, event string, a map[string]any) {
	for key, value := range a {
		kind, known := kinds[key]
		known = known && (inside == "") == slices.Contains([]string{
			"decision", "reason", "stopReason", "systemMessage", "continue", "suppressOutput", "hookSpecificOutput",
		}, key)
		switch {
		case inside == "toolConfig":
			t.when(true, key)
		case !known && inside != "" && key != "hookEventName", !known && inside == "":
			t.when(true, "other-field")
		case kindOf(value) != kind && value == nil:
			t.when(known, "null:"+key)
		case kindOf(value) != kind:
			t.when(known, "wrong:"+key)
		default:
			t.when(true, key)
		}
		text, isText := value.(string)
		t.when(isText && padded(text), "blanks")
		t.when(isText && text == "" && known, "empty:"+key)
		t.when(isText && known && key == "decision" && !slices.Contains([]string{"allow", "approve", "ask", "block", "deny"}, text), "unknown-decision")
		t.when(isText && known && key == "decision" && slices.Contains([]string{"block", "deny"}, text), "block")
		t.when(value == false && key == "continue", "stop")
		t.when(hasNumber(value), "number")
		if object, ok := value.(map[string]any); ok && (key == "hookSpecificOutput" || key == "toolConfig") {
			t.answer(key, event, object)
		}
	}
}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case bool:
		return "bool"
	case map[string]any:
		return "map"
	}
	return fmt.Sprintf("%T", v)
}

func hasNumber(v any) bool {
	switch v := v.(type) {
	case json.Number:
		return v != "1"
	case []any:
		return slices.ContainsFunc(v, hasNumber)
	case map[string]any:
		for _, value := range v {
			if hasNumber(value) {
				return true
			}
		}
	}
	return false
}

func (t *traits) group(g Group) {
	t.when(g.Extension, "extension")
	t.when(string(g.Sequential) == "true", "sequential")
	t.when(g.Sequential != nil && string(g.Sequential) != "true" && string(g.Sequential) != "false", "sequential-odd")
	if g.Matcher == nil {
		return
	}
	var pattern string
	switch err := json.Unmarshal(g.Matcher, &pattern); {
	case err != nil:
		t.when(true, "matcher-kind")
	case string(g.Matcher) == "null":
		t.when(true, "matcher-null")
	case strings.TrimSpace(pattern) == "", pattern == "*":
		t.when(true, "matcher-all")
	case padded(pattern):
		t.when(true, "matcher-blanks")
	default:
		_, err := regexp.Compile(pattern)
		t.when(err != nil || strings.HasPrefix(pattern, "(?i)"), "matcher-invalid")
		t.when(true, "matcher")
	}
}

func (t *traits) entry(h Hook, e Entry) {
	switch string(e.Type) {
	case "":
	case `"plugin"`:
		t.when(true, "type-plugin")
	default:
		t.when(true, "type-unknown")
	}
	switch string(e.Timeout) {
	case "", "5000", "60000":
	default:
		t.when(!h.Hang, "timeout-odd")
	}
}
