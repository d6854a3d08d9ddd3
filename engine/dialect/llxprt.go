package dialect

import "github.com/hooktest/hooktest/engine/hook"

// LLxprt is the contract of LLxprt Code: the requirements HOOK-001 to HOOK-217
// with their interpretations. The tools are those of its tool reference,
// August 2026, and the two names under which the requirements' own examples
// know others (web_fetch, google_web_search).
func LLxprt() Dialect {
	return Dialect{
		Name:      "llxprt",
		Product:   "LLxprt Code",
		Switch:    "enableHooks",
		OldSwitch: "tools.enableHooks",
		// The system's file has a place of its own on each platform, which
		// package settings knows.
		Settings: []SettingsFile{
			{Scope: "project", Path: ".llxprt/settings.json"},
			{Scope: "user", Path: "~/.llxprt/settings.json"},
		},
		Environment: []string{"LLXPRT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"},
		Tools: []Tool{
			{"activate_skill", "loads a skill"},
			{"apply_patch", "applies a unified diff"},
			{"ast_edit", "edits code with a syntax check"},
			{"ast_grep", "searches code by structure"},
			{"ast_read_file", "reads code with its structure"},
			{"check_async_tasks", "looks after background tasks"},
			{"codesearch", "searches code and documentation on the web"},
			{"delete_line_range", "deletes lines of a file"},
			{"direct_web_fetch", "fetches a page"},
			{"exa_web_search", "searches the web"},
			{"generate_image", "makes an image"},
			{"github", "works with issues, pull requests and checks"},
			{"glob", "finds files by pattern"},
			{"google_web_search", "searches the web"},
			{"insert_at_line", "inserts lines into a file"},
			{"list_directory", "lists a directory"},
			{"list_subagents", "lists the subagents"},
			{"read_file", "reads a file"},
			{"read_line_range", "reads lines of a file"},
			{"read_many_files", "reads several files"},
			{"replace", "replaces text in a file"},
			{"run_shell_command", "runs a shell command"},
			{"save_memory", "notes something for later sessions"},
			{"search_file_content", "searches in files"},
			{"structural_analysis", "follows calls and references"},
			{"task", "starts a subagent"},
			{"todo_pause", "interrupts the task list"},
			{"todo_read", "reads the task list"},
			{"todo_write", "writes the task list"},
			{"web_fetch", "fetches a page"},
			{"write_file", "writes a file"},
		},
		MCPPrefix: "mcp__",
		Subjects: map[hook.Event][]string{
			hook.SessionStart: {"startup", "resume", "clear", "compress"},
			hook.SessionEnd:   {"exit", "clear", "logout", "prompt_input_exit", "other"},
			hook.PreCompress:  {"manual", "auto"},
			hook.Notification: {"ToolPermission"},
		},
	}
}
