package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

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

// payloads works out what to try the hook with.
func (o *runOptions) payloads(t target) ([]payload, error) {
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
		return []payload{{hook.Event(o.event), trial.SampleFields(hook.Event(o.event))}}, nil
	}
	return o.samples(t), nil
}

// samples has a sample of each event that the hook serves: the settings know
// best, then the script itself; a hook that tells nothing is tried with all.
func (o *runOptions) samples(t target) []payload {
	events := o.configuredEvents(t)
	if len(events) == 0 {
		events = t.events()
	}
	if len(events) == 0 {
		events = hook.Events()
	}
	var all []payload
	for _, e := range events {
		all = append(all, payload{e, trial.SampleFields(e)})
	}
	return all
}

func (o *runOptions) toolEvent() (hook.Event, error) {
	event := hook.Event(o.event)
	if event == "" {
		return hook.BeforeTool, nil
	}
	if !event.ForTool() {
		return "", usage(fmt.Sprintf("%s speaks of no tool", event), "use --event BeforeTool or AfterTool, or leave out the tool")
	}
	return event, nil
}

func (o *runOptions) toolPayload(tool string, input *jsonvalue.Object) ([]payload, error) {
	event, err := o.toolEvent()
	if err != nil {
		return nil, err
	}
	return []payload{{event, trial.ToolFields(event, tool, input)}}, nil
}

func (o *runOptions) inputPayload() ([]payload, error) {
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
func (o *runOptions) fieldsPayload() ([]payload, error) {
	fields, err := o.readObject("--input", o.input, true)
	if err != nil {
		return nil, err
	}
	event := hook.Event(o.event)
	return []payload{{event, trial.SampleFields(event).Overlay(fields)}}, nil
}

func (o *runOptions) promptPayload() ([]payload, error) {
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
	return []payload{{event, fields}}, nil
}

// wholePayload takes everything from a payload but the base fields, which are
// those of the trial (HOOK-215).
func (o *runOptions) wholePayload() ([]payload, error) {
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
	return []payload{{hook.Event(name), fields}}, nil
}

// readObject reads a JSON object from a flag: a file for @file and - for
// stdin, or, where literal is allowed, the value itself.
func (o *runOptions) readObject(flag, value string, literal bool) (*jsonvalue.Object, error) {
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

func (o *runOptions) readFlag(flag, value string, literal bool) (name string, data []byte, err error) {
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
