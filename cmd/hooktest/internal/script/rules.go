package script

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// hookFile is a script where projects have them.
func hookFile(name, text string) finding.Example {
	return finding.Example{Agents: []string{"claude"}, File: finding.File{Path: ".claude/hooks/" + name, Text: text}}
}

// rules gives every rule, in the order of the ids.
func rules() []rule {
	return slices.Concat(inputRules(), exitRules())
}

// inputRules are about what the script reads.
func inputRules() []rule {
	return []rule{
		{finding.Rule{
			ID: "HT304", Title: "the script never reads its input", Severity: finding.Error,
			Why:    "What the agent is about to do stands on stdin, as JSON. A script that takes fields out of anything else finds none, and lets everything through.",
			Bad:    hookFile("no-push.sh", "#!/bin/bash\ncommand=$(echo \"$input\" | jq -r '.tool_input.command')\n[[ $command == *'git push'* ]] || exit 0\necho 'no pushes' >&2\nexit 2\n"),
			Good:   hookFile("no-push.sh", "#!/bin/bash\ncommand -v jq >/dev/null || { echo 'jq is missing' >&2; exit 2; }\ninput=$(cat)\ncommand=$(echo \"$input\" | jq -r '.tool_input.command')\n[[ $command == *'git push'* ]] || exit 0\necho 'no pushes' >&2\nexit 2\n"),
			Unless: []string{"HT305", "HT319"},
		}, unread},
		{finding.Rule{
			ID: "HT319", Title: "the script looks for its input among its arguments", Severity: finding.Error,
			Why:  "Agents start hooks without arguments. $1 is empty, so that nothing is ever refused.",
			Bad:  hookFile("no-keys.sh", "#!/bin/bash\nif [[ $1 == *.pem ]]; then\n  echo \"$1 is a key\" >&2\n  exit 2\nfi\n"),
			Good: hookFile("no-keys.sh", "#!/bin/bash\nif grep -q '\\.pem\"'; then\n  echo 'this is a key' >&2\n  exit 2\nfi\n"),
		}, argued},
	}
}

// exitRules are about how the script ends.
func exitRules() []rule {
	return []rule{
		{finding.Rule{
			ID: "HT303", Title: "exit 1 next to a refusal", Severity: finding.Error, Agents: "those that go on after code 1",
			Why:  "Code 1 says that the hook itself has failed, and most agents go on then. Code 2 refuses.",
			Bad:  hookFile("no-sudo.sh", "#!/bin/sh\nif grep -q sudo; then\n  echo 'Blocked: no sudo on this machine' >&2\n  exit 1\nfi\n"),
			Good: hookFile("no-sudo.sh", "#!/bin/sh\nif grep -q sudo; then\n  echo 'Blocked: no sudo on this machine' >&2\n  exit 2\nfi\n"),
		}, failedRefusals},
	}
}
