package dialect

// Foreign is a name of another agent and what it is called here.
type Foreign struct {
	// Product is the agent that uses the name.
	Product string
	// Here is the name that this contract has for the same thing.
	Here string
}

// ForeignEvent finds an event that another agent calls name; ok is false for a
// name that no agent uses, and for one of the contract's own.
func (c *Contract) ForeignEvent(name string) (foreign Foreign, ok bool) {
	row, ok := c.At(map[string]Moment{
		"PreToolUse":       ToolBefore,
		"PostToolUse":      ToolAfter,
		"UserPromptSubmit": TurnBefore,
		"Stop":             TurnAfter,
		"PreCompact":       CompactBefore,
	}[name])
	if !ok {
		return Foreign{}, false
	}
	return Foreign{claudeCode, string(row.Name)}, true
}

// ForeignTool finds a tool that another agent calls name; ok is false for a
// name that no agent uses, and for one of the contract's own.
func (c *Contract) ForeignTool(name string) (foreign Foreign, ok bool) {
	product, role := claudeCode, map[string]Role{
		"Bash":      RunShell,
		"Edit":      EditFile,
		"Write":     WriteFile,
		"Read":      ReadFile,
		"Glob":      FindFiles,
		"Grep":      SearchText,
		"WebFetch":  FetchPage,
		"WebSearch": SearchWeb,
		"Task":      RunTask,
		"TodoWrite": WriteTodos,
	}[name]
	if name == "grep_search" {
		product, role = "Gemini CLI", SearchText
	}
	if role == "" {
		return Foreign{}, false
	}
	tool, ok := c.Tools.For(role)
	return Foreign{product, tool.Name}, ok
}

// claudeCode's names are those of its public hook reference, August 2026.
const claudeCode = "Claude Code"
