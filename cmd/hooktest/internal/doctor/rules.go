package doctor

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// The IDs of the package's own rules.
const (
	ruleTrust      = "HT129"
	ruleUnreadable = "HT801"
	ruleMoved      = "HT802"
	ruleProgram    = "HT803"
	ruleElsewhere  = "HT804"
	ruleOff        = "HT805"
)

// made returns a finding by one of the package's own rules.
func made(id string, place finding.Place, text, fix string) finding.Finding {
	all := Rules()
	return finding.Finding{Rule: all[slices.IndexFunc(all, func(r finding.Rule) bool { return r.ID == id })], Place: place, Text: text, Fix: fix}
}

// Rules returns every rule about machines.
func Rules() []finding.Rule {
	const (
		guard    = `{"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh"}]}`
		inClaude = `{"hooks": {"PreToolUse": [` + guard + `]}}`
		inHome   = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "exit 0"}]}]}}`
	)
	script := func(firstLine string) finding.File {
		return finding.File{Path: "hooks/guard.sh", Text: firstLine + "\ncat >/dev/null\n", Executable: true}
	}
	claude := func(path string, beside ...finding.File) finding.Example {
		return finding.Example{Around: true, Agents: []string{"claude"}, File: finding.File{Path: path, Text: inClaude}, Beside: append(beside, script("#!/bin/sh"))}
	}
	copilot := func(beside ...finding.File) finding.Example {
		return finding.Example{
			Around: true, Agents: []string{"copilot"}, Beside: beside,
			File: finding.File{Path: ".github/hooks/guard.json", Text: `{"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": "exit 0"}]}}`},
		}
	}
	kiro := func(enabled string) finding.Example {
		return finding.Example{Around: true, Agents: []string{"kiro"}, File: finding.File{
			Path: ".kiro/hooks/guard.json",
			Text: `{"version": "v1", "hooks": [{"name": "guard", "trigger": "PreToolUse", "enabled": ` + enabled + `, "action": {"type": "command", "command": "exit 0"}}]}`,
		}}
	}
	moved := func(path string) finding.Example {
		return finding.Example{Around: true, Agents: []string{"claude"}, Variables: []string{"CLAUDE_CONFIG_DIR=~/claude"}, File: finding.File{Path: path, Text: inHome}}
	}
	interpreted := func(firstLine string) finding.Example {
		e := claude(".claude/settings.json")
		e.Beside = []finding.File{script(firstLine)}
		return e
	}
	return []finding.Rule{
		{
			ID: ruleTrust, Title: "hooks that nobody has trusted", Severity: finding.Warning, Agents: "those whose record of trust is known",
			Why: "The agent has hooks wait until somebody trusts the folder that they come with, or each of them as it is written. In a session in which nobody can be asked, most agents leave them out without a word.",
			Bad: copilot(), Good: copilot(finding.File{Path: "~/.copilot/config.json", Text: `{"trusted_folders": ["/"]}`}),
		},
		{
			ID: ruleUnreadable, Title: "settings that can't be read", Severity: finding.Error,
			Why: "What stands in the place of the file is a folder, a pipe, a link that leads nowhere or round in circles, more than anybody writes, or closed to whoever asks. The agent goes on without its hooks.",
			Bad: claude(".claude/settings.json/settings.json"), Good: claude(".claude/settings.json"),
		},
		{
			ID: ruleMoved, Title: "settings that a variable puts out of use", Severity: finding.Warning, Agents: "those whose folder a variable names",
			Why: "The variable has the agent look elsewhere, and the file in the usual place counts no more.",
			Bad: moved("~/.claude/settings.json"), Good: moved("~/claude/settings.json"),
		},
		{
			ID: ruleProgram, Title: "a program that this machine does not have", Severity: finding.Error,
			Why: "The first line of the script, or the first word of the command, names a program that is not here. The hook can't start, and most agents go on without it.",
			Bad: interpreted("#!/usr/bin/env no-such-shell"), Good: interpreted("#!/usr/bin/env sh"),
		},
		{
			ID: ruleElsewhere, Title: "a hook that another settings file has, too", Severity: finding.Info, Agents: "those that start the same command once",
			Why: "The agent starts it once for both. Whoever takes one of them out, or changes it, has the other run.",
			Bad: claude(".claude/settings.json", finding.File{Path: ".claude/settings.local.json", Text: inClaude}), Good: claude(".claude/settings.json"),
		},
		{
			ID: ruleOff, Title: "a hook, or its plugin, that is switched off by itself", Severity: finding.Warning, Agents: "those whose hooks or plugins have a switch each",
			Why: "A word beside the hook, or in the settings that name its plugin, has the agent do as if it were not there. Whoever reads its command takes it for a guard.",
			Bad: kiro("false"), Good: kiro("true"),
		},
	}
}
