//go:build unix

package engine_test

import (
	"strings"
	"testing"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

const (
	blocks    = `{"decision":"block","reason":"R"}`
	halts     = `{"continue":false,"stopReason":"S"}`
	flat      = `{"additionalContext":"CTX"}`
	refusal   = "echo ok >&2; exit 2"
	decided   = `{"decision":"deny","reason":"R"}`
	permitted = `{"decision":"allow"}`
)

// contextOn returns an answer that adds a text.
func contextOn(event string) string { return inner(event, `"additionalContext":"CTX"`) }

// What three agents were observed to do about the same seven answers on other events.
func TestExecutedOnOtherEvents(t *testing.T) {
	t.Parallel()
	agents := []*dialect.Contract{dialect.Known("codex"), dialect.Known("qwen"), dialect.Known("copilot"), dialect.Known("copilot-claude")}
	const cut = "runs: Tool result blocked: R"
	const guided = `runs: Tool "bash" succeeded. Additional guidance from postToolUse hooks:`
	for _, tt := range []struct {
		moment dialect.Moment
		rows   []executed
	}{
		{dialect.ToolAfter, []executed{
			runs("exit 2", "echo R >&2; exit 2", "runs: R", "runs", "runs", "runs"),
			runs("block", prints(blocks), "runs: R", "runs", cut, cut),
			// Codex with its default model. With others it reads S.
			runs("stop", prints(halts), "runs", "runs: S", "runs", "runs"),
			runs("nested context", prints(contextOn("PostToolUse")), "runs: CTX", "runs: CTX", "runs", "runs"),
			runs("flat context", prints(flat), "runs", "runs", guided, guided),
			runs("plain text", "echo T", "runs", "runs", "runs", "runs"),
			runs("exit 1", "echo T >&2; exit 1", "runs", "runs", "runs", "runs"),
		}},
		{dialect.TurnBefore, []executed{
			runs("exit 2", "echo R >&2; exit 2", "blocked", "blocked", "runs", "runs"),
			runs("block", prints(blocks), "blocked", "blocked", "blocked", "blocked"),
			runs("stop", prints(halts), "stops", "blocked", "runs", "runs"),
			runs("plain text", "echo T", "runs: T", "runs: T", "runs", "runs"),
			runs("nested context", prints(contextOn("UserPromptSubmit")), "runs: CTX", "runs: CTX", "runs", "runs"),
			runs("flat context", prints(flat), "runs", "runs", "runs: CTX", "runs: CTX"),
		}},
		{dialect.SessionStart, []executed{
			runs("exit 2", "echo R >&2; exit 2", "runs", "runs", "runs", "runs"),
			runs("block", prints(blocks), "runs", "runs", "runs", "runs"),
			runs("stop", prints(halts), "stops", "runs", "runs", "runs"),
			runs("plain text", "echo T", "runs: T", "runs: T", "runs", "runs"),
			runs("nested context", prints(contextOn("SessionStart")), "runs: CTX", "runs: CTX", "runs", "runs"),
			runs("flat context", prints(flat), "runs", "runs", "runs: CTX", "runs: CTX"),
		}},
		{dialect.TurnAfter, []executed{
			runs("exit 2", "echo R >&2; exit 2", "blocked: R", "blocked: R", "runs", "runs"),
			runs("block", prints(blocks), "blocked: R", "blocked: R", "blocked: R", "blocked: R"),
			runs("stop", prints(halts), "stops", "blocked: S", "runs", "runs"),
			runs("context", prints(contextOn("Stop")), "runs", "runs", "runs", "runs"),
			runs("plain text", "echo T", "runs", "runs", "runs", "runs"),
			runs("exit 1", "echo T >&2; exit 1", "runs", "runs", "runs", "runs"),
		}},
	} {
		t.Run(string(tt.moment), func(t *testing.T) {
			t.Parallel()
			table(t, allEvents(agents, tt.moment), agents, tt.rows)
		})
	}
}

// What agents were observed to do about several hooks before a tool.
func TestExecutedTogether(t *testing.T) {
	t.Parallel()
	both := func(scripts ...string) []command {
		hooks := make([]command, len(scripts))
		for i, script := range scripts {
			hooks[i].script = script
		}
		return hooks
	}
	nested := func(fields string) string { return prints(inner("PreToolUse", fields)) }
	deny := func(reason string) string {
		return nested(`"permissionDecision":"deny","permissionDecisionReason":"` + reason + `"`)
	}
	change := func(to string) string {
		return nested(`"permissionDecision":"allow","updatedInput":{"command":"` + to + `"}`)
	}
	// The slow hook waits for a file that the quick one creates, so it ends later.
	const quick, slow = "; touch done", "until test -e done; do sleep 0.05; done; sleep 0.5; "
	table(t, nil, []*dialect.Contract{dialect.Known("codex"), dialect.Known("qwen")}, []executed{
		{"allow, then deny", both(nested(`"permissionDecision":"allow"`), deny("R-deny")), []cell{"blocked: R-deny", "blocked: R-deny"}},
		{"two denials", both(deny("R-1"), deny("R-2")), []cell{"blocked: R-1", "blocked: R-2"}},
		{"two denials, the first slower", both(slow+deny("R-1"), deny("R-2")+quick), []cell{"blocked: R-1", "blocked: R-2"}},
		{"two contexts", both(nested(`"additionalContext":"C-1"`), nested(`"additionalContext":"C-2"`)), []cell{"runs: C-1\nC-2", "runs"}},
		{"two rewrites, the first slower", both(slow+change("one"), change("two")+quick), []cell{`runs -> "one"`, "runs"}},
		{"rewrite and deny", both(change("one"), deny("R-deny")), []cell{"blocked: R-deny", "blocked: R-deny"}},
		{"exit 1, then exit 2", both("exit 1", refusal), []cell{"blocked: ok", "blocked: ok"}},
		{"an answer of the wrong kind together with a refusal", both(prints(`{"hookSpecificOutput":"x"}`), refusal), []cell{"blocked: ok", "runs"}},
	})
	no := func(reason string) string {
		return prints(`{"permissionDecision":"deny","permissionDecisionReason":"` + reason + `"}`)
	}
	other := func(to string) string { return prints(`{"modifiedArgs":{"command":"` + to + `"}}`) }
	table(t, nil, []*dialect.Contract{dialect.Known("copilot")}, []executed{
		{"allow, then deny", both(prints(`{"permissionDecision":"allow"}`), no("R-deny")), []cell{"blocked: R-deny"}},
		{"two denials", both(no("R-1"), no("R-2")), []cell{"blocked: R-1"}},
		{"two contexts", both(prints(`{"additionalContext":"C-1"}`), prints(`{"additionalContext":"C-2"}`)), []cell{"runs: C-1"}},
		{"two contexts, the second of them", both(prints(`{"additionalContext":"C-1"}`), prints(`{"additionalContext":"C-2"}`)), []cell{"runs: C-2"}},
		{"two rewrites", both(other("one"), other("two")), []cell{`runs -> "two"`}},
		{"rewrite and deny", both(other("one"), no("R-deny")), []cell{"blocked: R-deny"}},
		{"exit 1, then exit 2", both("exit 1", refusal), []cell{"blocked"}},
		{"an answer of the wrong kind together with a refusal", both(prints(`{"hookSpecificOutput":"x"}`), refusal), []cell{"blocked"}},
	})
}

// The same script in Gemini CLI and LLxprt Code as shipped, and what Claude Code's
// documentation said about it then.
func TestExecutedInTheFamily(t *testing.T) {
	t.Parallel()
	deny := inner("PreToolUse", `"permissionDecision":"deny","permissionDecisionReason":"R-deny"`)
	allow := inner("PreToolUse", `"permissionDecision":"allow"`)
	two := func(one, other string) []command { return []command{{prints(one), ""}, {prints(other), ""}} }
	table(t, nil, []*dialect.Contract{dialect.Known("claude"), dialect.Known("gemini"), dialect.Known("llxprt-shipped")}, []executed{
		runs("1 exit 0", "exit 0", "runs", "runs", "runs"),
		runs("2 exit 2 with stderr", "echo R >&2; exit 2", "blocked: R", "blocked: R", "blocked: R"),
		runs("3 exit 2, nothing at all", "exit 2", "blocked", "runs", "blocked"),
		runs("4 exit 2, the reason on stdout", "echo R; exit 2", "blocked: No stderr", "blocked: R", "blocked"),
		runs("5 exit 2, stderr, and an answer without a decision", "printf '{\"systemMessage\":\"m\"}'; echo R >&2; exit 2", "blocked: R", "runs", "blocked: R"),
		runs("6 exit 2 and an answer that allows", prints(permitted)+"; exit 2", "blocked", "runs", "blocked"),
		runs("7 exit 2 and a denial in Claude's form", prints(deny)+"; exit 2", "blocked: R-deny", "runs", "blocked"),
		runs("8 a denial in Claude's form", prints(deny), "blocked: R-deny", "runs", "blocked"),
		runs("9 decision deny", prints(decided), "runs", "blocked: R", "blocked: R"),
		runs("10 decision block", prints(blocks), "blocked: R", "blocked: R", "blocked: R"),
		runs("11 decision ask", prints(`{"decision":"ask"}`), "runs", "asks", "runs"),
		runs("12 decision reject", prints(`{"decision":"reject"}`), "runs", "runs", "runs"),
		runs("12 decision Deny", prints(`{"decision":"Deny"}`), "runs", "runs", "runs"),
		runs("13 exit 1 with stderr", "echo E >&2; exit 1", "runs", "runs", "runs: Warning: E"),
		runs("14 exit 1 and a denial in Claude's form", prints(deny)+"; exit 1", "blocked: R-deny", "", ""),
		runs("14 exit 1 and a denial in their own form", prints(decided)+"; exit 1", "", "blocked: R", "runs"),
		runs("15 exit 3 with stderr", "echo E >&2; exit 3", "runs", "blocked: E", "runs: Warning: E"),
		runs("16 a missing script", "./gone.sh", "runs", "blocked", "runs: Warning: "),
		runs("17 a script that may not be executed", "touch plain; ./plain", "runs", "blocked", "runs: Warning: "),
		runs("18 an interpreter that finds no script", "echo \"can't open file\" >&2; exit 2", "blocked: can't open", "blocked: can't open", "blocked: can't open"),
		runs("19 a log line, then a denial", "echo log; "+prints(decided), "runs", "runs", "runs: log"),
		runs("20 a denial, then a log line", prints(decided)+"; echo; echo log", "runs", "runs", "runs: log"),
		runs("21 a denial on stderr", prints(decided)+" >&2", "runs", "blocked: R", "runs"),
		runs("22 a line on stderr", "echo debug >&2", "runs", "runs", "runs"),
		runs("23 killed, with stderr", "echo E >&2; kill -9 $$", "runs", "runs", "runs: Warning: E"),
		{"25 deny, then allow", two(decided, permitted), []cell{"", "blocked: R", "blocked: R"}},
		{"25 deny, then allow, in Claude's form", two(deny, allow), []cell{"blocked: R-deny", "", ""}},
		{"26 deny, then allow, in Claude's form", two(deny, allow), []cell{"blocked: R-deny", "runs", "runs"}},
		runs("27 an array", prints("["+decided+"]"), "runs", "runs", "runs"),
		runs("28 a byte order mark", `printf '\357\273\277'; `+prints(decided), "", "blocked: R", "blocked: R"),
		runs("28 a byte order mark, in Claude's form", `printf '\357\273\277'; `+prints(deny), "blocked: R-deny", "", ""),
		{"29 a timeout", []command{{"sleep 5; exit 2", `"timeout": 300`}}, []cell{"", "runs", "runs"}},
		{"29 a timeout, in seconds", []command{{"sleep 5; exit 2", `"timeout": 0.3`}}, []cell{"runs", "", ""}},
		{"30 a child that holds stdout past the timeout", []command{{prints(decided) + "; sleep 3 &", `"timeout": 500`}}, []cell{"", "runs", "runs"}},
		{"31 SIGTERM is ignored", []command{{"trap '' TERM; sleep 1; sleep 1; exit 2", `"timeout": 300`}}, []cell{"", "runs", "runs"}},
		{"32 a timeout of 5 that was meant in seconds", []command{{"sleep 0.2; exit 2", `"timeout": 5`}}, []cell{"blocked", "runs", "runs"}},
	})
}

// What Claude Code was observed to do with real processes. Package ruling tests more of
// it with constructed results.
func TestExecutedByClaude(t *testing.T) {
	t.Parallel()
	claude := []*dialect.Contract{dialect.Known("claude")}
	deny := inner("PreToolUse", `"permissionDecision":"deny","permissionDecisionReason":"R"`)
	put := inner("PreToolUse", `"permissionDecision":"defer"`)
	one := func(does, script, fields string, want cell) executed {
		return executed{does, []command{{script, fields}}, []cell{want}}
	}
	const closed = `"onFailure": "block"`
	const closing = `blocked: failed; blocking because onFailure is "block"`
	table(t, nil, claude, []executed{
		runs("a stop before a tool", prints(halts), "stops"),
		runs("a stop and a denial", prints(strings.Replace(deny, "{", `{"continue":false,`, 1)), "blocked"),
		runs("defer", prints(put), "defers"),
		runs("a denial without a reason", prints(inner("PreToolUse", `"permissionDecision":"deny"`)), "blocked: Blocked by hook"),
		runs("a child that keeps the pipe", prints(deny)+"; sleep 3 &", "blocked: R"),
		runs("two documents", prints(deny)+"; "+prints(deny), "runs"),
		runs("an input that lacks an argument", prints(inner("PreToolUse", `"updatedInput":{"timeout":30000}`)), "blocked: returned updatedInput that failed schema validation"),
		one("the agent does not wait", "exit 2", `"async": true`, "runs"),
		one("a condition that the call keeps", "echo R >&2; exit 2", `"if": "Bash(ls)"`, "blocked: R"),
		one("a condition that it does not", "echo R >&2; exit 2", `"if": "Bash(git *)"`, "runs"),
		one("exit 1 refuses", "exit 1", closed, closing),
		one("a missing script refuses", "./gone.sh", closed, closing),
		one("a timeout refuses", "sleep 5", closed+`, "timeout": 0.3`, `blocked: timed out; blocking because onFailure is "block"`),
		one("an answer against the schema refuses", prints(`{"decision":"deny"}`), closed, closing),
		one("an answer that breaks off does not", prints(`{"a":`), closed, "runs"),
		one("a plain text does not", "echo T", closed, "runs"),
	})
	table(t, map[string]hook.Event{"claude": "UserPromptSubmit"}, claude, []executed{
		one("exit 1 refuses a prompt", "exit 1", closed, "blocked"),
	})
	table(t, map[string]hook.Event{"claude": "Stop"}, claude, []executed{
		one("exit 1 refuses no end", "exit 1", closed, "runs"),
		runs("block and stop", prints(`{"continue":false,"decision":"block","reason":"R"}`), "stops"),
		runs("context alone goes on", prints(contextOn("Stop")), "blocked: CTX"),
	})
}
