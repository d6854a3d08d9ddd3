package diagnosis

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht804 finds a hook in whose place another one runs, for both.
func ht804(e *examination, p checkedHook, at stage) []finding.Finding {
	if at != atPlan || p.status == nil || p.status.twin == "" || p.status.fires {
		return nil
	}
	return says(p.place(), p.status.twin+": it runs once for both ("+p.status.rule+")", "keep the entry that applies wherever the hook is needed, and remove the other")
}
