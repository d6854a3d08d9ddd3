package finding_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
)

// observe runs an example as each of its agents would.
func observe(t *testing.T, e finding.Example) []finding.Run {
	t.Helper()
	var runs []finding.Run
	for _, name := range e.Agents {
		contract, ok := dialect.Named(name)
		require.True(t, ok, name)
		_, ok = contract.Event(e.Event)
		require.True(t, ok, "%s has no event %s", name, e.Event)
		for _, command := range []string{e.Hook, e.Second} {
			if command == "" {
				continue
			}
			in, err := execution.NewWorkspace("project", "")
			require.NoError(t, err)
			defer in.Close()
			f, err := execution.Run(context.Background(), execution.Spec{
				Contract: contract, Event: e.Event, Fields: contract.Sample(e.Event, ""),
				Command: command, Timeout: e.Timeout, Environ: in.Environ(os.Environ()), Project: in.Project,
			})
			require.NoError(t, err)
			require.Len(t, f.Merged.Results, 1)
			runs = append(runs, finding.Run{Contract: contract, Event: e.Event, Result: f.Merged.Results[0], Input: f.Merged.Input, Left: in.Left()})
		}
	}
	return runs
}

// found returns the findings of an example.
func found(t *testing.T, e finding.Example) []finding.Finding {
	t.Helper()
	runs := observe(t, e)
	if e.Second != "" {
		return slices.Concat(slices.Concat(finding.BetweenHooks(runs)...), finding.Of(runs[0]), finding.Of(runs[1]))
	}
	all := finding.Among(runs)
	for _, r := range runs {
		all = append(all, finding.Of(r)...)
	}
	return all
}

func ids(all []finding.Finding) []string {
	return slices.Compact(lists.Of(all, func(f finding.Finding) string { return f.Rule.ID }))
}

// The examples are part of each rule's documentation: the bad one has exactly its finding, the good
// one has none.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, rule := range finding.Rules() {
		if rule.About != "runs" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			for _, example := range []finding.Example{examples.Bad, examples.Good} {
				require.NotEmpty(t, example.Hook, "both examples are given")
			}
			bad := found(t, examples.Bad)
			if len(examples.Bad.Agents) > 1 {
				// The cause of the disagreement is a finding about one of them.
				bad = finding.Among(observe(t, examples.Bad))
			}
			assert.Equal(t, []string{rule.ID}, ids(bad), examples.Bad.Hook)
			for _, f := range bad {
				assert.NotEmpty(t, f.Fix)
				for _, line := range []string{f.Text, f.Fix} {
					assert.NotContains(t, line, "\n")
					assert.False(t, strings.HasSuffix(line, "."), line)
				}
			}
			assert.Empty(t, ids(found(t, examples.Good)), examples.Good.Hook)
		})
	}
}

const (
	reads      = "cat >/dev/null; "
	deniesWell = reads + `echo '{"decision": "deny", "reason": "no"}'`
)

// Runs that are right, or may be intended, have no finding.
func TestSilentWhereItIsUnknown(t *testing.T) {
	t.Parallel()
	on := func(agent, event, command string) finding.Example {
		return finding.Example{Agents: []string{agent}, Event: hook.Event(event), Hook: command}
	}
	tests := []struct {
		name    string
		example finding.Example
		reason  string
	}{
		{"no input is needed when a session starts", on("claude", "SessionStart", "echo hello"), "it refuses nothing that it could look at"},
		{"a turn's end needs none either", on("claude", "Stop", "exit 0"), "tests may run regardless of the input"},
		{"a part of the input is enough", on("llxprt", "BeforeTool", "head -c 5 >/dev/null"), "grep ends at the first match"},
		{"a refusal without a look", on("llxprt", "BeforeTool", "echo closed >&2; exit 2"), "a lock looks at nothing"},
		{"two agents' forms in one answer", on("llxprt", "BeforeTool", reads+`echo '{"decision": "deny", "reason": "no", "permission": "deny"}'`), "the other field is for others"},
		{"a log on stderr", on("llxprt", "BeforeTool", reads+`echo "checked 3 files" >&2`), "stderr at exit code 0 is for people"},
		{"an objection where nothing can be refused", on("claude", "SessionEnd", "echo 'blocked 3 commands' >&2"), "it is a summary"},
		{"an objection in addition to an answer", on("claude", "PreToolUse", reads+`echo 'not allowed elsewhere' >&2; echo '{"systemMessage": "checked"}'`), "the answer states the decision"},
		{"a failure that objects to nothing", on("llxprt", "BeforeTool", reads+"echo 'disk is full' >&2; exit 1"), "it may be meant to let through"},
		{"the system denied something", on("llxprt", "BeforeTool", reads+"echo 'open log: permission denied' >&2; exit 1"), "that is not a refusal by the hook"},
		{"blanks of JavaScript around the answer", on("llxprt", "BeforeTool", reads+`printf '\302\240{"decision":"deny","reason":"no"}\302\240'`), "the agent takes them off"},
		{"a reason for the model after the tool", on("claude", "PostToolUse", reads+"echo 'run gofmt' >&2; exit 2"), "the model reads it"},
		{"a reason that mentions a program", on("claude", "PreToolUse", reads+"echo 'grep: use rg here' >&2; exit 2"), "it is the author's"},
		{"a log line that begins with a bracket", on("llxprt", "BeforeTool", reads+"echo '[info] checked'"), "it is a text for the model"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			assert.Empty(t, ids(found(t, tt.example)), tt.reason)
		})
	}
}

// A finding names the field, the word or the program that it is about.
func TestFinds(t *testing.T) {
	t.Parallel()
	on := func(agent, event, command string) finding.Example {
		return finding.Example{Agents: []string{agent}, Event: hook.Event(event), Hook: command}
	}
	tests := []struct {
		name     string
		example  finding.Example
		id, text string
		reason   string
	}{
		{"a script that is not there, and an agent that refuses then", on("copilot-claude", "PreToolUse", "./no-such-hook.sh"),
			"HT509", "the hook could not be started: the agent does not run the tool", "nothing has crashed"},
		{"the input as an answer", on("codex", "PreToolUse", "cat"),
			"HT427", "the hook prints what it has read, which is not an answer here: the agent runs the tool", "a list of all fields is too long to read"},
		{"an agent that waits for any process that holds the output", finding.Example{Agents: []string{"gemini"}, Event: "BeforeTool", Hook: deniesWell + "; sleep 60 &", Timeout: 2 * time.Second},
			"HT603", "the hook ended, but a process that it left behind holds its output open, and the agent waits for that until the timeout of 2s: the agent runs the tool without its answer", "the hook itself did not time out"},
		{"an exception of Python", on("claude", "PreToolUse", reads+"printf 'Traceback (most recent call last):\\n  File \"guard.py\", line 1, in <module>\\nKeyError: 1\\n' >&2; exit 1"),
			"HT511", "the hook looks as if it had crashed (KeyError: 1): the agent runs the tool", "the heading says nothing"},
		{"a script that Node does not find", on("claude", "PreToolUse", reads+"printf 'node:internal/modules/cjs/loader:1210\\n  throw err;\\n  ^\\n\\nError: Cannot find module no.js\\n    at Module.load\\n' >&2; exit 1"),
			"HT511", "the hook looks as if it had crashed (Error: Cannot find module no.js): the agent runs the tool", "the heading is a place in Node itself"},
		{"a program that fails with code 2", on("claude", "PreToolUse", "set -e; "+reads+"words=$(grep -f no-such-words.txt list.txt); exit 0"),
			"HT512", "exit code 2 comes from a program in the hook that failed, and not from the hook: grep: no-such-words.txt: No such file or directory", "the guard has found nothing"},
		{"a refusal whose code got lost", on("claude", "PreToolUse", reads+"{ echo 'blocked: no sudo' >&2; exit 2; } | cat; exit 0"),
			"HT516", "the hook objects on stderr and ends with exit code 0: the agent runs the tool", "the pipeline had a shell of its own"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			all := found(t, tt.example)
			require.Equal(t, []string{tt.id}, ids(all), tt.reason)
			assert.Equal(t, tt.text, all[0].Text)
		})
	}
}

// A hook that did not read its input is an error, and only a warning if its author expects the
// verdict.
func TestSeverityOfAHookThatDidNotLook(t *testing.T) {
	t.Parallel()
	for expect, want := range map[effect.Kind]finding.Severity{"": finding.Error, effect.Deny: finding.Error, effect.Allow: finding.Warning} {
		left := hook.ExecutionResult{Event: "PreToolUse", Ending: hook.Exited, Stdin: []byte("{}"), Unread: 2}
		all := finding.Of(finding.Run{Contract: dialect.Known("claude"), Event: "PreToolUse", Result: left, Expect: expect})
		i := slices.IndexFunc(all, func(f finding.Finding) bool { return f.Rule.ID == "HT604" })
		require.GreaterOrEqual(t, i, 0, expect)
		assert.Equal(t, want, all[i].Rule.Severity, expect)
	}
}

// Of two different changes one is lost; equal changes lose nothing.
func TestChangesThatTakeEachOthersPlace(t *testing.T) {
	t.Parallel()
	answer := func(command string) string {
		return `cat >/dev/null; echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "` + command + `"}}}'`
	}
	for second, want := range map[string]int{answer("ls -l"): 1, answer("ls -a"): 0, "cat >/dev/null": 0} {
		all := finding.BetweenHooks(observe(t, finding.Example{Agents: []string{"claude"}, Event: "PreToolUse", Hook: answer("ls -a"), Second: second}))
		assert.Len(t, slices.Concat(all...), want, second)
	}
}

// The agent waits for the hooks of an event one after another or for the slowest, and never for one
// in the background. Slow is only what no hook is by itself.
func TestHooksThatAreSlowTogether(t *testing.T) {
	t.Parallel()
	took := func(ms int) finding.Run {
		d := time.Duration(ms) * time.Millisecond
		return finding.Run{Contract: dialect.Known("copilot"), Event: "preToolUse", Sequential: true,
			Result: hook.ExecutionResult{Event: "preToolUse", Ending: hook.Exited, Duration: d, PipesClosed: d}}
	}
	parallel := func(r finding.Run) finding.Run { r.Sequential = false; return r }
	background := func(r finding.Run) finding.Run { r.Result.Entry.Background = true; return r }
	held := took(10)
	held.Result.PipesClosed = 400 * time.Millisecond
	ended := took(600)
	ended.Event, ended.Result.Event = "sessionEnd", "sessionEnd"
	tests := []struct {
		name string
		in   []finding.Run
		wait time.Duration
		// at is the hook with the finding; -1 for none.
		at     int
		text   string
		reason string
	}{
		{"one after another", []finding.Run{took(300), took(500), took(200)}, time.Second, 1,
			"3 hooks, each faster than 1s, took 1s one after another, and the agent waits as long at every call of a tool; this one took longest: 500ms", "the sum is what the user feels"},
		{"just below the border", []finding.Run{took(300), took(500), took(199)}, 999 * time.Millisecond, -1, "", "the wait is hardly noticed"},
		{"in parallel", []finding.Run{parallel(took(600)), parallel(took(900))}, 900 * time.Millisecond, -1, "", "the agent waits for the slowest"},
		{"a slow one by itself", []finding.Run{took(1500), took(300)}, 1800 * time.Millisecond, -1, "", "the finding on the slow one says it all"},
		{"one in the background", []finding.Run{took(600), background(took(600))}, 600 * time.Millisecond, -1, "", "the agent goes on at once"},
		{"output held open", []finding.Run{held, took(10)}, 410 * time.Millisecond, -1, "", "the agent has the answer when the pipes are closed"},
		{"another event", []finding.Run{ended, ended}, 1200 * time.Millisecond, -1, "", "it is rare"},
		{"no hook", nil, 0, -1, "", "nothing is waited for"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.wait, finding.Wait(tt.in), tt.reason)
			for i, found := range finding.BetweenHooks(tt.in) {
				if i != tt.at {
					assert.Empty(t, found, tt.reason)
					continue
				}
				require.Equal(t, []string{"HT602"}, ids(found), tt.reason)
				assert.Equal(t, tt.text, found[0].Text)
			}
		})
	}
	slow := background(took(1500))
	assert.NotContains(t, ids(finding.Of(slow)), "HT602", "the agent does not wait for it")
}

// The texts were written by bash 5.2.15, dash 0.5.12 and argparse of Python 3.11, each with exit code 2.
func TestExitCodesThatTheAuthorDidNotChoose(t *testing.T) {
	t.Parallel()
	const test, arguments = "a test in the hook that failed", "argparse, which does not get the arguments that it requires"
	usage := "usage: guard.py [-h] [--n N] [--mode {a,b}]\n                payload\n"
	tests := []struct {
		stderr string
		// want is what the exit code comes from; empty for the author.
		want   string
		reason string
	}{
		{"./guard.sh: line 2: [: a: integer expression expected", test, "bash: [ 1 -eq a ]"},
		{"./guard.sh: line 2: test: : integer expression expected", test, "bash: test '' -gt 3"},
		{"./guard.sh: line 2: [: =: unary operator expected", test, "bash: [ $empty = a ]"},
		{"./guard.sh: line 2: [: b: binary operator expected", test, "bash: [ -z a b ]"},
		{"./guard.sh: line 2: [: too many arguments", test, "bash: [ a b c d e ]"},
		{"./guard.sh: line 2: [: missing `]'", test, "bash: [ a = b"},
		{"bash: line 1: [: a: integer expression expected", test, "bash -c '[ 1 -eq a ]'"},
		{"./guard.sh: 2: [: Illegal number: a", test, "dash: [ 1 -eq a ]"},
		{"./guard.sh: 2: test: Illegal number: ", test, "dash: test '' -gt 3"},
		{"./guard.sh: 2: [: =: unexpected operator", test, "dash: [ $empty = a ]"},
		{"./guard.sh: 2: [: -gt: argument expected", test, "dash: [ 1 -gt ]"},
		{"./guard.sh: 2: [: missing ]", test, "dash: [ a = b"},
		{"checked 3 files\n./guard.sh: 2: [: Illegal number: a", test, "the last line counts"},
		{"./guard.sh: 2: [: Illegal number: a\nblocked: no force pushes", "", "the author's text comes after it"},
		{"blocked: [ 1 -eq a ] is not a test", "", "that is the author's"},
		{usage + "guard.py: error: the following arguments are required: payload", arguments, "no agent passes arguments"},
		{usage + "guard.py: error: unrecognized arguments: b", arguments, "guard.py a b"},
		{usage + "guard.py: error: argument --n: invalid int value: 'q'", arguments, "guard.py a --n q"},
		{usage + "guard.py: error: argument --mode: invalid choice: 'q' (choose from 'a', 'b')", arguments, "guard.py a --mode q"},
		{usage + "guard.py: error: argument --n: expected one argument", arguments, "guard.py a --n"},
		{usage + "guard.py: error: ambiguous option: --lo could match --long, --longer", arguments, "guard.py a --lo"},
		{usage + "guard.py: error: git push is blocked", "", "parser.error is the author's"},
		{"error: the following arguments are required: payload", "", "argparse shows its usage first"},
	}
	for _, tt := range tests {
		refused := hook.ExecutionResult{Event: "PreToolUse", Ending: hook.Exited, Code: 2, Stderr: []byte(tt.stderr + "\n")}
		var texts []string
		for _, f := range finding.Of(finding.Run{Contract: dialect.Known("claude"), Event: "PreToolUse", Result: refused}) {
			if f.Rule.ID == "HT512" {
				texts = append(texts, f.Text)
			}
		}
		if tt.want == "" {
			assert.Empty(t, texts, "%s: %s", tt.stderr, tt.reason)
			continue
		}
		lines := strings.Split(strings.TrimSpace(tt.stderr), "\n")
		assert.Equal(t, []string{"exit code 2 comes from " + tt.want + ", and not from the hook: " + lines[len(lines)-1]}, texts, tt.reason)
	}
}

// The texts were written by CPython 3.11, Perl 5.36, dash 0.5.12 and bash 5.2.15, each with exit code 2.
func TestTheFixOfAnInterpretersErrorIsAboutItsCause(t *testing.T) {
	t.Parallel()
	const (
		missing = "the command of the settings must name a script that exists and can be read"
		other   = "fix what the interpreter complains of, in the script or in the command of the settings"
		syntax  = "fix the syntax: %s -n SCRIPT finds the errors without running it"
	)
	tests := []struct{ stderr, want, reason string }{
		{"python3: can't open file '/no.py': [Errno 2] No such file or directory", missing, "python3 /no.py"},
		{"Can't open perl script \"/no.pl\": No such file or directory", missing, "perl /no.pl"},
		{"sh: 0: cannot open /no.sh: No such file", missing, "sh /no.sh"},
		{"sh: 0: Illegal option -Z", other, "sh -Z"},
		{"sh: 1: cannot open no.txt: No such file", other, "sh -c ': <no.txt': there is a script"},
		{"bash: line 1: syntax error: unexpected end of file", fmt.Sprintf(syntax, "bash"), "bash -c 'if true; then'"},
		{"sh: 1: Syntax error: end of file unexpected (expecting \"fi\")", fmt.Sprintf(syntax, "sh"), "sh -c 'if true; then'"},
	}
	for _, tt := range tests {
		refused := hook.ExecutionResult{Event: "PreToolUse", Ending: hook.Exited, Code: 2, Stderr: []byte(tt.stderr + "\n")}
		var fixes []string
		for _, f := range finding.Of(finding.Run{Contract: dialect.Known("claude"), Event: "PreToolUse", Result: refused}) {
			if f.Rule.ID == "HT512" {
				fixes = append(fixes, f.Fix)
			}
		}
		assert.Equal(t, []string{tt.want}, fixes, tt.reason)
	}
}

// If an agent gets no answer because it waits for what the hook left behind, or because the hook was
// too slow for it, neither another refusal nor another input is the fix.
func TestTheFixForAgentsThatDisagreeIsAboutTheTimeout(t *testing.T) {
	t.Parallel()
	held := observe(t, finding.Example{Agents: []string{"claude", "codex"}, Event: "PreToolUse", Hook: "cat >/dev/null; echo no >&2; sleep 60 & exit 2", Timeout: time.Second})
	refuses := hook.ExecutionResult{Event: "PreToolUse", Ending: hook.Exited, Code: 2, Stderr: []byte("no\n")}
	late := hook.ExecutionResult{Event: "PreToolUse", Ending: hook.TimedOut}
	tests := []struct {
		name       string
		in         []finding.Run
		text, want string
	}{
		{"a process holds the output", held, "claude refuses, codex lets through",
			"the hook itself ended, but a process that it left behind held its output open: start it with streams of its own: "},
		{"too slow for one", []finding.Run{
			{Contract: dialect.Known("claude"), Event: "PreToolUse", Result: refuses},
			{Contract: dialect.Known("codex"), Event: "PreToolUse", Result: late},
		}, "claude refuses, codex lets through", "the hook did not end there before its timeout: make it faster, or give it a longer timeout"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := finding.Among(tt.in)
			require.Len(t, all, 1)
			assert.Equal(t, tt.text, all[0].Text)
			assert.Contains(t, all[0].Fix, tt.want)
		})
	}
}

// An agent that reads the output until its end waits for a process that the hook left behind, too.
func TestSlowBecauseTheOutputIsHeldOpen(t *testing.T) {
	t.Parallel()
	in := hook.ExecutionResult{Event: "PreToolUse", Ending: hook.Exited, Duration: 10 * time.Millisecond, PipesClosed: 2 * time.Second}
	of := func(agent string) []finding.Finding {
		return lists.Where(finding.Of(finding.Run{Contract: dialect.Known(agent), Event: "PreToolUse", Result: in}), func(f finding.Finding) bool { return f.Rule.ID == "HT602" })
	}
	require.Len(t, of("codex"), 1)
	assert.Equal(t, "a process that the hook left behind holds its output open, and the agent waits for that at every call of a tool: 2s", of("codex")[0].Text)
	assert.Empty(t, of("claude"), "it closes the output")
}
