package dialect

import "github.com/hooktest/hooktest/engine/hook"

// Foreign is a name of another agent and what it is called here.
type Foreign struct {
	// Product is the agent that uses the name.
	Product string
	// Here is the name that LLxprt Code uses for the same thing.
	Here string
}

// ForeignEvent finds an event that another agent calls name; ok is false for a
// name that no agent uses, and for one of LLxprt Code's own.
func ForeignEvent(name string) (foreign Foreign, ok bool) {
	here, ok := map[string]hook.Event{
		"PreToolUse":       hook.BeforeTool,
		"PostToolUse":      hook.AfterTool,
		"UserPromptSubmit": hook.BeforeAgent,
		"Stop":             hook.AfterAgent,
		"PreCompact":       hook.PreCompress,
	}[name]
	return Foreign{claudeCode, string(here)}, ok
}

// ForeignTool finds a tool that another agent calls name; ok is false for a
// name that no agent uses, and for one of LLxprt Code's own.
func ForeignTool(name string) (foreign Foreign, ok bool) {
	if name == "grep_search" {
		return Foreign{"Gemini CLI", "search_file_content"}, true
	}
	here, ok := map[string]string{
		"Bash":      "run_shell_command",
		"Edit":      "replace",
		"Write":     "write_file",
		"Read":      "read_file",
		"Glob":      "glob",
		"Grep":      "search_file_content",
		"WebFetch":  "web_fetch",
		"WebSearch": "google_web_search",
		"Task":      "task",
		"TodoWrite": "todo_write",
	}[name]
	return Foreign{claudeCode, here}, ok
}

// claudeCode's names are those of its public hook reference, August 2026.
const claudeCode = "Claude Code"
