package aggregator

import "github.com/hooktest/hooktest/engine/hook"

// laterReplaces is the merge of model events: what a later hook says stands,
// what it leaves out stays. A synthesised allow says nothing, and a refusal by
// exit code 2 stands with its reason against every later answer (INT-29). With
// chained, changes to the request add up instead (INT-25).
//
//hooktest:impl HOOK-098 HOOK-217 HOOK-048.1
func laterReplaces(outputs []*hook.Output, chained bool) *hook.Output {
	cumulative := ""
	if chained {
		cumulative = "llm_request"
	}
	merged := &hook.Output{}
	for _, o := range outputs {
		refused := merged.Origin == hook.FromRefusal && o.Origin != hook.FromRefusal
		if o.Decision != nil && o.Origin != hook.FromPlainText && !refused {
			merged.Decision = o.Decision
		}
		if o.Reason != nil && !refused {
			merged.Reason = o.Reason
		}
		if o.Origin == hook.FromRefusal {
			merged.Origin = hook.FromRefusal
		}
		replace(&merged.Continue, o.Continue)
		replace(&merged.StopReason, o.StopReason)
		replace(&merged.SuppressOutput, o.SuppressOutput)
		replace(&merged.SystemMessage, o.SystemMessage)
		merged.Specific = overlay(merged.Specific, o.Specific, cumulative)
		merged.Extra = overlay(merged.Extra, o.Extra, "")
	}
	if merged.Decision == nil && allPlainText(outputs) {
		merged.Decision = outputs[len(outputs)-1].Decision
	}
	return merged
}

// allPlainText: where nobody made a decision of its own, the synthesised allow
// is the only one there is (HOOK-064).
func allPlainText(outputs []*hook.Output) bool {
	for _, o := range outputs {
		if o.Origin != hook.FromPlainText {
			return false
		}
	}
	return true
}

func replace[T any](field **T, later *T) {
	if later != nil {
		*field = later
	}
}
