package config_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
)

// Copilot accepts two names for each event. A hook under the other name receives that form's input.
func TestHooksInAnotherFormAreLookedAt(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	script := written(t, project, "", finding.File{Path: ".github/hooks/a.sh", Text: "#!/bin/sh\n", Executable: true})
	plain := written(t, project, "", finding.File{Path: ".github/hooks/plain.sh", Text: "#!/bin/sh\n"})
	tests := []struct {
		hooks, contract string
		starts, found   []string
		reason          string
	}{
		{`"PreToolUse": [{"type": "command", "bash": "./.github/hooks/a.sh"}]`, "copilot-claude", []string{script}, []string{}, "the other form's payload"},
		{`"preToolUse": [{"type": "command", "bash": "./.github/hooks/a.sh"}]`, "copilot", []string{script}, []string{}, "the agent's own"},
		{`"PreToolUse": [{"type": "command", "bash": "./.github/hooks/no.sh"}]`, "", nil, []string{"HT110"}, "the file does not exist, in any form"},
		{`"PostToolUse": [{"type": "command", "bash": "./.github/hooks/plain.sh"}]`, "copilot-claude", []string{plain}, []string{"HT111"}, "it can't be started, in any form"},
		{`"BeforeTool": [{"type": "command", "bash": "./.github/hooks/no.sh"}]`, "", nil, []string{"HT102"}, "another agent's event is none of either form"},
	}
	for _, tt := range tests {
		r := (&config.Linter{}).Settings(config.File{
			Path: filepath.Join(project, ".github/hooks/a.json"), Text: []byte(`{"version": 1, "hooks": {` + tt.hooks + `}}`),
			Places: commandfile.Places{Project: project}, Shared: true, Agents: []*dialect.Contract{dialect.Known("copilot")},
		})
		var starts []string
		for _, s := range r.Starts {
			starts = append(starts, s.File.Path)
			assert.Equal(t, tt.contract, s.Agent.Name, tt.reason)
		}
		assert.Equal(t, tt.starts, starts, tt.reason)
		assert.Equal(t, tt.found, ids(r.Findings), tt.reason)
	}
}
