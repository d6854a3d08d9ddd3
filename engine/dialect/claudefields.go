package dialect

import "github.com/hooktest/hooktest/engine/hook"

// claudeFieldTypes are the fields of hooks that Claude Code knows, each with the hooks
// that have it.
func claudeFieldTypes() []HookField {
	var (
		command = []string{hook.TypeCommand}
		server  = []string{"http"}
		tool    = []string{"mcp_tool"}
		asked   = []string{"prompt", "agent"}
	)
	return []HookField{
		{Name: "if", Kind: "string"}, {Name: "statusMessage", Kind: "string"}, {Name: "once", Kind: "boolean"},
		{Name: "command", Kind: "string", Types: command}, {Name: "args", Kind: "array", Items: "string", Types: command},
		{Name: "shell", Kind: "string", Values: []string{"bash", "powershell"}, Types: command},
		{Name: "async", Kind: "boolean", Types: command}, {Name: "asyncRewake", Kind: "boolean", Types: command},
		{Name: "url", Kind: "string", Types: server}, {Name: "headers", Kind: "object", Types: server},
		{Name: "allowedEnvVars", Kind: "array", Items: "string", Types: server},
		{Name: "server", Kind: "string", Types: tool}, {Name: "tool", Kind: "string", Types: tool}, {Name: "input", Kind: "object", Types: tool},
		{Name: "prompt", Kind: "string", Types: asked}, {Name: "model", Kind: "string", Types: asked}, {Name: "continueOnBlock", Kind: "boolean", Types: asked},
	}
}
