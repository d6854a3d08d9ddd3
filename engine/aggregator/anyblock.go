package aggregator

import (
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// anyBlockWins is the merge of tool and agent events: one refusal refuses, one stop
// stops, one suppression suppresses, and every text is kept (INT-28). The changes of
// tool_input accumulate (INT-24), and unknown fields are kept (INT-14).
//
//hooktest:impl HOOK-096 HOOK-097 HOOK-208
func anyBlockWins(outputs []*hook.Output) *hook.Output {
	merged := &hook.Output{Decision: combinedDecision(outputs)}
	joinTexts(merged, outputs)
	for _, o := range outputs {
		if o.Origin == hook.FromRefusal {
			merged.Origin = hook.FromRefusal
		}
		merged.Continue = strictest(merged.Continue, o.Continue, false)
		merged.SuppressOutput = strictest(merged.SuppressOutput, o.SuppressOutput, true)
		merged.Specific = accumulate(merged.Specific, o.Specific, "tool_input")
		merged.Extra = overlay(merged.Extra, o.Extra)
	}
	joinAdditionalContext(merged, outputs)
	return merged
}

// combinedDecision merges the decisions. After any explicit block it is the last
// blocking word. Otherwise a stop leaves it open, and everything else, including ask
// and unknown words, is an allow (INT-27).
//
//hooktest:impl HOOK-092 HOOK-171 HOOK-114
func combinedDecision(outputs []*hook.Output) *string {
	var block *string
	stops := false
	for _, o := range outputs {
		if o.ExplicitBlock() {
			block = o.Decision
		}
		stops = stops || o.Stops()
	}
	switch {
	case block != nil:
		return block
	case stops:
		return nil
	}
	allow := hook.Allow
	return &allow
}

// joinTexts joins the texts of all hooks with newlines, in plan order; empty
// ones are skipped (INT-28).
//
//hooktest:impl HOOK-093 HOOK-094 HOOK-208
func joinTexts(merged *hook.Output, outputs []*hook.Output) {
	var reasons, stopReasons, systemMessages []string
	for _, o := range outputs {
		reasons = appendText(reasons, o.Reason)
		stopReasons = appendText(stopReasons, o.StopReason)
		systemMessages = appendText(systemMessages, o.SystemMessage)
	}
	merged.Reason = joined(reasons)
	merged.StopReason = joined(stopReasons)
	merged.SystemMessage = joined(systemMessages)
}

// joinAdditionalContext does the same for hookSpecificOutput's text, which the
// overlay of the other keys would have replaced.
//
//hooktest:impl HOOK-095 HOOK-208 HOOK-217
func joinAdditionalContext(merged *hook.Output, outputs []*hook.Output) {
	var texts []string
	for _, o := range outputs {
		if text, ok := o.Specific.GetString("additionalContext"); ok {
			texts = appendText(texts, &text)
		}
	}
	if text := joined(texts); text != nil {
		merged.Specific.Set("additionalContext", *text)
	}
}

// appendText leaves empty texts out (INT-28).
func appendText(texts []string, text *string) []string {
	if text == nil || *text == "" {
		return texts
	}
	return append(texts, *text)
}

//hooktest:impl HOOK-093
func joined(texts []string) *string {
	if len(texts) == 0 {
		return nil
	}
	text := strings.Join(texts, "\n")
	return &text
}

// strictest keeps the winning value once it occurred, otherwise the last one.
func strictest(soFar, next *bool, winner bool) *bool {
	if next == nil || (soFar != nil && *soFar == winner) {
		return soFar
	}
	value := *next
	return &value
}

// overlay merges base and top; keys of top replace those of base. Neither operand
// changes. The result is nil if both are nil.
func overlay(base, top *jsonvalue.Object) *jsonvalue.Object {
	if top == nil {
		return base
	}
	return base.Overlay(top)
}

// accumulate is overlay, except that the object under the key is itself merged key by
// key, so that a hook that returns only its own keys does not undo another's (INT-24,
// INT-25). For all other keys the later value counts (INT-28).
//
//hooktest:impl HOOK-216
func accumulate(base, top *jsonvalue.Object, key string) *jsonvalue.Object {
	merged := overlay(base, top)
	earlier, hasEarlier := base.GetObject(key)
	later, hasLater := top.GetObject(key)
	if hasEarlier && hasLater {
		merged.Set(key, earlier.Overlay(later))
	}
	return merged
}
