package trial

import (
	"encoding/json"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

type member = jsonvalue.Member

// SampleFields gives a plausible payload of an event, for a person who named
// none. Tool events get a file to write.
func SampleFields(event hook.Event) *jsonvalue.Object {
	switch event {
	case hook.BeforeTool, hook.AfterTool:
		tool := SampleTools()[0]
		return ToolFields(event, tool, SampleInput(tool))
	case hook.BeforeModel, hook.BeforeToolSelection:
		return jsonvalue.New(member{Key: "llm_request", Value: SampleLLMRequest("List the files of this project.")})
	case hook.AfterModel:
		return jsonvalue.New(
			member{Key: "llm_request", Value: SampleLLMRequest("List the files of this project.")},
			member{Key: "llm_response", Value: SampleLLMResponse()},
		)
	case hook.BeforeAgent:
		return jsonvalue.New(member{Key: "prompt", Value: "List the files of this project."})
	case hook.AfterAgent:
		return jsonvalue.New(
			member{Key: "prompt", Value: "List the files of this project."},
			member{Key: "prompt_response", Value: "There is one file, notes.txt."},
			member{Key: "stop_hook_active", Value: false},
		)
	case hook.SessionStart:
		return jsonvalue.New(member{Key: "source", Value: "startup"})
	case hook.SessionEnd:
		return jsonvalue.New(member{Key: "reason", Value: "exit"})
	case hook.PreCompress:
		return jsonvalue.New(member{Key: "trigger", Value: "auto"})
	case hook.Notification:
		return jsonvalue.New(
			member{Key: "notification_type", Value: "ToolPermission"},
			member{Key: "message", Value: "A tool asks for permission."},
			member{Key: "details", Value: jsonvalue.New()},
		)
	}
	return jsonvalue.New()
}

// ToolFields gives the payload of a tool event.
func ToolFields(event hook.Event, tool string, input *jsonvalue.Object) *jsonvalue.Object {
	fields := jsonvalue.New(member{Key: "tool_name", Value: tool}, member{Key: "tool_input", Value: input})
	if event == hook.AfterTool {
		fields.Set("tool_response", SampleToolResponse())
	}
	return fields
}

// ShellCommand is the input of run_shell_command.
func ShellCommand(command string) *jsonvalue.Object {
	return jsonvalue.New(member{Key: "command", Value: command})
}

// WriteFile is the input of write_file.
func WriteFile(path string) *jsonvalue.Object {
	return jsonvalue.New(member{Key: "file_path", Value: path}, member{Key: "content", Value: "hello\n"})
}

// SampleTools are the tools that most hooks look at, the most common first.
func SampleTools() []string {
	return []string{"write_file", "run_shell_command", "replace", "read_file", "list_directory", "glob"}
}

// SampleInput is a plausible input of a tool; it is empty for a tool whose
// arguments are not known.
func SampleInput(tool string) *jsonvalue.Object {
	switch tool {
	case "write_file":
		return WriteFile("notes.txt")
	case "run_shell_command":
		return ShellCommand("ls")
	case "replace":
		return jsonvalue.New(
			member{Key: "file_path", Value: "notes.txt"},
			member{Key: "old_string", Value: "hello"},
			member{Key: "new_string", Value: "goodbye"},
		)
	case "read_file":
		return jsonvalue.New(member{Key: "file_path", Value: "notes.txt"})
	case "list_directory":
		return jsonvalue.New(member{Key: "path", Value: "."})
	case "glob":
		return jsonvalue.New(member{Key: "pattern", Value: "**/*.txt"})
	}
	return jsonvalue.New()
}

// SampleToolResponse is what a tool that went well gives.
func SampleToolResponse() *jsonvalue.Object {
	return jsonvalue.New(
		member{Key: "llmContent", Value: "the tool's own result"},
		member{Key: "returnDisplay", Value: "the tool's own result"},
		member{Key: "metadata", Value: jsonvalue.New()},
	)
}

// SampleLLMRequest is a request in the stable format.
func SampleLLMRequest(prompt string) *jsonvalue.Object {
	return jsonvalue.New(
		member{Key: "model", Value: "gemini-2.5-pro"},
		member{Key: "messages", Value: []any{jsonvalue.New(
			member{Key: "role", Value: "user"}, member{Key: "content", Value: prompt})}},
		member{Key: "config", Value: jsonvalue.New(member{Key: "temperature", Value: json.Number("0.7")})},
	)
}

// SampleLLMResponse is a response in the stable format.
func SampleLLMResponse() *jsonvalue.Object {
	const answer = "There is one file, notes.txt."
	return jsonvalue.New(
		member{Key: "text", Value: answer},
		member{Key: "candidates", Value: []any{jsonvalue.New(
			member{Key: "content", Value: jsonvalue.New(
				member{Key: "role", Value: "model"}, member{Key: "parts", Value: []any{answer}})},
			member{Key: "finishReason", Value: "STOP"},
			member{Key: "index", Value: json.Number("0")},
		)}},
		member{Key: "usageMetadata", Value: jsonvalue.New(
			member{Key: "promptTokenCount", Value: json.Number("12")},
			member{Key: "candidatesTokenCount", Value: json.Number("9")},
			member{Key: "totalTokenCount", Value: json.Number("21")},
		)},
	)
}
