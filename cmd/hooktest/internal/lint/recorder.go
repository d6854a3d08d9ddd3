package lint

import (
	"encoding/json"
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/recording"
)

// recorderRules are about recorders that hooktest itself has added to settings.
func recorderRules() []rule {
	const guard = `"$CLAUDE_PROJECT_DIR"/hooks/guard.sh`
	example := func(command string) finding.Example {
		text, _ := json.Marshal(command) // a string always marshals
		return claude(before(fmt.Sprintf(`{"type": "command", "command": %s}`, text)))
	}
	return []rule{{finding.Rule{
		ID: "HT142", Title: "a recorder is still in the settings", Severity: finding.Warning,
		Why: "A recorder starts the hook and writes each payload and each answer to a file, until it is taken out. Settings that are shared carry it to other machines, where the paths of this one do not exist; the hook itself then runs without the recorder.",
		Bad: example(`[ "$(exec 2>/dev/null; /usr/local/bin/hooktest record --as ready </dev/null || :)" != ready ] || exec /usr/local/bin/hooktest record --as claude/PreToolUse --to /tmp/hooks.jsonl --by /bin/sh,-c 3<<'HOOKTEST'` +
			"\n" + guard + "\nHOOKTEST\n" + guard),
		Good: example(guard),
	}, forCommands(recorded)}}
}

// recorded finds recorders, with a hook or alone.
func recorded(v *view, c command) []finding.Finding {
	if !recording.IsRecorder(c.Command, c.Args) {
		return nil
	}
	return []finding.Finding{v.at(c.node.Position(), fmt.Sprintf("each time %s fires %s, a recorder writes the payload and the answer to a file", v.agent.Product, c.Event), "hooktest record --stop takes it out and restores the hook")}
}
