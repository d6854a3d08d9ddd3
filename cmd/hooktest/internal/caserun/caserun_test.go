//go:build unix

package caserun_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/executable"
	"github.com/hooktest/hooktest/internal/shellword"
)

// results runs the only case of a text with a hook, and counts how often the hook was started.
func results(t *testing.T, hookText, caseText string) (all []caserun.Result, started int) {
	t.Helper()
	folder := t.TempDir()
	script, log := filepath.Join(folder, "hook.sh"), filepath.Join(folder, "log")
	require.NoError(t, executable.Write(script, []byte("#!/bin/sh\necho >> '"+log+"'\n"+hookText)))
	cases, err := casefile.Parse(filepath.Join(folder, "a"+casefile.Suffix), []byte("hook: ./hook.sh\ncases: ["+caseText+"]\n"))
	require.NoError(t, err)
	job := caserun.Job{Case: cases[0], Hook: caserun.Hook{Command: shellword.Of(script), Start: func(hook.ExecutionResult) string { return "" }}}
	for _, agent := range cases[0].Agents {
		contract, ok := dialect.Named(agent)
		require.True(t, ok)
		job.Agents = append(job.Agents, contract)
	}
	all, err = caserun.Runner{Environ: os.Environ()}.Do(t.Context(), job)
	require.NoError(t, err)
	written, err := os.ReadFile(log)
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	return all, len(written)
}

func TestAgentsThatStartAHookAlikeShareOneRun(t *testing.T) {
	tests := []struct {
		name, in string
		started  int
		want     []caserun.Status
		reason   string
	}{
		{"the same payload", `{name: a, agents: [gemini, claude, claude-seed], stdin: '{"tool_name": "Bash"}', expect: {claude-seed: unknown, others: deny}}`, 2,
			[]caserun.Status{caserun.Passed, caserun.Passed, caserun.Passed}, "the documented and the observed Claude Code start it in the same way, and one does not mention exit codes; Gemini CLI has other variables"},
		{"other payloads", "{name: a, agents: [claude, claude-seed], bash: ls, expect: {claude: deny, claude-seed: allow}}", 2,
			[]caserun.Status{caserun.Passed, caserun.Failed}, "the seed's payload has fewer fields"},
		{"the requirements", `{name: a, agents: [llxprt, llxprt-shipped], stdin: "{}", event: BeforeTool, expect: deny}`, 2,
			[]caserun.Status{caserun.Passed, caserun.Passed}, "the engine of the requirements reports more than the process does"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			all, started := results(t, "echo no >&2\nexit 2\n", tt.in)
			assert.Equal(t, tt.started, started, tt.reason)
			for i, want := range tt.want {
				assert.Equal(t, want, all[i].Status, "%s: %s", all[i].Contract.Name, tt.reason)
			}
		})
	}
}

func TestAnUntestedAgentIsNotAPass(t *testing.T) {
	tests := []struct {
		name, hook, in string
		want           caserun.Status
		why, reason    string
	}{
		{"not started", "", "{name: a, agents: [claude], bash: ls, env: {PATH: /nowhere}, hook: ./hook.sh, expect: allow}", caserun.Passed, "", "the shell needs no PATH for a script with its path"},
		{"too slow", "exec sleep 60\n", "{name: a, agents: [claude], bash: ls, timeout: 100, expect: allow}", caserun.Untested, "the hook did not end within its timeout of 100ms", "a guard that never answers looks like one that allows"},
		{"too slow, as expected", "exec sleep 60\n", "{name: a, agents: [claude], bash: ls, timeout: 100, expect: timeout}", caserun.Passed, "", "the case is about that"},
		{"a shell's 127", "exec ./nothing\n", "{name: a, agents: [llxprt], bash: ls, expect: {verdict: failed, exit: 127}}", caserun.Passed, "", "the script was started, and failed by itself"},
		{"no such event", "", "{name: a, agents: [windsurf], event: PreCompact, expect: allow}", caserun.Failed, "", "an agent that is named has to have it"},
		{"skipped", "", "{name: a, agents: [claude], bash: ls, expect: deny, skip: later}", caserun.Skipped, "later", "the reason is reported"},
		{"no expectation for the agent", "", "{name: a, agents: [claude, codex], bash: ls, expect: {codex: allow}}", caserun.Skipped, "nothing is expected of claude", "a missing verdict is not a pass"},
		{"a mismatch", "", "{name: a, agents: [claude], event: SessionStart, bash: ls, expect: allow}", caserun.Broken, "SessionStart speaks of no tool", "the case contradicts itself"},
		{"a setup that fails", "", "{name: a, agents: [claude], bash: ls, setup: 'echo so >&2; exit 2', expect: allow}", caserun.Broken, "its setup came to exit code 2: so", "the hook would run in another project"},
		{"a file below a file", "", "{name: a, agents: [claude], bash: ls, files: {x: a, x/y: b}, expect: allow}", caserun.Broken, "", "the project can't be made"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			all, _ := results(t, tt.hook, tt.in)
			assert.Equal(t, tt.want, all[0].Status, "%s: %+v", tt.reason, all[0].Mismatches)
			if tt.why != "" {
				assert.Equal(t, tt.why, all[0].Why, tt.reason)
			}
		})
	}
}

// Each expectation fails for a hook that does otherwise: an expectation that can't fail checks
// nothing.
func TestEachExpectationCanFail(t *testing.T) {
	const answer = `printf '{"decision": "deny", "reason": "no", "systemMessage": "told", "suppressOutput": true, "hookSpecificOutput": {"additionalContext": "more"}}'` + "\necho aside >&2\n"
	for field, values := range map[string][2]string{
		"verdict":        {"deny", "allow"},
		"exit":           {"0", "1"},
		"reason":         {"no", "yes"},
		"stdout":         {"decision", "verdict"},
		"stderr":         {"aside", `""`},
		"model_sees":     {"{contains: [no]}", "{lacks: no}"},
		"user_sees":      {"{matches: 'n.'}", "{matches: '^x'}"},
		"context":        {"{is: more}", "{is: less}"},
		"input":          {"{command: ls}", "{command: rm}"},
		"json":           {"{hookSpecificOutput.additionalContext: more, nothing: null}", "{nothing: 1}"},
		"files":          {"{here: text}", "{here: other}"},
		"findings":       {"[]", "[HT401]"},
		"max_ms":         {"60000", "1"},
		"system_message": {"told", "untold"},
		"suppress":       {"true", "false"},
		"warns":          {`""`, "something"},
	} {
		t.Run(field, func(t *testing.T) {
			t.Parallel()
			const head = "{name: a, agents: [llxprt], bash: ls, files: {here: text}, expect: {"
			held, _ := results(t, "sleep 0.01\n"+answer, head+field+": "+values[0]+"}}")
			assert.Equal(t, caserun.Passed, held[0].Status, "%+v", held[0].Mismatches)
			missed, _ := results(t, "sleep 0.01\n"+answer, head+field+": "+values[1]+"}}")
			require.Equal(t, caserun.Failed, missed[0].Status)
			require.Len(t, missed[0].Mismatches, 1)
			assert.Contains(t, missed[0].Mismatches[0].Field, field)
			assert.NotZero(t, missed[0].Mismatches[0].At.Line)
		})
	}
}
