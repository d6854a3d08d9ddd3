package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A payload is one event with its fields.
type payload struct {
	event  hook.Event
	fields *jsonvalue.Object
}

// payloadFlags say what an event is about.
type payloadFlags struct {
	*app
	event  string
	tool   string
	input  string
	bash   string
	write  string
	prompt string
	stdin  string
}

func (o *payloadFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.input, "input", "i", "", "the tool's input, or the event's fields, as `JSON`, @file or -")
	f.StringVar(&o.bash, "bash", "", "short for tool run_shell_command with this `command`")
	f.StringVar(&o.write, "write", "", "short for tool write_file with this `path`")
	f.StringVar(&o.prompt, "prompt", "", "the user's prompt")
	f.StringVar(&o.stdin, "stdin", "", "a whole payload from a `file` (or -), as hooks read it")
}

// check refuses flags that contradict each other.
func (o *payloadFlags) check() error {
	if o.event != "" {
		if err := checkEvent(o.event); err != nil {
			return err
		}
	}
	var given []string
	for _, f := range []struct{ name, value string }{
		{"--bash", o.bash}, {"--write", o.write}, {"--prompt", o.prompt}, {"--stdin", o.stdin}, {"--input", o.input},
	} {
		if f.value != "" {
			given = append(given, f.name)
		}
	}
	if len(given) > 1 {
		return usage(strings.Join(given, " and ")+" exclude each other", "each gives the payload by itself")
	}
	if o.tool != "" && len(given) == 1 && given[0] != "--input" {
		return usage("a tool and "+given[0]+" exclude each other", "give the tool's input with --input")
	}
	return nil
}

// payload works out what the flags say; nil where they say nothing.
func (o *payloadFlags) payload() (*payload, error) {
	switch {
	case o.stdin != "":
		return o.wholePayload()
	case o.bash != "":
		return o.toolPayload("run_shell_command", trial.ShellCommand(o.bash))
	case o.write != "":
		return o.toolPayload("write_file", trial.WriteFile(o.write))
	case o.prompt != "":
		return o.promptPayload()
	case o.tool != "" || (o.input != "" && (o.event == "" || hook.Event(o.event).ForTool())):
		return o.inputPayload()
	case o.input != "":
		return o.fieldsPayload()
	case o.event != "":
		return &payload{hook.Event(o.event), trial.SampleFields(hook.Event(o.event))}, nil
	}
	return nil, nil
}

func (o *payloadFlags) toolEvent() (hook.Event, error) {
	event := hook.Event(o.event)
	if event == "" {
		return hook.BeforeTool, nil
	}
	if !event.ForTool() {
		return "", usage(fmt.Sprintf("%s speaks of no tool", event), "use --event BeforeTool or AfterTool, or leave out the tool")
	}
	return event, nil
}

func (o *payloadFlags) toolPayload(tool string, input *jsonvalue.Object) (*payload, error) {
	event, err := o.toolEvent()
	if err != nil {
		return nil, err
	}
	return &payload{event, trial.ToolFields(event, tool, input)}, nil
}

func (o *payloadFlags) inputPayload() (*payload, error) {
	tool := o.tool
	if tool == "" {
		tool = "write_file"
	}
	input := jsonvalue.New()
	if o.input != "" {
		var err error
		if input, err = o.readObject("--input", o.input, true); err != nil {
			return nil, err
		}
	}
	return o.toolPayload(tool, input)
}

// fieldsPayload lays the given fields over a sample, so that a person need
// name only what the hook looks at.
func (o *payloadFlags) fieldsPayload() (*payload, error) {
	fields, err := o.readObject("--input", o.input, true)
	if err != nil {
		return nil, err
	}
	event := hook.Event(o.event)
	return &payload{event, trial.SampleFields(event).Overlay(fields)}, nil
}

func (o *payloadFlags) promptPayload() (*payload, error) {
	event := hook.Event(o.event)
	if event == "" {
		event = hook.BeforeAgent
	}
	fields := trial.SampleFields(event)
	switch {
	case fields.Has("prompt"):
		fields.Set("prompt", o.prompt)
	case fields.Has("llm_request"):
		fields.Set("llm_request", trial.SampleLLMRequest(o.prompt))
	default:
		return nil, usage(fmt.Sprintf("%s knows no prompt", event), "--prompt goes with BeforeAgent, AfterAgent and the model events")
	}
	return &payload{event, fields}, nil
}

// wholePayload takes everything from a payload but the base fields, which are
// those of the trial (HOOK-215).
func (o *payloadFlags) wholePayload() (*payload, error) {
	whole, err := o.readObject("--stdin", o.stdin, false)
	if err != nil {
		return nil, err
	}
	name := o.event
	if name == "" {
		var ok bool
		if name, ok = whole.GetString("hook_event_name"); !ok {
			return nil, usage("the payload names no hook_event_name", "name the event with --event")
		}
		if err := checkEvent(name); err != nil {
			return nil, err
		}
	}
	fields := jsonvalue.New()
	for key, value := range whole.All() {
		if !hook.BaseField(key) {
			fields.Set(key, value)
		}
	}
	return &payload{hook.Event(name), fields}, nil
}

// readObject reads a JSON object from a flag: a file for @file and - for
// stdin, or, where literal is allowed, the value itself.
func (o *payloadFlags) readObject(flag, value string, literal bool) (*jsonvalue.Object, error) {
	name, data, err := o.readFlag(flag, value, literal)
	if err != nil {
		return nil, err
	}
	node, err := document.Parse(name, data, document.Options{})
	if err != nil {
		if syntax, ok := errors.AsType[*document.SyntaxError](err); ok {
			return nil, usage(syntax.Error(), "")
		}
		return nil, usage(err.Error(), "")
	}
	object, ok := node.Value().(*jsonvalue.Object)
	if !ok {
		return nil, usage(fmt.Sprintf("%s: want a JSON object, got %s", name, node.Kind()), "")
	}
	return object, nil
}

func (o *payloadFlags) readFlag(flag, value string, literal bool) (name string, data []byte, err error) {
	switch {
	case value == "-":
		data, err = io.ReadAll(o.streams.In)
		name = "stdin"
	case literal && !strings.HasPrefix(value, "@"):
		return flag, []byte(value), nil
	default:
		name = strings.TrimPrefix(value, "@")
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return "", nil, usage(fmt.Sprintf("%s can't be read: %v", flag, err), "")
	}
	return name, data, nil
}
