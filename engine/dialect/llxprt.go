package dialect

import (
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// LLxprt returns the contract of LLxprt Code: the requirements HOOK-001 to HOOK-217
// with their interpretations. Every call returns the same value.
func LLxprt() *Contract { return llxprt() }

var llxprt = sync.OnceValue(func() *Contract {
	return &Contract{
		Name:     "llxprt",
		Product:  "LLxprt Code",
		Programs: []string{"llxprt"},
		Skills:   Skills{Folder: ".agents/skills", Fact: "llxprt-skills"},
		Settings: llxprtSettings(),
		Handlers: llxprtHandlers(),
		Launch:   llxprtLaunch(),
		Ending:   llxprtEnding(),
		Base: []BaseField{
			{Name: "session_id", Is: Session},
			{Name: "transcript_path", Sample: `""`},
			{Name: "cwd", Is: Folder},
			{Name: "hook_event_name", Is: EventName},
			{Name: "timestamp", Is: Timestamp},
		},
		Events:  llxprtEvents(),
		Matcher: llxprtMatcher(),
		Answer:  llxprtAnswer(),
		Tools:   llxprtTools(),
		Facts: []Fact{
			{
				ID:     "llxprt-extensions",
				Text:   "extensions lie in .llxprt/extensions below the home directory; manifests of Gemini CLI are read as well",
				Source: "LLxprt Code's source", Date: "2026-08", Kind: Source,
			},
			{
				ID:     "llxprt-skills",
				Text:   "a project's skills are folders with a SKILL.md in .agents/skills or .llxprt/skills",
				Source: "LLxprt Code's source", Date: "2026-08", Kind: Source,
			},
			{
				ID:     "llxprt-tools",
				Text:   "the tools are those of the tool reference, and two that the requirements' own examples know under other names (web_fetch, google_web_search)",
				Source: "LLxprt Code's tool reference", Date: "2026-08", Kind: Documented,
			},
			{
				ID:     "llxprt-arguments",
				Text:   "what the inputs of tools may have, those of the user's changes among them, and what the model has to give; of two names of a path either will do",
				Source: "LLxprt Code's source", Date: "2026-08", Kind: Source,
			},
		},
	}
})

//hooktest:impl HOOK-084
func llxprtSettings() Settings {
	return Settings{
		Files: []File{
			{Scope: "project", Path: ".llxprt/settings.json"},
			{Scope: "user", Path: "~/.llxprt/settings.json"},
			{
				Scope: "system",
				Path:  "/etc/llxprt-code/settings.json",
				On: map[string]string{
					"darwin":  "/Library/Application Support/LlxprtCode/settings.json",
					"windows": `C:\ProgramData\llxprt-code\settings.json`,
				},
				Variables: []string{"LLXPRT_SYSTEM_SETTINGS_PATH", "LLXPRT_CODE_SYSTEM_SETTINGS_PATH"},
			},
		},
		Hooks: "hooks",
		Switch: Switch{
			Path: []string{"enableHooks"},
			Old:  []string{"tools", "enableHooks"},
			Rule: "HOOK-010",
		},
		Comments: true,
		Extensions: Extensions{
			Folder:    "~/.llxprt/extensions",
			Manifests: []string{"llxprt-extension.json", "gemini-extension.json"},
			Records:   []string{".llxprt-extension-install.json", ".gemini-extension-install.json"},
			Switches:  "extension-enablement.json",
			Rule:      "HOOK-085",
			Fact:      "llxprt-extensions",
		},
	}
}

//hooktest:impl HOOK-083 HOOK-120
func llxprtHandlers() Handlers {
	return Handlers{
		Types: []Handler{
			{Type: hook.TypeCommand, Command: true, Starts: true, Once: true, Rule: "HOOK-090"},
			{Type: hook.TypePlugin, Rule: "HOOK-195"},
		},
		Timeout:  Timeout{Unit: time.Millisecond, Units: "milliseconds", Default: 60_000 * time.Millisecond, Rule: "INT-06"},
		Sequence: Sequence{Field: "sequential", Cut: "HOOK-107"},
	}
}

//hooktest:impl HOOK-188
func llxprtLaunch() Launch {
	return Launch{
		Variables: []string{"LLXPRT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"},
		Shells: []Shell{
			{Programs: []string{"bash", "sh"}, Fallback: "/bin/sh", Flags: []string{"-c"}, Script: AsWritten},
			{
				On:       "windows",
				Programs: []string{"powershell.exe", "pwsh.exe"},
				Flags:    []string{"-NoProfile", "-NonInteractive", "-Command"},
				Script:   PowerShell,
			},
		},
	}
}

//hooktest:impl HOOK-118
func llxprtEnding() Ending {
	return Ending{Grace: 5 * time.Second, Pipes: 250 * time.Millisecond, Rule: "INT-04"}
}

// llxprtMatcher matches like JavaScript (INT-17). An invalid expression is compared
// literally (HOOK-088).
//
//hooktest:impl HOOK-022 HOOK-089
func llxprtMatcher() Matcher {
	return Matcher{
		Trim:       true,
		Everything: []string{"*"},
		Compile:    Expressions{Engine: JavaScript},
		Literal:    true,
		Rule:       "HOOK-088",
	}
}

//hooktest:impl HOOK-066 HOOK-067b HOOK-209
func llxprtAnswer() Answer {
	return Answer{
		Answers: 0, Refuses: 2,
		Reason:  "Blocked by hook",
		Failure: "Warning: ",
	}
}

func llxprtTools() Tools {
	return Tools{
		Builtin: []Tool{
			{Name: "activate_skill", Does: "loads a skill"},
			{Name: "apply_patch", Does: "applies a unified diff"},
			{Name: "ast_edit", Does: "edits code with a syntax check"},
			{Name: "ast_grep", Does: "searches code by structure"},
			{Name: "ast_read_file", Does: "reads code with its structure"},
			{Name: "check_async_tasks", Does: "looks after background tasks"},
			{Name: "codesearch", Does: "searches code and documentation on the web"},
			{Name: "delete_line_range", Does: "deletes lines of a file"},
			{Name: "direct_web_fetch", Does: "fetches a page"},
			{Name: "exa_web_search", Does: "searches the web"},
			{Name: "generate_image", Does: "makes an image"},
			{Name: "github", Does: "works with issues, pull requests and checks"},
			{Name: "glob", Does: "finds files by pattern", Role: FindFiles, Sample: `{"pattern": "**/*.txt"}`, Argument: "pattern", Required: []string{"pattern"}, Arguments: []string{"pattern", "dir_path", "path", "case_sensitive", "respect_git_ignore", "file_filtering_options"}},
			{Name: "google_web_search", Does: "searches the web", Role: SearchWeb},
			{Name: "insert_at_line", Does: "inserts lines into a file"},
			{Name: "list_directory", Does: "lists a directory", Sample: `{"path": "."}`, Argument: "path", Arguments: []string{"dir_path", "path", "ignore", "file_filtering_options"}},
			{Name: "list_subagents", Does: "lists the subagents"},
			{Name: "read_file", Does: "reads a file", Role: ReadFile, Sample: `{"file_path": "notes.txt"}`, Argument: "file_path", Arguments: []string{"absolute_path", "file_path", "offset", "limit", "showLineNumbers", "showGitChanges", "skip_image_resize"}},
			{Name: "read_line_range", Does: "reads lines of a file"},
			{Name: "read_many_files", Does: "reads several files"},
			{
				Name: "replace", Does: "replaces text in a file", Role: EditFile,
				Sample: `{"file_path": "notes.txt", "old_string": "hello", "new_string": "goodbye"}`, Argument: "file_path", Required: []string{"old_string", "new_string"}, Arguments: []string{"old_string", "new_string", "absolute_path", "file_path", "expected_replacements", "replaceBeginLineNumber", "modified_by_user", "ai_proposed_content"},
			},
			{Name: "run_shell_command", Does: "runs a shell command", Role: RunShell, Sample: `{"command": "ls"}`, Argument: "command", Required: []string{"command"}, Arguments: []string{"command", "description", "dir_path", "directory", "head_lines", "tail_lines", "grep_pattern", "grep_flags", "timeout_seconds", "is_background"}},
			{Name: "save_memory", Does: "notes something for later sessions"},
			{Name: "search_file_content", Does: "searches in files", Role: SearchText},
			{Name: "structural_analysis", Does: "follows calls and references"},
			{Name: "task", Does: "starts a subagent", Role: RunTask},
			{Name: "todo_pause", Does: "interrupts the task list"},
			{Name: "todo_read", Does: "reads the task list"},
			{Name: "todo_write", Does: "writes the task list", Role: WriteTodos},
			{Name: "web_fetch", Does: "fetches a page", Role: FetchPage},
			{
				Name: "write_file", Does: "writes a file", Role: WriteFile,
				Sample: `{"file_path": "notes.txt", "content": "hello\n"}`, Argument: "file_path", Required: []string{"content"}, Arguments: []string{"content", "absolute_path", "file_path", "modified_by_user", "ai_proposed_content"},
			},
		},
		Common:    []string{"write_file", "run_shell_command", "replace", "read_file", "list_directory", "glob"},
		MCPPrefix: "mcp__",
		Fact:      "llxprt-tools", ArgumentsFact: "llxprt-arguments",
	}
}
