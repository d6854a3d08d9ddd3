package explore

import (
	"slices"
	"strings"
)

// A rule says which clauses cover a difference: of these kinds, on these events,
// if the reduced draw has these traits. A word of kinds matches all kinds below
// it.
type rule struct{ kinds, events, traits, clauses string }

const (
	toolEvents  = "BeforeTool AfterTool"
	modelEvents = "BeforeModel AfterModel BeforeToolSelection"
	orEvents    = "BeforeTool AfterTool BeforeAgent AfterAgent SessionStart"
	laterWins   = "SessionEnd PreCompress Notification"
	answers     = "outputs final"
)

// rules are tried in order; the most specific ones that match apply.
var rules = []rule{
	{"fault.threw", "", "", "HOOK-147.3"},
	{"fault.threw", "", "matcher-kind", "INT-18 HOOK-147.3"},
	{"fault.threw", "", "type-unknown", "HOOK-191.1 HOOK-147.3"},
	{"fault.timeout", "", "hang", "HOOK-117.1"},

	{"plan.hooks ran", "", "", "HOOK-080.1"},
	{"plan.hooks ran", toolEvents, "matcher", "HOOK-087.1 HOOK-087.2"},
	{"plan.hooks ran", toolEvents, "matcher matcher-invalid", "HOOK-088.1 HOOK-088.2"},
	{"plan.hooks ran", toolEvents, "matcher-all", "HOOK-089.1 HOOK-089.2 HOOK-089.3"},
	{"plan.hooks ran", "", "matcher-blanks", "INT-17"},
	{"plan.hooks ran", "", "matcher-kind", "INT-18"},
	{"plan.hooks ran", "", "matcher-null", "INT-18"},
	{"plan.hooks ran", "BeforeModel", "matcher", "HOOK-163.1 HOOK-041.2"},
	{"plan.hooks ran", "AfterModel", "matcher", "HOOK-163.2 HOOK-051.2"},
	{"plan.hooks ran", "BeforeToolSelection", "matcher", "HOOK-163.3 HOOK-059.2"},
	{"plan.hooks ran", "BeforeAgent AfterAgent SessionStart SessionEnd PreCompress Notification", "matcher", "INT-19"},
	{"plan.hooks ran", "", "type-unknown", "HOOK-083.5 HOOK-191.1"},
	{"plan.hooks ran", "", "type-plugin", "HOOK-083.4 HOOK-195.1"},
	{"plan.hooks ran", "", "duplicate", "HOOK-090.1"},
	{"plan.hooks ran", "", "duplicate type-plugin", "INT-22"},
	{"plan.sources plan.timeouts", "", "duplicate", "HOOK-091.7"},
	{"plan.hooks plan.sources", "", "extension", "HOOK-085.2 HOOK-086.1"},
	{"plan.sources", "", "", "HOOK-085.1 HOOK-086.2"},
	{"plan.timeouts", "", "", "HOOK-120.1 HOOK-120.2"},
	{"plan.timeouts", "", "timeout-odd", "INT-06"},
	{"plan.sequential order overlap", "", "sequential", "HOOK-082.3 HOOK-103.2"},
	{"plan.sequential order overlap", "", "sequential groups", "HOOK-109.1"},
	{"plan.sequential order overlap", "", "sequential duplicate", "HOOK-109.1 INT-21"},
	{"plan.sequential overlap", "", "sequential-odd", "INT-21"},
	{"plan.sequential overlap", "", "", "HOOK-082.4 HOOK-108.1"},
	{"order", "", "several", "HOOK-103.1"},
	{"ran order", "", "several sequential exit-2", "HOOK-107.1"},
	{"ran order", "", "several sequential block", "HOOK-107.1"},
	{"ran", "", "several sequential permissionDecision", "HOOK-171.3"},
	{"ran", "", "several sequential stop", "INT-23"},

	{"saw.session_id", "", "", "HOOK-215.1 HOOK-062.1"},
	{"saw.cwd", "", "", "HOOK-215.2 HOOK-062.2"},
	{"saw.timestamp", "", "", "HOOK-215.3 HOOK-062.3"},
	{"saw.hook_event_name", "", "", "HOOK-215.4 HOOK-062.4"},
	{"saw.transcript_path", "", "", "HOOK-161.1 HOOK-215.5"},
	{"saw", "", "", "HOOK-062.6"},
	{"saw", "", "payload-number", "INT-11"},
	{"saw.tool_name", "BeforeTool", "", "HOOK-015.6"},
	{"saw.tool_name", "AfterTool", "", "HOOK-026.6"},
	{"saw.tool_input", "BeforeTool", "", "HOOK-015.7"},
	{"saw.tool_input", "AfterTool", "", "HOOK-026.7"},
	{"saw.tool_input", "BeforeTool", "several sequential", "HOOK-106.1 HOOK-104.1"},
	{"saw.tool_input", "BeforeTool", "several sequential tool_input", "HOOK-106.1 HOOK-216.3"},
	{"saw.tool_input", "BeforeTool", "several sequential exit-other", "HOOK-104.2"},
	{"saw.tool_response", "AfterTool", "", "HOOK-026.8 HOOK-026.9"},
	{"saw.llm_request", "BeforeModel", "", "HOOK-035.1 HOOK-072.2"},
	{"saw.llm_request", "BeforeModel", "several sequential llm_request", "HOOK-105.1 HOOK-105.2"},
	{"saw.llm_request", "AfterModel", "", "HOOK-050.4 HOOK-072.2"},
	{"saw.llm_request", "BeforeToolSelection", "", "HOOK-205.1 HOOK-072.2"},
	{"saw.llm_request.model", modelEvents, "", "HOOK-072.1"},
	{"saw.llm_request.config", modelEvents, "", "HOOK-072.3 HOOK-072.4 HOOK-072.5 HOOK-072.6"},
	{"saw.llm_request.toolConfig", modelEvents, "", "HOOK-072.7 HOOK-072.8"},
	{"saw.llm_response", "AfterModel", "", "HOOK-045.1 HOOK-073.2"},
	{"saw.@cwd", "", "", "INT-08"},
	{"saw.@env.LLXPRT_PROJECT_DIR", "", "", "HOOK-188.1"},
	{"saw.@env.GEMINI_PROJECT_DIR", "", "", "HOOK-188.2"},
	{"saw.@env.CLAUDE_PROJECT_DIR", "", "", "HOOK-188.3"},
	{"saw.@eof", "", "", "HOOK-061.2"},
	{"saw.@object", "", "", "HOOK-061.1"},

	{"success", "", "", "HOOK-213.1"},
	{"success", "", "exit-2", "HOOK-070.2 HOOK-213.10"},
	{"success", "", "exit-other", "HOOK-070.4 HOOK-198.2"},
	{"success", "", "signal", "HOOK-196.1"},
	{"success", "", "hang", "HOOK-119.1 HOOK-213.3"},
	{"success", "", "unread", "HOOK-192.1"},
	{"ran order saw success errors warned " + answers, "", "timeout-odd", "INT-06"},
	{"success errors warned " + answers, "", "matcher-kind", "INT-18"},
	{"success errors " + answers, "", "type-plugin", "HOOK-195.2 HOOK-195.3"},
	{"errors", "", "hang", "HOOK-119.2"},
	{"errors", "", "exit-other", "INT-26"},
	{"errors", "", "signal", "INT-26"},
	{"errors", "", "unread", "HOOK-192.1"},

	{answers, "", "exit-0", "HOOK-063.1"},
	{answers, "", "text", "HOOK-064.1 HOOK-064.3 HOOK-114.1"},
	{answers, "", "json-and-text", "HOOK-114.1 HOOK-212.3"},
	{answers, "", "exit-0 scalar text", "INT-13"},
	{answers, "", "stdout-blanks", "INT-12"},
	{answers, "", "stderr-blanks", "INT-12"},
	{answers, "", "exit-0 exit-0-stderr", "HOOK-069.2"},
	{answers, "", "twice", "HOOK-193.1 HOOK-201.3"},
	{answers, "", "exit-2", "HOOK-066.1"},
	{"outputs final.decision final.reason final.blocking", "", "exit-2 exit-2-stderr", "HOOK-067a.2 HOOK-016a.3"},
	{answers, "", "exit-2 exit-2-silent", "HOOK-067b.3"},
	{"final.reason outputs", "", "exit-2 exit-2-silent", "HOOK-067b.3 INT-02"},
	{"final.decision final.blocking outputs", "", "exit-2 exit-2-silent", "HOOK-067b.1 HOOK-067b.2"},
	{answers, "", "exit-other", "HOOK-198.1 HOOK-209.4"},
	{"outputs", "", "exit-other exit-other-stderr", "HOOK-209.1 HOOK-209.2"},
	{"final", "", "exit-other exit-other-stderr", "HOOK-214.4 INT-26"},
	{"final.systemMessage", "", "exit-other exit-other-stderr", "HOOK-214.4 INT-26"},
	{answers, "", "signal", "HOOK-196.4 HOOK-196.5"},
	{"outputs", "", "signal signal-stderr", "HOOK-196.3"},
	{"final", "", "signal signal-stderr", "HOOK-214.4 INT-26"},
	{answers, "", "hang", "HOOK-119.3 INT-07"},
	{answers, "", "unread", "HOOK-192.2"},
	{answers, "", "number", "INT-14"},
	{answers, "", "unknown-decision", "INT-16"},

	{"final.decision final.blocking", "", "decision", "HOOK-213.8 INT-27"},
	{"final.decision final.blocking", "", "block", "HOOK-016b.1 HOOK-016b.2"},
	{"final.decision", "", "null:decision", "HOOK-158.2"},
	{"final.reason", "", "reason", "HOOK-016b.4"},
	{"final.blocking", "BeforeTool", "permissionDecision", "HOOK-171.1"},
	{"final.stopReason", "", "stopReason", "HOOK-217.4"},
	{"final.continue final.stopping", "", "continue", "HOOK-213.7 HOOK-217.4"},
	{"final.systemMessage", "", "systemMessage", "HOOK-217.1"},
	{"final.suppressOutput", "", "suppressOutput", "HOOK-217.2"},
	{"final.additionalContext final.hookSpecificOutput", "", "additionalContext", "HOOK-217.3"},
	{"final.additionalContext", "AfterTool", "additionalContext", "HOOK-027.1"},
	{"final.modifiedToolInput final.hookSpecificOutput", "BeforeTool", "tool_input", "HOOK-019.1"},
	{"final.appliedRequest", "BeforeModel", "llm_request", "HOOK-038.1"},
	{"final.appliedRequest", "BeforeModel", "", "INT-38"},
	{"final.syntheticResponse", "BeforeModel", "llm_response", "HOOK-079.1"},
	{"final.modifiedResponse", "AfterModel", "llm_response", "HOOK-046.1"},
	{"final.modifiedResponse", "AfterModel", "stop", "HOOK-048.1"},
	{"final.appliedToolConfig", "BeforeToolSelection", "", "HOOK-055.1"},
	{"final.class", "BeforeTool", "", "HOOK-200.4"},

	{"final", orEvents, "several", "HOOK-166.2 HOOK-190.6"},
	{answers, "BeforeTool", "several block", "HOOK-092.1"},
	{answers, "AfterTool", "several block", "HOOK-092.2"},
	{"final.reason", orEvents, "several reason", "HOOK-093.1 HOOK-093.2"},
	{"final.reason", orEvents, "several exit-2", "HOOK-093.1 HOOK-093.2"},
	{"final.reason", orEvents, "several exit-2 exit-2-stderr", "HOOK-093.1 HOOK-093.2"},
	{"final.systemMessage", orEvents, "several systemMessage", "HOOK-094.1"},
	{"final.systemMessage", orEvents, "several text", "HOOK-094.1"},
	{"final.stopReason", orEvents, "several stopReason", "INT-28"},
	{"final.additionalContext final.hookSpecificOutput", orEvents, "several additionalContext", "HOOK-095.1"},
	{"final.suppressOutput", orEvents, "several suppressOutput", "HOOK-096.1"},
	{"final.continue final.stopping", orEvents, "several continue", "HOOK-097.1"},
	{answers, "BeforeTool", "several tool_input", "INT-24"},
	{answers, "BeforeModel", "several", "HOOK-098.1 HOOK-098.2"},
	{answers, "AfterModel", "several", "HOOK-098.3 HOOK-098.4"},
	{answers, "BeforeModel AfterModel", "several exit-2", "INT-29"},
	{"final", "BeforeToolSelection", "exit-0", "INT-30"},
	{"final", "BeforeToolSelection", "text", "INT-30"},
	{"final", "BeforeToolSelection", "exit-2", "INT-30"},
	{"final", "BeforeToolSelection", "exit-2 exit-2-stderr", "INT-30"},
	{answers, "BeforeToolSelection", "toolConfig", "INT-30"},
	{answers, "BeforeToolSelection", "several", "INT-30"},
	{answers, "BeforeToolSelection", "allowedFunctionNames toolConfig", "HOOK-102.1 HOOK-210.4 INT-30"},
	{answers, "BeforeToolSelection", "mode toolConfig", "HOOK-210.1 HOOK-210.5 INT-30"},
	{answers, laterWins, "several", "INT-31"},
	{"outputs", "", "several", "HOOK-166.1"},
	{"outputs final", "", "several exit-other", "HOOK-112.1 HOOK-112.2"},

	{"warned", "", "exit-other", "HOOK-068.2"},
	{"warned", "BeforeTool", "exit-other", "HOOK-023.4 HOOK-023.5"},
	{"warned", "BeforeTool", "exit-other exit-other-stderr", "HOOK-023.6"},
	{"warned", "AfterTool", "exit-other", "HOOK-031.4 HOOK-031.5"},
	{"warned", "AfterTool", "exit-other exit-other-stderr", "HOOK-031.6"},
	{"warned", "", "signal", "HOOK-068.2"},
	{"warned", "", "hang", "HOOK-119.4 HOOK-119.5"},
	{"warned.settings", "", "type-unknown", "HOOK-191.3"},
}

// about reports whether a rule covers a difference.
func (r rule) about(d Draw, traits []string, kind string) bool {
	if r.events != "" && !slices.Contains(strings.Fields(r.events), d.Event) {
		return false
	}
	for _, trait := range strings.Fields(r.traits) {
		if !slices.Contains(traits, trait) {
			return false
		}
	}
	return begins(kind, r.kinds)
}

// says returns how specific a rule is.
func (r rule) says() int {
	n := 2*len(strings.Fields(r.traits)) + strings.Count(strings.Fields(r.kinds)[0], ".")
	if r.events != "" {
		n++
	}
	return n
}

// clausesOf returns the ids of the clauses and interpretations that cover a kind of
// difference of a reduced draw; empty if there are none.
func clausesOf(d Draw, kind string) []string {
	traits := d.traits()
	for _, trait := range traits {
		if strings.HasPrefix(trait, "wrong:") && !strings.HasPrefix(kind, "saw") && !strings.HasPrefix(kind, "plan") {
			return []string{"INT-15"}
		}
	}
	if strings.HasSuffix(kind, ".order") {
		return []string{"INT-28"}
	}
	// The effective reason is compared only if all its inputs are equal.
	if kind == "final.effectiveReason" {
		return []string{"INT-33"}
	}
	var found []rule
	for _, r := range rules {
		switch {
		case !r.about(d, traits, kind):
		case len(found) == 0 || r.says() > found[0].says():
			found = []rule{r}
		case r.says() == found[0].says():
			found = append(found, r)
		}
	}
	ids := []string{}
	for _, r := range found {
		for _, id := range strings.Fields(r.clauses) {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
