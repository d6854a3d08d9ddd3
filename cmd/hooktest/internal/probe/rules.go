package probe

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/hook"
)

const (
	reads = "input=$(cat); "
	// refuses is a guard in one line: it searches its whole input.
	refuses = `case $input in *'rm -rf'*) echo 'not that' >&2; exit 2;; esac`
)

// asked is a hook of LLxprt Code before a tool, with a command as the event input.
func asked(about, command string) finding.Example {
	return finding.Example{Agents: []string{"llxprt"}, Event: hook.BeforeTool, Hook: command, Bash: about}
}

// guard is a hook whose event input is a command that it refuses.
func guard(command string) finding.Example { return asked("rm -rf /", command) }

// stops is a hook at the end of a turn.
func stops(command string) finding.Example {
	return finding.Example{Agents: []string{"claude"}, Event: "Stop", Hook: command}
}

// Rules returns the rules about hooks under changed conditions.
func Rules() []finding.Rule {
	return []finding.Rule{
		{
			ID: "HT605", Title: "hangs where stdin stays open", Severity: finding.Info,
			Why: "A hook that reads to the end waits for whoever holds the other end of the pipe. All agents that are known here close it; where one does not, the hook runs into its timeout, and most agents go on. hooktest probe says it only when asked by --only open.",
			Bad: guard(reads + refuses), Good: guard(`input=$(timeout 1 cat); ` + refuses),
		},
		{
			ID: "HT606", Title: "fails open without its tools", Severity: finding.Error,
			Why: "On a machine without jq, or in a container without Python, a check that can't be made is taken for a permission.",
			Bad: guard(`jq -r .tool_input.command | grep -q 'rm -rf' && { echo 'not that' >&2; exit 2; }; exit 0`),
			Good: guard(`command -v jq >/dev/null || { echo 'jq is missing' >&2; exit 2; }
jq -r .tool_input.command | grep -q 'rm -rf' && { echo 'not that' >&2; exit 2; }; exit 0`),
		},
		{
			ID: "HT607", Title: "the verdict depends on the working directory", Severity: finding.Error,
			Why:  "Agents start hooks where the model happens to be. What is found by a relative path is not found there.",
			Bad:  guard(reads + `[ "$(basename "$PWD")" = project ] || exit 0; ` + refuses),
			Good: guard(reads + `cd "$LLXPRT_PROJECT_DIR" || exit 2; [ "$(basename "$PWD")" = project ] || exit 0; ` + refuses),
		},
		{
			ID: "HT608", Title: "breaks on blanks or quotes in the project's path", Severity: finding.Error,
			Why:  "A path that is not in quotes is several words, and a test on it fails: people have folders called my project.",
			Bad:  guard(reads + `[ -d $LLXPRT_PROJECT_DIR ] || exit 0; ` + refuses),
			Good: guard(reads + `[ -d "$LLXPRT_PROJECT_DIR" ] || exit 0; ` + refuses),
		},
		{
			ID: "HT609", Title: "breaks on a large payload", Severity: finding.Error,
			Why:  "A payload holds whole files. A program can't be given that much as an argument or a variable: it does not start, and the check is not made.",
			Bad:  guard(reads + `env printf %s "$input" 2>/dev/null | grep -q 'rm -rf' && { echo 'not that' >&2; exit 2; }; exit 0`),
			Good: guard(`grep -q 'rm -rf' && { echo 'not that' >&2; exit 2; }; exit 0`),
		},
		{
			ID: "HT610", Title: "a payload that can't be read is let through", Severity: finding.Warning,
			Why:  "A guard that can't read what is about to happen does not know that it is harmless.",
			Bad:  guard(reads + refuses),
			Good: guard(reads + `case $input in *'}') ;; *) echo 'no payload' >&2; exit 2;; esac; ` + refuses),
		},
		{
			ID: "HT611", Title: "quotes, line breaks or Unicode break it", Severity: finding.Error,
			Why:  "JSON that is put together by hand is none as soon as there is a quote in it, and text that is cut at a line break is half a command.",
			Bad:  guard(`command=$(jq -r .tool_input.command); case $command in *'rm -rf'*) echo "{\"decision\": \"deny\", \"reason\": \"not $command\"}";; esac`),
			Good: guard(`jq -c 'select(.tool_input.command | contains("rm -rf")) | {decision: "deny", reason: "not \(.tool_input.command)"}'`),
		},
		{
			ID: "HT612", Title: "not repeatable, or not several times at once", Severity: finding.Error,
			Why:  "Agents start hooks for several calls at once, each in a process of its own. Files that all of them write hold whatever came last.",
			Bad:  guard(reads + `mkdir lock 2>/dev/null || exit 0; sleep 0.5; rmdir lock; ` + refuses),
			Good: guard(reads + refuses),
		},
		{
			ID: "HT613", Title: "depends on stderr", Severity: finding.Warning,
			Why:  "Where nobody takes what stands on stderr, writing there fails. With set -e that ends the hook before it has refused.",
			Bad:  guard("set -e; " + reads + refuses),
			Good: guard("set -e; " + reads + `case $input in *'rm -rf'*) echo 'not that' >&2 || true; exit 2;; esac`),
		},
		{
			ID: "HT614", Title: "keeps the agent at work again and again", Severity: finding.Error, Agents: "those that tell hooks so",
			Why:  "A hook that does not let the agent end is asked again when it wants to end the next time. Some agents give up after eight or nine turns, others never.",
			Bad:  stops(reads + `echo 'run the tests' >&2; exit 2`),
			Good: stops(reads + `case $input in *'"stop_hook_active":true'*) exit 0;; esac; echo 'run the tests' >&2; exit 2`),
		},
		{
			ID: "HT615", Title: "a noisy start-up file of the shell spoils the answer", Severity: finding.Warning,
			Why:  "bash reads the file that BASH_ENV names. What it prints stands before the answer, which is no JSON then and decides nothing.",
			Bad:  guard(reads + `case $input in *'rm -rf'*) echo '{"decision": "deny", "reason": "not that"}';; esac`),
			Good: guard(reads + refuses),
		},
		{
			ID: "HT616", Title: "a known way around it passes", Severity: finding.Warning,
			Why:  "Models write a command in many ways, without any bad intent: with two blanks, with an absolute path, behind another command.",
			Bad:  guard(reads + `case $input in *'"rm -rf /"'*) echo 'not that' >&2; exit 2;; esac`),
			Good: guard(reads + `case $(printf %s "$input" | tr -cd a-z) in *rm*r*f*|*rm*fr*) echo 'not that' >&2; exit 2;; esac`),
		},
		{
			ID: "HT617", Title: "the same answer to everything", Severity: finding.Warning,
			Why:  "The answer of such a guard does not depend on what is about to happen: its test is always true, or it looks at an argument or a variable that nobody gives it.",
			Bad:  guard(reads + `[ -n "$input" ] && { echo 'not that' >&2; exit 2; }; exit 0`),
			Good: guard(reads + refuses),
		},
		{
			ID: "HT618", Title: "ignores the signal that ends it", Severity: finding.Warning,
			Why:  "An agent that has waited long enough asks the hook to end, and kills it where it does not: everybody waits for that, too.",
			Bad:  guard(`trap '' TERM; ` + reads + refuses),
			Good: guard(reads + refuses),
		},
		{
			ID: Executes, Title: "the hook executes its input", Severity: finding.Error,
			Why:  "What a hook reads was written by a model, or by a page that the model has read. A hook that executes it runs the very command that it is to judge, without anybody's consent.",
			Bad:  guard(`command=$(cat); eval "echo $(printf %s "$command" | tr -d '{}')" >/dev/null`),
			Good: guard(`command=$(cat); printf '%s\n' "$command" >/dev/null`),
		},
	}
}

// ruleOf returns the rule with an ID, from this package or package finding.
func ruleOf(id string) finding.Rule {
	all := slices.Concat(Rules(), finding.Rules())
	i := slices.IndexFunc(all, func(r finding.Rule) bool { return r.ID == id })
	return all[i]
}
