package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
)

// A rule's automatic fix turns its bad example into the fixed one, which has no findings left.
func TestFixedExamples(t *testing.T) {
	t.Parallel()
	for _, rule := range finding.Rules() {
		if rule.About != "settings" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		bad := found(t, examples.Bad)
		if len(bad[0].Repair.Edits) == 0 {
			assert.Empty(t, examples.Fixed, "%s has no automatic fix", rule.ID)
			continue
		}
		after := examples.Bad
		text, n := config.Fixed([]byte(after.File.Text), bad)
		assert.Equal(t, 1, n)
		assert.Equal(t, examples.Fixed, string(text), rule.ID)
		after.File.Text = string(text)
		assert.Empty(t, ids(found(t, after)), "%s: %s", rule.ID, after.File.Text)
	}
}

func TestFixed(t *testing.T) {
	one := func(edits ...finding.Edit) finding.Finding {
		return finding.Finding{Repair: finding.Repair{Edits: edits}}
	}
	tests := []struct {
		name   string
		found  []finding.Finding
		want   string
		reason string
	}{
		{"nothing", nil, "0123456789", "there is nothing to do"},
		{"in any order", []finding.Finding{one(finding.Edit{From: 8, To: 9, Text: "x"}), one(finding.Edit{From: 1, To: 3})}, "034567x9", "places are those of the old text"},
		{"twice the same", []finding.Finding{one(finding.Edit{From: 2, To: 2, Text: "x"}), one(finding.Edit{From: 2, To: 2, Text: "x"})}, "01x23456789", "two agents say the same"},
		{"half of one is in the way", []finding.Finding{one(finding.Edit{From: 2, To: 5}), one(finding.Edit{From: 4, To: 4, Text: "y"}, finding.Edit{From: 8, To: 8, Text: "x"})}, "0156789", "what can't be whole is not at all"},
		{"side by side", []finding.Finding{one(finding.Edit{From: 2, To: 4}), one(finding.Edit{From: 4, To: 5})}, "0156789", "they do not meet"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := config.Fixed([]byte("0123456789"), tt.found)
			assert.Equal(t, tt.want, string(got), tt.reason)
		})
	}
}

// Only a program in one of the user's own folders is made executable.
func TestWhatMayBeMadeExecutable(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, path, text string
		link             bool
		want             bool
		reason           string
	}{
		{"a script", "hooks/guard", "#!/bin/sh\n", false, true, "it says what reads it"},
		{"an ELF program", "hooks/guard", "\x7fELF\x02", false, true, "Linux starts it"},
		{"a Mach-O program", "hooks/guard", "\xcf\xfa\xed\xfe\x07", false, true, "macOS starts it"},
		{"a text", "hooks/guard", "secret: x\n", false, false, "what a shell does with it is unknown"},
		{"nothing", "hooks/guard", "", false, false, "an empty file is not a program"},
		{"a link", "hooks/guard", "#!/bin/sh\n", true, false, "another file is meant"},
		{"outside", "../other/guard", "#!/bin/sh\n", false, false, "it is not the project's"},
		{"through a folder that is a link", "away/guard", "#!/bin/sh\n", false, false, "it is not the project's, regardless of its path"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			project := filepath.Join(root, "project")
			for _, folder := range []string{"project/hooks", "other"} {
				require.NoError(t, os.MkdirAll(filepath.Join(root, folder), 0o755))
			}
			require.NoError(t, os.Symlink("../other", filepath.Join(project, "away")))
			path := filepath.Join(project, tt.path)
			if tt.link {
				require.NoError(t, os.Symlink("real", path))
				path = filepath.Join(project, "hooks", "real")
			}
			require.NoError(t, os.WriteFile(path, []byte(tt.text), 0o644))
			r := (&config.Linter{}).Settings(config.File{
				Path: "settings.json", Text: []byte(`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/` + tt.path + `"}]}]}}`),
				Places: commandfile.Places{Project: project}, Shared: true, Own: []string{project}, Agents: []*dialect.Contract{dialect.Known("claude")},
			})
			require.Equal(t, []string{"HT111"}, ids(r.Findings))
			assert.Equal(t, tt.want, r.Findings[0].Repair.Executable != "", tt.reason)
		})
	}
}

func TestDoubles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, before, after string
		want                bool
		reason              string
	}{
		{"renamed to what is there", `{"a": 1, "A": 2}`, `{"a": 1, "a": 2}`, true, "the first is gone"},
		{"in a list", `{"x": [{"a": 1}]}`, `{"x": [{"a": 1, "a": 2}]}`, true, "objects in lists count, too"},
		{"another name", `{"a": 1, "a": 2}`, `{"b": 1, "b": 2}`, true, "the same number, and not the same loss"},
		{"as before", `{"a": 1, "a": 2}`, `{"a": 1, "a": 3}`, false, "the change did not cause it"},
		{"one less", `{"a": 1, "a": 2}`, `{"a": 2}`, false, "nothing is lost"},
		{"in two objects", `{"a": {}}`, `{"a": {"a": 1}}`, false, "each has the name once"},
		{"no JSON", "#!/bin/sh", "#!/bin/bash", false, "it has no keys"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, config.Doubles([]byte(tt.before), []byte(tt.after)), "%s: %s", tt.name, tt.reason)
	}
}

// A list is not renamed to an existing name: neither by one rename nor by two.
func TestARenameThatWouldDouble(t *testing.T) {
	t.Parallel()
	const entry = `[{"hooks": [{"type": "command", "command": "true"}]}]`
	tests := []struct {
		first, second string
		fixes         []string
	}{
		{"Stop", "stop", []string{"merge the list with that of Stop in line 2 into one Stop: case matters"}},
		{"stop", "Stop", []string{"merge the list with that of Stop in line 3 into one Stop: case matters"}},
		{"stop", "STOP", []string{"merge the list with that of STOP in line 3 into one Stop: case matters", "merge the list with that of stop in line 2 into one Stop: case matters"}},
	}
	for _, tt := range tests {
		var fixes []string
		for _, f := range found(t, claude("\n\""+tt.first+"\": "+entry+",\n\""+tt.second+"\": "+entry)) {
			assert.Equal(t, "HT102", f.Rule.ID)
			assert.True(t, f.Repair.IsZero(), "%v", f.Repair)
			fixes = append(fixes, f.Fix)
		}
		assert.Equal(t, tt.fixes, fixes)
	}
}
