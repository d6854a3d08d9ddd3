package config_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lists"
)

// written writes a file of a project, or of a home directory.
func written(t *testing.T, project, home string, f finding.File) string {
	t.Helper()
	path := filepath.Join(project, f.Path)
	if rest, ok := strings.CutPrefix(f.Path, "~/"); ok {
		path = filepath.Join(home, rest)
	}
	mode := os.FileMode(0o644)
	if f.Executable {
		mode = 0o755
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(f.Text), mode))
	return path
}

// found returns the findings of an example.
func found(t *testing.T, e finding.Example) []finding.Finding {
	t.Helper()
	project, home := t.TempDir(), t.TempDir()
	for _, f := range e.OtherFiles {
		written(t, project, home, f)
	}
	path := written(t, project, home, e.File)
	var agents []*dialect.Contract
	for _, name := range e.Agents {
		c, ok := dialect.Named(name)
		require.True(t, ok, name)
		agents = append(agents, c)
	}
	place := config.PlaceOf(path, home)
	places := commandfile.Places{Project: project, Home: home}
	if place.Package != "" {
		places = place.Places(path, home)
	}
	linter := &config.Linter{Program: func(name string) bool { return name != "perl" }}
	return linter.Settings(config.File{
		Path: path, Text: []byte(e.File.Text), Places: places, Package: place.Package,
		Shared: place.Project != "", Personal: place.Project == "" && len(place.Readers) > 0, Unread: len(place.Readers) == 0, Agents: agents,
	}).Findings
}

// in returns the settings of an agent, at a path of a project with other files.
func in(agent, path, text string, others ...finding.File) finding.Example {
	return finding.Example{Agents: []string{agent}, File: finding.File{Path: path, Text: text}, OtherFiles: others}
}

// claude returns hooks of Claude Code by their events, without the braces around them.
func claude(events string) finding.Example {
	return in("claude", ".claude/settings.json", `{"hooks": {`+events+`}}`)
}

func ids(all []finding.Finding) []string {
	return lists.Of(all, func(f finding.Finding) string { return f.Rule.ID })
}

// A program is looked for once, however many hooks and files start it.
func TestAProgramIsLookedForOnce(t *testing.T) {
	t.Parallel()
	var asked []string
	linter := &config.Linter{Program: func(name string) bool { asked = append(asked, name); return name == "bash" }}
	for range 2 {
		found := linter.Settings(config.File{Path: ".claude/settings.json", Shared: true, Agents: []*dialect.Contract{dialect.Known("claude"), dialect.Known("qwen")}, Text: []byte(`{"hooks": {"Stop": [{"hooks": [
			{"type": "command", "command": "perl a.pl"}, {"type": "command", "command": "bash a.sh"}, {"type": "command", "command": "perl b.pl"}]}]}}`)}).Findings
		assert.Len(t, slices.DeleteFunc(ids(found), func(id string) bool { return id != "HT128" }), 2)
	}
	assert.Equal(t, []string{"perl", "bash"}, asked)
}

// The bad example of a rule has exactly its finding; the good one has none.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, rule := range finding.Rules() {
		if rule.About != "settings" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			bad := found(t, examples.Bad)
			require.Equal(t, []string{rule.ID}, ids(bad), "%s\n%v", examples.Bad.File.Text, bad)
			for _, line := range []string{bad[0].Text, bad[0].Fix} {
				assert.NotEmpty(t, line)
				assert.NotContains(t, line, "\n")
				assert.False(t, strings.HasSuffix(line, "."), line)
			}
			assert.NotZero(t, bad[0].Place.Position.Line)
			assert.NotEmpty(t, bad[0].Agents)
			good := found(t, examples.Good)
			assert.Empty(t, ids(good), "%s\n%v", examples.Good.File.Text, good)
		})
	}
}

// A recorder is found with arguments and alone; a hook that is named record is not one.
func TestRecorders(t *testing.T) {
	t.Parallel()
	tests := []struct {
		handler string
		want    []string
		reason  string
	}{
		{`{"type": "command", "command": "/bin/sh", "args": ["-c", "[ x ] || exec h record --as claude/Stop --to c -- \"$@\"; exec \"$@\"", "sh", "node", "a.js"]}`, []string{"HT142"}, "it is in front of a program"},
		{`{"type": "command", "command": "[ x ] || exec h record --as claude/Stop --to c --alone"}`, []string{"HT142"}, "there is no hook after it"},
		{`{"type": "command", "command": "echo record --as claude/Stop --to c"}`, []string{}, "nothing is recorded"},
	}
	for _, tt := range tests {
		all := found(t, claude(`"Stop": [{"hooks": [`+tt.handler+`]}]`))
		assert.Equal(t, tt.want, ids(all), tt.reason)
	}
}

// A mistake that only a second reader has in another agent's file is not an error: its own settings
// do not name the hook. Every rule's examples are also checked as Copilot CLI and the documented
// Claude Code read them.
func TestASecondReaderMakesNoError(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, rule := range finding.Rules() {
		if rule.About != "settings" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		for _, e := range []finding.Example{examples.Bad, examples.Good} {
			if !slices.Equal(e.Agents, []string{"claude"}) {
				continue
			}
			e.Agents = []string{"claude", "copilot-claude", "claude-seed"}
			for _, f := range found(t, e) {
				if slices.Contains(f.Agents, "claude") {
					continue
				}
				seen++
				assert.Equal(t, finding.Info, f.Rule.Severity, "%s of %v in the example of %s: %s", f.Rule.ID, f.Agents, rule.ID, f.Text)
			}
		}
	}
	assert.NotZero(t, seen, "some agent reads some example otherwise")
}
