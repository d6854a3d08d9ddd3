package aggregator

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// laterReplaces is the merge of model events: a later hook's field replaces an earlier
// one's, and a missing field changes nothing. A synthesised allow fills what is empty
// and replaces nothing, and no later answer overrides a refusal by exit code 2 or its
// reason (INT-29). With chained, the changes of a chain that overlays accumulate
// instead (INT-25). Unknown fields are kept (INT-14).
//
//hooktest:impl HOOK-098 HOOK-217 HOOK-048.1
func laterReplaces(outputs []*hook.Output, chain dialect.Chain, chained bool) *hook.Output {
	merged := &hook.Output{}
	for _, o := range outputs {
		refused := merged.Origin == hook.FromRefusal && o.Origin != hook.FromRefusal
		synthesised := o.Origin == hook.FromPlainText
		if o.Decision != nil && !refused && (merged.Decision == nil || !synthesised) {
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
		if chained && chain.How == dialect.Overlays {
			merged.Specific = accumulate(merged.Specific, o.Specific, chain.Answer)
		} else {
			merged.Specific = overlay(merged.Specific, o.Specific)
		}
		merged.Extra = overlay(merged.Extra, o.Extra)
	}
	return merged
}

func replace[T any](field **T, later *T) {
	if later != nil {
		*field = later
	}
}
