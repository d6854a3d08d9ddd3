package dialect_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func TestKnowsTool(t *testing.T) {
	llxprt := dialect.LLxprt()
	tests := []struct {
		in     string
		want   bool
		reason string
	}{
		{"write_file", true, "a built-in tool"},
		{"run_shell_command", true, "a built-in tool"},
		{"mcp__github__create_issue", true, "MCP tools are mcp__server__tool"},
		{"mcp__a__b__c", true, "a tool's own name may hold two underscores"},
		{"mcp__github", false, "the tool is missing"},
		{"mcp____tool", false, "the server is missing"},
		{"mcp__server__", false, "the tool's name is empty"},
		{"mcp_github_create_issue", false, "that is Gemini CLI's spelling"},
		{"Write", false, "that is Claude Code's name"},
		{"grep_search", false, "that is Gemini CLI's name"},
		{"WRITE_FILE", false, "names are compared exactly"},
		{"", false, "no name"},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			assert.Equal(t, test.want, llxprt.KnowsTool(test.in), test.reason)
		})
	}
}

func TestToolNamesAreSorted(t *testing.T) {
	names := dialect.LLxprt().ToolNames()
	assert.True(t, slices.IsSorted(names))
	assert.Equal(t, slices.Compact(slices.Clone(names)), names)
}

// Exactly the events with a subject other than a tool have documented values
// (INT-19).
func TestSubjects(t *testing.T) {
	subjects := dialect.LLxprt().Subjects
	for _, event := range hook.Events() {
		matched := event.SubjectField() != "" && !event.ForTool()
		assert.Equal(t, matched, len(subjects[event]) > 0, event)
	}
}

func TestEnvironment(t *testing.T) {
	assert.Equal(t, []string{"LLXPRT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"},
		dialect.LLxprt().Environment, "HOOK-188")
}

func TestDepartures(t *testing.T) {
	products := func(id string) []string {
		var all []string
		for _, d := range dialect.Departures(id) {
			all = append(all, d.Product)
		}
		return all
	}
	assert.Equal(t, []string{"LLxprt Code as of August 2026", "Gemini CLI 0.61.0"}, products("HOOK-107"))
	assert.Equal(t, []string{"Gemini CLI 0.61.0"}, products("HOOK-067b"))
	assert.Empty(t, products("HOOK-001"))
	id := regexp.MustCompile(`^HOOK-\d{3}[ab]?$`)
	for _, d := range dialect.AllDepartures() {
		assert.NotEmpty(t, d.Does)
		assert.True(t, slices.IsSorted(d.Requirements))
		for _, r := range d.Requirements {
			assert.Regexp(t, id, r)
		}
	}
}
