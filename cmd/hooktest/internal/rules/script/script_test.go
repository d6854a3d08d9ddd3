package script_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
)

func ids(all []finding.Finding) []string {
	return lists.Of(all, func(f finding.Finding) string { return f.Rule.ID })
}

// by returns the use of an example's script.
func by(t *testing.T, e finding.Example) script.Use {
	t.Helper()
	c, ok := dialect.Named(e.Agents[0])
	require.True(t, ok, e.Agents[0])
	use := script.Use{Contracts: []*dialect.Contract{c}}
	use.Command, use.Tools, use.Background = e.Hook, e.Tools, e.Background
	if e.Event != "" {
		use.Events = []hook.Event{e.Event}
	}
	return use
}

// The examples are part of each rule's documentation: the bad one has exactly its finding, the good
// one has none.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, rule := range finding.Rules() {
		if rule.About != "scripts" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			for _, e := range []finding.Example{examples.Bad, examples.Good} {
				require.NotEmpty(t, e.File.Text)
				require.Len(t, e.Agents, 1)
			}
			bad := script.Look(examples.Bad.File.Path, []byte(examples.Bad.File.Text), by(t, examples.Bad)).Findings
			assert.Equal(t, []string{rule.ID}, slices.Compact(ids(bad)), examples.Bad.File.Text)
			for _, f := range bad {
				assert.NotEmpty(t, f.Fix)
				assert.NotEmpty(t, f.Rule.Title)
				assert.NotZero(t, f.Place.Position.Line)
				for _, line := range []string{f.Text, f.Fix} {
					assert.NotContains(t, line, "\n")
					assert.False(t, strings.HasSuffix(line, "."), line)
				}
			}
			good := script.Look(examples.Good.File.Path, []byte(examples.Good.File.Text), by(t, examples.Good)).Findings
			assert.Empty(t, ids(good), examples.Good.File.Text)
		})
	}
}

// An agent may have several words for a refusal. The report names the same one each time.
func TestOneWordForARefusal(t *testing.T) {
	t.Parallel()
	gemini, ok := dialect.Named("gemini")
	require.True(t, ok)
	use := script.Use{Contracts: []*dialect.Contract{gemini}, Events: []hook.Event{"BeforeTool"}}
	for range 20 {
		found := script.Look("guard.sh", []byte("#!/bin/sh\ncat >/dev/null\necho '{\"permissionDecision\": \"deny\"}'\n"), use).Findings
		require.Equal(t, []string{"HT330"}, ids(found))
		require.Equal(t, `write "deny" as decision`, found[0].Fix)
	}
}

// A defect is found however the script is started.
func TestLanguages(t *testing.T) {
	t.Parallel()
	const refusal = "import sys, json\ndata = json.load(sys.stdin)\nif 'sudo' in str(data):\n    print('Blocked: no sudo', file=sys.stderr)\n    sys.exit(1)\n"
	tests := []struct{ path, text, command, reason string }{
		{"no-sudo.py", refusal, "", "by its name"},
		{"no-sudo", "#!/usr/bin/env python3\n" + refusal, "", "by its first line"},
		{"no-sudo", "#!/usr/bin/env -S uv run --script\n" + refusal, "", "uv reads Python"},
		{"no-sudo", refusal, "uv run ./no-sudo", "the command says so"},
	}
	for _, tt := range tests {
		t.Run(tt.reason, func(t *testing.T) {
			t.Parallel()
			found := script.Look(tt.path, []byte(tt.text), script.Use{Command: tt.command}).Findings
			assert.Contains(t, ids(found), "HT303")
		})
	}
}

// For a script that is too long, the first line is checked, and the report says that the rest was
// not.
func TestALongScript(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("# far too much\n", 20_000)
	tests := []struct {
		name, text string
		want       []string
	}{
		{"its interpreter can't be found", "#!/bin/sh\r\n" + long, []string{"HT302"}},
		{"a byte order mark", "\uFEFF#!/bin/sh\n" + long, []string{"HT301"}},
		{"what a rule needs the rest for", "#!/bin/sh\necho \"$1\"\nif\n" + long, []string{}},
		{"no line at all", "#!/bin/sh" + strings.Repeat("x", 300_000), []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := script.Look("a.sh", []byte(tt.text), script.Use{})
			assert.True(t, r.Cut)
			assert.Equal(t, tt.want, ids(r.Findings))
		})
	}
	assert.False(t, script.Look("a.sh", []byte("#!/bin/sh\n"), script.Use{}).Cut)
	assert.False(t, script.Look("guard", []byte("\x7fELF\x00"+long), script.Use{}).Cut, "a program is not a script")
}

// The edits of line ends, one for each line, are worked out when a text is fixed.
func TestLineEndsAreEditedInTheWholeText(t *testing.T) {
	t.Parallel()
	text := []byte("#!/bin/sh\r\necho a\rb\r\n\r")
	found := script.Look("a.sh", text, script.Use{}).Findings
	require.Equal(t, []string{"HT302"}, ids(found))
	assert.Equal(t, finding.Repair{LineEnds: true}, found[0].Repair)
	after, n := config.Fixed(text, found)
	assert.Equal(t, "#!/bin/sh\necho a\rb\n\r", string(after))
	assert.Equal(t, 1, n)
}

const bash = "#!/usr/bin/env bash\n"

func TestSilencers(t *testing.T) {
	t.Parallel()
	const open = "jq -r .tool_input.command | grep -q sudo && exit 2\n"
	tests := []struct {
		name, text             string
		found, silenced, unuse string
		reason                 string
	}{
		{"none", bash + open, "HT306", "", "", ""},
		{"on the line", bash + "true\n" + strings.TrimSpace(open) + " # hooktest:ignore HT306 the image has jq\n", "", "HT306", "", "its own line"},
		{"on the line above", bash + "true\n# hooktest:ignore HT306\n" + open, "", "HT306", "", "the next line"},
		{"two lines above", bash + "true\n# hooktest:ignore HT306\ntrue\n" + open, "HT306", "", "HT306", "it is too far"},
		{"at the top", bash + "# A guard.\n# hooktest:ignore HT306, HT303 the image has jq\n\ntrue\n" + open, "", "HT306", "HT303", "the whole file, and each id for itself"},
		{"of another rule", bash + "# hooktest:ignore HT307\n" + open, "HT306", "", "HT307", "one silences what it names"},
		{"of another family", bash + "# hooktest:ignore HT604\n" + open, "HT306", "", "HT604", "it is not a finding about a text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := script.Look("a.sh", []byte(tt.text), script.Use{})
			assert.Equal(t, tt.found, strings.Join(ids(r.Findings), " "), tt.reason)
			assert.Equal(t, tt.silenced, strings.Join(ids(r.Silenced), " "), tt.reason)
			unused := lists.Of(r.Unused, func(s script.Silencer) string { return s.ID })
			assert.Equal(t, tt.unuse, strings.Join(unused, " "), tt.reason)
		})
	}
	r := script.Look("a.js", []byte("// hooktest:ignore HT303 people read it\nlet a;\n"), script.Use{})
	assert.Equal(t, "people read it", r.Unused[0].Reason)
	assert.True(t, r.Unused[0].Whole)
	assert.Equal(t, "a.js:1:1", r.Unused[0].Place.Position.String())
}
