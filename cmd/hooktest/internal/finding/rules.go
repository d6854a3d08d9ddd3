package finding

import (
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// beforeTool is a hook on LLxprt Code's event before a tool.
func beforeTool(command string) Example { return on("llxprt", hook.BeforeTool, command) }

// preToolUse is a hook on PreToolUse, of an agent with an event of this name.
func preToolUse(agent, command string) Example { return on(agent, "PreToolUse", command) }

func on(agent string, event hook.Event, command string) Example {
	return Example{Agents: []string{agent}, Event: event, Hook: command}
}

// changes is a hook of Claude Code that replaces the command.
func changes(command string) string {
	return reads + `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "` + command + `"}}}'`
}

const (
	reads       = "cat >/dev/null; "
	refusesWell = reads + "echo 'no force pushes' >&2; exit 2"
	deniesWell  = reads + `echo '{"decision": "deny", "reason": "no force pushes"}'`
)

// answerRules are about the hook's output.
func answerRules() []Rule {
	return []Rule{
		{
			ID: "HT401", Title: "text before the JSON answer", Severity: Error,
			Why: "An answer has to be all that stands on stdout. A line of a log or of a shell's profile before it turns the whole into plain text, which decides nothing.",
			Bad: beforeTool(reads + `echo checking; echo '{"decision": "deny", "reason": "no"}'`), Good: beforeTool(reads + `echo checking >&2; echo '{"decision": "deny", "reason": "no"}'`),
			find: textBefore,
		},
		{
			ID: "HT402", Title: "text or a second document after the JSON answer", Severity: Error,
			Why: "An answer has to be all that stands on stdout. What follows it turns the whole into plain text, or makes the hook fail: neither decides.",
			Bad: beforeTool(reads + `echo '{"decision": "deny", "reason": "no"}'; echo done`), Good: beforeTool(deniesWell),
			find: textAfter,
		},
		{
			ID: "HT403", Title: "the answer is no valid JSON", Severity: Error,
			Why: "What begins like JSON and is none is plain text or a failure, and the agent goes on. Most often a quote or a line break in the reason was not escaped.",
			Bad: beforeTool(reads + `echo '{"decision": "deny", "reason": "no "force" pushes"}'`), Good: beforeTool(deniesWell),
			find: brokenJSON,
		},
		{
			ID: "HT404", Title: "hookSpecificOutput does not name its event", Severity: Error, Agents: "those that look at hookEventName",
			Why:  "Some agents take an answer for a failure whose hookSpecificOutput does not say which event it is for.",
			Bad:  preToolUse("claude", reads+`echo '{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}'`),
			Good: preToolUse("claude", reads+`echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}'`),
			find: eventNotNamed,
		},
		{
			ID: "HT405", Title: "a decision that is no known word", Severity: Error,
			Why: "Words of a decision are compared letter by letter. One that the agent does not know refuses nothing.",
			Bad: beforeTool(reads + `echo '{"decision": "Deny", "reason": "no"}'`), Good: beforeTool(deniesWell),
			Unless: []string{"HT406"}, find: unknownDecision,
		},
		{
			ID: "HT406", Title: "a refusal in another agent's form", Severity: Error,
			Why:    "Agents differ in the field and the word that refuse. A form that only others read refuses nothing here.",
			Bad:    preToolUse("claude", reads+`echo '{"decision": "deny", "reason": "no"}'`),
			Good:   preToolUse("claude", reads+`echo '{"decision": "block", "reason": "no"}'`),
			Unless: []string{"HT404", "HT409", "HT410", "HT427"}, find: foreignRefusal,
		},
		{
			ID: "HT407", Title: "a field that is not honoured on this event", Severity: Error,
			Why: "An event after the fact can't be refused, and most events do not read every field that the agent knows.",
			Bad: on("llxprt", hook.AfterTool, deniesWell), Good: beforeTool(deniesWell),
			find: notHere,
		},
		{
			ID: "HT408", Title: "a field that looks like another one", Severity: Warning,
			Why: "A field that no rule reads says nothing. This one is nearly the name of one that is read, or has a value that only decisions have.",
			Bad: beforeTool(reads + `echo '{"descision": "deny", "reason": "no"}'`), Good: beforeTool(deniesWell),
			Unless: []string{"HT406", "HT427"}, find: misspelt,
		},
		{
			ID: "HT409", Title: "a value of the wrong type", Severity: Error,
			Why: "A field with a value of another type counts as absent, or makes the whole answer a failure.",
			Bad: beforeTool(reads + `echo '{"continue": "false"}'`), Good: beforeTool(reads + `echo '{"continue": false}'`),
			find: wrongType,
		},
		{
			ID: "HT410", Title: "a refusal without a reason", Severity: Warning,
			Why: "The model reads the reason and acts by it. Without one it tries again, and some agents do not take the refusal at all.",
			Bad: beforeTool(reads + `echo '{"decision": "deny"}'`), Good: beforeTool(deniesWell),
			find: withoutReason,
		},
		{
			ID: "HT411", Title: "a text above the agent's limit", Severity: Warning, Agents: "those that limit what the model reads of a hook",
			Why: "Of a text that is too long the model reads the beginning and where the rest lies.",
			Bad: on("claude", "SessionStart", reads+`head -c 20000 /dev/zero | tr '\0' x`), Good: on("claude", "SessionStart", reads+`head -c 200 /dev/zero | tr '\0' x`),
			find: tooLong,
		},
		{
			ID: "HT413", Title: "the answer is an array", Severity: Error,
			Why: "An answer is one object. An array counts as no answer, whatever stands in it.",
			Bad: beforeTool(reads + `echo '[{"decision": "deny", "reason": "no"}]'`), Good: beforeTool(deniesWell),
			find: noObject,
		},
		{
			ID: "HT416", Title: "a changed input that lacks an argument", Severity: Error, Agents: "those that check a changed input",
			Why:  "The changed input takes the place of the whole one here. An argument that it leaves out is gone, and the tool is refused.",
			Bad:  preToolUse("claude", reads+`echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"description": "x"}}}'`),
			Good: preToolUse("claude", reads+`echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "true"}}}'`),
			find: lacksArgument,
		},
		{
			ID: "HT418", Title: "the answer stands on stderr", Severity: Error,
			Why: "Answers are read from stdout.",
			Bad: beforeTool(reads + `echo '{"decision": "deny", "reason": "no"}' >&2`), Good: beforeTool(deniesWell),
			find: answerOnStderr,
		},
		{
			ID: "HT419", Title: "ask asks nobody", Severity: Error, Agents: "those that ask nobody",
			Why: "Some agents know the word ask and go on, others take it for a failure and go on as well.",
			Bad: beforeTool(reads + `echo '{"decision": "ask", "reason": "sure?"}'`), Good: beforeTool(deniesWell),
			find: asksNobody,
		},
		{
			ID: "HT420", Title: "another agent's field for a changed input", Severity: Error,
			Why:  "Agents differ in the field that changes the tool's input. One that only others read changes nothing here.",
			Bad:  beforeTool(reads + `echo '{"hookSpecificOutput": {"hookEventName": "BeforeTool", "updatedInput": {"command": "true"}}}'`),
			Good: beforeTool(reads + `echo '{"hookSpecificOutput": {"hookEventName": "BeforeTool", "tool_input": {"command": "true"}}}'`),
			find: foreignRewrite,
		},
		{
			ID: "HT421", Title: "colour codes or wrong UTF-8 in a text", Severity: Warning,
			Why: "The model reads the bytes as they are.",
			Bad: beforeTool(reads + `printf '\033[31mno\033[0m' >&2; exit 2`), Good: beforeTool(refusesWell),
			find: unreadable,
		},
		{
			ID: "HT423", Title: "a field at the wrong level", Severity: Error,
			Why: "The agent reads a field of this name, in another place.",
			Bad: beforeTool(reads + `echo '{"hookSpecificOutput": {"hookEventName": "BeforeTool", "decision": "deny", "reason": "no"}}'`), Good: beforeTool(deniesWell),
			Unless: []string{"HT406", "HT427"}, find: misplaced,
		},
		{
			ID: "HT424", Title: "a field that no agent knows", Severity: Warning,
			Why: "Nobody reads it.",
			Bad: beforeTool(reads + `echo '{"verdict": "no force pushes"}'`), Good: beforeTool(deniesWell),
			Unless: []string{"HT406", "HT427"}, find: foreignField,
		},
		{
			ID: "HT425", Title: "continue: false comes too late for this tool", Severity: Warning, Agents: "those that end their work only after the tool",
			Why: "The agent ends its work when the tool has run.",
			Bad: preToolUse("claude", reads+`echo '{"continue": false, "stopReason": "no"}'`), Good: preToolUse("claude", refusesWell),
			find: stopsTooLate,
		},
		{
			ID: "HT426", Title: "two hooks change the input, and the one that ends last wins", Severity: Warning, Agents: "those that take the change of the hook that ends last",
			Why:    "All hooks of an event run at once. Which of two changes is taken depends on how long each hook runs, and the other one is lost without a word.",
			Bad:    Example{Agents: []string{"claude"}, Event: "PreToolUse", Hook: changes("ls -a"), Second: "sleep 0.3; " + changes("ls -l")},
			Good:   Example{Agents: []string{"claude"}, Event: "PreToolUse", Hook: changes("ls -a -l"), Second: reads + "exit 0"},
			beside: changesLost,
		},
		{
			ID: "HT427", Title: "an unknown field voids the whole answer", Severity: Error, Agents: "those that refuse fields that they do not know",
			Why: "One field too many makes the answer a failure, and the agent goes on.",
			Bad: preToolUse("codex", reads+`echo '{"decision": "block", "reason": "no", "severity": "high"}'`), Good: preToolUse("codex", reads+`echo '{"decision": "block", "reason": "no"}'`),
			find: voided,
		},
	}
}

// exitRules are about how the hook ended.
func exitRules() []Rule {
	return []Rule{
		{
			ID: "HT501", Title: "a refusal by an exit code that refuses nothing", Severity: Error,
			Why: "Every other code than 2 means that the hook itself has failed, and most agents go on then.",
			Bad: beforeTool(reads + "echo 'blocked: no force pushes' >&2; exit 1"), Good: beforeTool(refusesWell),
			Unless: []string{"HT504"}, find: refusalThatFails,
		},
		{
			ID: "HT502", Title: "an exit code that agents read differently", Severity: Warning,
			Why: "Codes from 3 on let through with some agents and refuse with others.",
			Bad: beforeTool(reads + "echo oops >&2; exit 3"), Good: beforeTool(refusesWell),
			Unless: []string{"HT501", "HT509", "HT511"}, find: codeThatDiffers,
		},
		{
			ID: "HT503", Title: "exit code 2 without a text", Severity: Warning,
			Why: "The model reads what stands on stderr and acts by it. Without a text it does not know what was wrong.",
			Bad: beforeTool(reads + "exit 2"), Good: beforeTool(refusesWell),
			find: refusesMutely,
		},
		{
			ID: "HT504", Title: "exit code 2 with the reason on stdout", Severity: Error,
			Why: "At exit code 2 the reason is read from stderr. What stands on stdout is lost, and some agents do not take the refusal without one.",
			Bad: beforeTool(reads + "echo 'no force pushes'; exit 2"), Good: beforeTool(refusesWell),
			Unless: []string{"HT508"}, find: reasonOnStdout,
		},
		{
			ID: "HT506", Title: "exit code 2 on an event that can't be refused", Severity: Error,
			Why: "The operation has taken place, or nobody asks hooks about it.",
			Bad: on("llxprt", hook.AfterTool, refusesWell), Good: beforeTool(refusesWell),
			find: codeNotHere,
		},
		{
			ID: "HT507", Title: "a JSON answer beside an exit code that hides it", Severity: Warning,
			Why: "An answer is read at exit code 0.",
			Bad: beforeTool(reads + `echo '{"systemMessage": "look"}'; echo no >&2; exit 2`), Good: beforeTool(reads + `echo '{"systemMessage": "look"}'`),
			Unless: []string{"HT501", "HT504", "HT508"}, find: answerBesideCode,
		},
		{
			ID: "HT508", Title: "an answer that allows, and exit code 2", Severity: Error,
			Why: "Exit code 2 refuses whatever the answer says.",
			Bad: beforeTool(reads + `echo '{"decision": "allow"}'; exit 2`), Good: beforeTool(reads + `echo '{"decision": "allow"}'`),
			find: refusesAndAllows,
		},
		{
			ID: "HT509", Title: "the hook could not be started", Severity: Error,
			Why: "The shell does not find the hook, or may not run it, and most agents go on without it.",
			Bad: beforeTool("./no-such-hook.sh"), Good: beforeTool(refusesWell),
			find: notStarted,
		},
		{
			ID: "HT510", Title: "a signal ended the hook", Severity: Error,
			Why: "A hook that a signal ends has decided nothing.",
			Bad: beforeTool(reads + "kill -SEGV $$"), Good: beforeTool(refusesWell),
			find: killed,
		},
		{
			ID: "HT511", Title: "the hook looks as if it had crashed", Severity: Error,
			Why: "What a program says when it fails stands on stderr, and the exit code is that of a failure: the check was not made.",
			Bad: beforeTool(reads + "printf 'Traceback (most recent call last):\\n  File \"guard.py\", line 1\\nKeyError\\n' >&2; exit 1"), Good: beforeTool(refusesWell),
			find: crashed,
		},
		{
			ID: "HT512", Title: "an interpreter's error refuses everything", Severity: Error,
			Why: "Shells and interpreters end with code 2 where they can't read a script, and that is the code that refuses.",
			Bad: beforeTool(`sh -c 'if true; then'`), Good: beforeTool(refusesWell),
			find: interpreterRefuses,
		},
		{
			ID: "HT513", Title: "exit code 2 without a text refuses nothing", Severity: Error, Agents: "those that need a reason",
			Why: "Some agents take exit code 2 for a refusal only if stderr says why.",
			Bad: preToolUse("codex", reads+"exit 2"), Good: preToolUse("codex", refusesWell),
			find: muteRefusalPasses,
		},
		{
			ID: "HT514", Title: "a program failed, and the hook let it through", Severity: Error,
			Why: "A check that could not be made is no permission. Without its tools, or given what it does not expect, the hook guards nothing.",
			Bad: beforeTool(`jqq -r .tool_name; exit 0`), Good: beforeTool(`command -v jqq >/dev/null || { echo 'jqq is missing' >&2; exit 2; }`),
			find: brokenAndAllowed,
		},
		{
			ID: "HT515", Title: "exit code 1 refuses", Severity: Info, Agents: "those with which it does",
			Why: "With most agents code 1 lets through: a hook that relies on it guards nothing there.",
			Bad: on("copilot", "preToolUse", reads+"echo no >&2; exit 1"), Good: on("copilot", "preToolUse", refusesWell),
			Unless: []string{"HT701"}, find: codeOneRefuses,
		},
		{
			ID: "HT516", Title: "an objection, and then exit code 0", Severity: Warning,
			Why: "Nobody reads stderr beside code 0. Most often the code got lost: exit 2 stands in a part of a pipeline, or || true behind the hook.",
			Bad: beforeTool(reads + "(echo 'blocked: no force pushes' >&2; exit 2); exit 0"), Good: beforeTool(refusesWell),
			Unless: []string{"HT418", "HT514"}, find: objectsInVain,
		},
	}
}

// processRules are about the hook's process.
func processRules() []Rule {
	return []Rule{
		{
			ID: "HT601", Title: "the hook was ended after its timeout", Severity: Error,
			Why: "The agent goes on without a decision.",
			Bad: Example{Agents: []string{"llxprt"}, Event: hook.BeforeTool, Hook: reads + "sleep 60", Timeout: 300 * time.Millisecond}, Good: beforeTool(refusesWell),
			Unless: []string{"HT603"}, find: timedOut,
		},
		{
			ID: "HT602", Title: "slow for every call of a tool", Severity: Warning,
			Why: "The agent waits for the hook at every call. People switch off what they wait for.",
			Bad: beforeTool(reads + "sleep 1.1"), Good: beforeTool(refusesWell),
			find: takesLong,
		},
		{
			ID: "HT603", Title: "a process holds the hook's output open", Severity: Warning,
			Why: "A program that the hook left in the background has its streams. Some agents wait for it, others close them.",
			Bad: beforeTool(reads + "sleep 60 & exit 0"), Good: beforeTool(reads + "sleep 60 >/dev/null 2>&1 & exit 0"),
			find: pipeHeld,
		},
		{
			ID: "HT604", Title: "the hook did not read its input", Severity: Error,
			Why: "What the agent is about to do stands on stdin. A hook that ends without reading it says the same to everything: often it looks for arguments or variables that no agent gives.",
			Bad: beforeTool(`echo "$1" | grep -q 'push --force' && exit 2; exit 0`), Good: beforeTool(`grep -q 'push --force' && { echo 'no force pushes' >&2; exit 2; }; exit 0`),
			Unless: []string{"HT509", "HT511", "HT512", "HT514"}, find: nothingRead,
		},
		{
			ID: "HT619", Title: "the hook leaves temporary files or programs behind", Severity: Warning,
			Why: "Hooks run at every call of a tool. What each run leaves behind adds up.",
			Bad: beforeTool(reads + "mktemp >/dev/null"), Good: beforeTool(`file=$(mktemp); trap 'rm -f "$file"' EXIT; cat >"$file"`),
			find: leavesBehind,
		},
	}
}

// floodRule is about a hook that writes too much; nothing else about it is checked.
func floodRule() Rule {
	return Rule{
		ID: "HT620", Title: "more than 1 MiB on its streams", Severity: Warning,
		Why: "Nobody reads that much. Agents keep some of it and cut it off, an answer too, and hooktest looks for nothing else in it.",
		Bad: beforeTool(reads + "head -c 1100000 /dev/zero | tr '\\0' x"), Good: beforeTool(reads + "head -c 110000 /dev/zero | tr '\\0' x >&2"),
	}
}

// agentRules are about several agents.
func agentRules() []Rule {
	return []Rule{
		{
			ID: "HT701", Title: "agents disagree", Severity: Warning, Agents: "several that are asked at once",
			Why: "The same hook refuses with some agents and lets through with others.",
			Bad: Example{Agents: []string{"claude", "codex"}, Event: "PreToolUse", Hook: reads + "exit 2"}, Good: Example{Agents: []string{"claude", "codex"}, Event: "PreToolUse", Hook: refusesWell},
			among: disagree,
		},
	}
}
