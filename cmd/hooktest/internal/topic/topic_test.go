package topic_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/topic"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/memory"
)

func load(t *testing.T) *topic.Library {
	t.Helper()
	library, err := topic.Load()
	require.NoError(t, err)
	return library
}

func bare() topic.Look {
	same := func(text string) string { return text }
	return topic.Look{Strong: same, Faint: same}
}

// Completion lists the ids: a comparison of every event with all others took two seconds and two
// gigabytes.
func TestTheListOfIDsIsCheap(t *testing.T) {
	library := load(t)
	library.Entries()
	entries := uint64(len(library.Entries()))
	assert.Less(t, memory.Allocated(func() { library.Entries() }), entries<<16, "%d ids: sixty-four kilobytes for each", entries)
}

// Every listed id has an explanation in every format.
func TestEveryEntry(t *testing.T) {
	library := load(t)
	entries := library.Entries()
	require.Greater(t, len(entries), 219+45)
	for _, entry := range entries {
		found, ok := library.Find(entry.ID)
		require.True(t, ok, entry.ID)
		assert.Equal(t, entry, topic.Entry{ID: found.ID, Title: found.Title})

		var text, markdown, data bytes.Buffer
		require.NoError(t, topic.WriteText(&text, found, 79, bare()))
		for line := range strings.Lines(text.String()) {
			if strings.Contains(strings.TrimSpace(line), " ") {
				// A long word in an example, such as a recorder's command, can't be wrapped.
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 79, line)
			}
		}
		require.NoError(t, topic.WriteMarkdown(&markdown, found))
		assert.True(t, strings.HasPrefix(markdown.String(), "# "+entry.ID+": "))
		require.NoError(t, topic.WriteJSON(&data, found))
		var head struct{ ID, Kind, Title string }
		require.NoError(t, json.Unmarshal(data.Bytes(), &head))
		assert.Equal(t, entry.ID, head.ID)
		assert.NotEmpty(t, head.Kind)
		assert.Equal(t, strings.TrimSuffix(entry.Title, " [Target]"), head.Title, "people read the mark, programs the state")
	}
}

func TestEveryClause(t *testing.T) {
	library := load(t)
	cat, err := catalogue.Load()
	require.NoError(t, err)
	for _, r := range cat.Requirements() {
		for _, c := range r.Clauses {
			found, ok := library.Find(c.ID)
			require.True(t, ok, c.ID)
			want := c.Text
			if r.State == catalogue.Target {
				want += " [Target]"
			}
			assert.Equal(t, want, found.Title)
		}
	}
}

func TestFindSpellings(t *testing.T) {
	library := load(t)
	tests := []struct{ in, want string }{
		{"HOOK-016a", "HOOK-016a"},
		{"hook-16A", "HOOK-016a"},
		{" hook16a ", "HOOK-016a"},
		{"16a.2", "HOOK-016a.2"},
		{"001", "HOOK-001"},
		{"int-2", "INT-02"},
		{"INT 02", "INT-02"},
		{"beforetool", "BeforeTool"},
		{"before-tool-selection", "BeforeToolSelection"},
		{"claude.exit-2", "claude.exit-2"},
		{"CLAUDE.exit_2", "claude.exit-2"},
		{"llxprt-tools", "llxprt-tools"},
		{"claude.exit-22", ""},
		{"HOOK-016", ""},
		{"HOOK-218", ""},
		{"HOOK-000", ""},
		{"INT-00", ""},
		{"INT-02a", ""},
		{"HOOK-121.1", ""},
		{"HOOK-001.0", ""},
		{"", ""},
		{"99999999999999999999", ""},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			found, ok := library.Find(test.in)
			assert.Equal(t, test.want != "", ok)
			assert.Equal(t, test.want, found.ID)
		})
	}
}

func TestNearest(t *testing.T) {
	library := load(t)
	tests := []struct {
		in   string
		want []string
	}{
		{"HOOK-016", []string{"HOOK-016a", "HOOK-016b"}},
		{"67", []string{"HOOK-067a", "HOOK-067b"}},
		{"HOOK-016.1", []string{"HOOK-016a.1", "HOOK-016b.1"}},
		{"HOK-045", []string{"HOOK-045"}},
		{"BefroeTool", []string{"BeforeTool"}},
		{"HOOK-121.7", []string{"HOOK-121"}},
		{"claude.exit-9", []string{"claude.exit-0"}},
		{"claude.permision", []string{"claude.permission"}},
		{"HOOK-900", nil},
		{"nothing like it", nil},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			assert.Equal(t, test.want, library.Nearest(test.in))
		})
	}
}

// A hook can deny on exactly two events (HOOK-177 to 181, INT-32).
func TestEventsThatRefuse(t *testing.T) {
	library := load(t)
	for _, event := range dialect.LLxprt().EventNames() {
		found, ok := library.Find(string(event))
		require.True(t, ok, event)
		refuses := slices.Contains([]hook.Event{hook.BeforeTool, hook.BeforeModel}, event)
		assert.Equal(t, refuses, found.Kind == "event, a hook can refuse", event)
	}
}

func TestEventFields(t *testing.T) {
	found, ok := load(t).Find("AfterTool")
	require.True(t, ok)
	labels := map[string][]string{}
	for _, section := range found.Sections {
		for _, item := range section.Items {
			labels[section.Heading] = append(labels[section.Heading], item.Label)
		}
	}
	assert.Equal(t, []string{
		"session_id", "transcript_path", "cwd", "hook_event_name", "timestamp", "tool_name", "tool_input", "tool_response",
	}, labels["What a hook reads on stdin"], "HOOK-026")
	assert.Equal(t, []string{
		"continue", "stopReason", "suppressOutput", "systemMessage", "hookSpecificOutput.additionalContext",
	}, labels["What a hook may answer on stdout"], "HOOK-178")
}

// Every known deviation is from a requirement that exists, and its explanation shows it.
func TestDeviations(t *testing.T) {
	library := load(t)
	for _, deviation := range dialect.AllDeviations() {
		for _, id := range deviation.Requirements {
			found, ok := library.Find(id)
			require.True(t, ok, id)
			i := slices.IndexFunc(found.Sections, func(s topic.Section) bool { return s.Heading == "Known deviations" })
			require.GreaterOrEqual(t, i, 0, id)
			assert.Contains(t, found.Sections[i].Text, deviation.Product+" "+deviation.Does+".")
		}
	}
}

// A contract is shown in columns, its facts have their own explanations, and so do requirements.
func TestContract(t *testing.T) {
	cat, err := catalogue.Load()
	require.NoError(t, err)
	library := load(t)
	for _, s := range sheet.All(cat) {
		var text bytes.Buffer
		require.NoError(t, topic.WriteText(&text, topic.Contract(s), 79, bare()))
		for line := range strings.Lines(text.String()) {
			if strings.Contains(strings.TrimSpace(line), " ") {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 79, line)
			}
		}
		for _, fact := range s.Facts {
			found, ok := library.Find(fact.ID)
			require.True(t, ok, fact.ID)
			assert.Equal(t, fact.Kind == sheet.Required, !strings.HasPrefix(found.Kind, "fact about"), fact.ID)
		}
	}
}
