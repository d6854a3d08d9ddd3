package author

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// A payload is one event with its fields.
type payload struct {
	event  hook.Event
	fields *jsonvalue.Object
}

// payloadFlags say what an event is about.
type payloadFlags struct {
	*console.App
	event string
	// tool is the tool of a tool event, subject what matchers are tested
	// against on other events.
	tool, subject string
	input         string
	bash          string
	write         string
	prompt        string
	stdin         string
	// given tells whether a flag stands on the command line: an empty value is
	// one too.
	given func(flag string) bool
}

func (o *payloadFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.given = f.Changed
	f.StringVarP(&o.input, "input", "i", "", "the tool's input, or the event's fields, as `JSON`, @file or -")
	f.StringVar(&o.bash, "bash", "", "short for tool run_shell_command with this `command`")
	f.StringVar(&o.write, "write", "", "short for tool write_file with this `path`")
	f.StringVar(&o.prompt, "prompt", "", "the user's prompt")
	f.StringVar(&o.stdin, "stdin", "", "a whole payload from a `file` (or -), as hooks read it")
}

// check refuses flags that contradict each other.
func (o *payloadFlags) check() error {
	if o.event != "" || o.given("event") {
		if err := checkEvent(o.event); err != nil {
			return err
		}
	}
	var given []string
	for _, flag := range []string{"bash", "write", "prompt", "stdin", "input"} {
		if o.given(flag) {
			given = append(given, "--"+flag)
		}
	}
	if len(given) > 1 {
		return console.Usage(strings.Join(given, " and ")+" exclude each other", "each gives the payload by itself")
	}
	if o.tool != "" && len(given) == 1 && given[0] != "--input" {
		return console.Usage("a tool and "+given[0]+" exclude each other", "give the tool's input with --input")
	}
	if o.subject != "" && len(given) == 1 && given[0] != "--input" {
		return console.Usage(fmt.Sprintf("%q and %s exclude each other", o.subject, given[0]), "")
	}
	return nil
}

// payload works out what the flags say; nil where they say nothing.
func (o *payloadFlags) payload() (*payload, error) {
	p, err := o.read()
	if err != nil || p == nil {
		return nil, err
	}
	o.doubtSubject(p)
	return p, nil
}

func (o *payloadFlags) read() (*payload, error) {
	switch {
	case o.given("stdin"):
		return o.wholePayload()
	case o.given("bash"):
		return o.toolPayload(contract().Tools.Call(dialect.RunShell, o.bash))
	case o.given("write"):
		return o.toolPayload(contract().Tools.Call(dialect.WriteFile, o.write))
	case o.given("prompt"):
		return o.promptPayload()
	case o.tool != "" || (o.given("input") && (o.event == "" || row(hook.Event(o.event)).Subject.Tool)):
		return o.inputPayload()
	case o.event != "":
		return o.fieldsPayload()
	}
	return nil, nil
}

func (o *payloadFlags) toolEvent() (hook.Event, error) {
	event := hook.Event(o.event)
	if event == "" {
		before, _ := contract().At(dialect.ToolBefore)
		return before.Name, nil
	}
	if !row(event).Subject.Tool {
		tools := eventsThat(func(e *dialect.Event) bool { return e.Subject.Tool })
		return "", console.Usage(fmt.Sprintf("%s speaks of no tool", event), "tools go with "+english.And(tools))
	}
	return event, nil
}

func (o *payloadFlags) toolPayload(tool string, input *jsonvalue.Object) (*payload, error) {
	event, err := o.toolEvent()
	if err != nil {
		return nil, err
	}
	fields := contract().Sample(event, tool)
	fields.Set(row(event).Subject.Input, input)
	return &payload{event, fields}, nil
}

func (o *payloadFlags) inputPayload() (*payload, error) {
	if !o.given("input") {
		return o.toolPayload(o.tool, contract().Tools.Input(o.tool))
	}
	node, input, err := o.readObject("--input", o.input, true)
	if err != nil {
		return nil, err
	}
	if input.Has("hook_event_name") || input.Has("tool_input") {
		o.Warn(node.Position().String()+": this looks like a whole payload, and becomes the tool's input", "a whole payload goes to --stdin")
	}
	tool := o.tool
	if tool == "" {
		tool = o.toolTaking(input)
	}
	return o.toolPayload(tool, input)
}

// toolTaking is the tool that an input without one is most likely for: the first
// of the usual ones that has all its arguments.
func (o *payloadFlags) toolTaking(input *jsonvalue.Object) string {
	tools := contract().Tools
	for _, tool := range tools.Common {
		known := tools.Input(tool)
		if !slices.ContainsFunc(input.Keys(), func(argument string) bool { return !known.Has(argument) }) {
			o.Note("no tool given: the input is one of " + tool)
			return tool
		}
	}
	tool := tools.Common[0]
	o.Warn("no tool given, and no usual one has such arguments: the input becomes one of "+tool, "name the tool with --tool, or with --event an event that has these fields")
	return tool
}

// fieldsPayload lays the given fields over a sample, so that a person need
// name only what the hook looks at.
func (o *payloadFlags) fieldsPayload() (*payload, error) {
	event := hook.Event(o.event)
	fields := contract().Sample(event, o.subject)
	if !o.given("input") {
		return &payload{event, fields}, nil
	}
	node, given, err := o.readObject("--input", o.input, true)
	if err != nil {
		return nil, err
	}
	o.doubtFields(event, node, true)
	return &payload{event, fields.Overlay(ownFields(event, given))}, nil
}

func (o *payloadFlags) promptPayload() (*payload, error) {
	event := hook.Event(o.event)
	if event == "" {
		turn, _ := contract().At(dialect.TurnBefore)
		event = turn.Name
	}
	fields, ok := row(event).Prompted(o.prompt)
	if !ok {
		return nil, console.Usage(fmt.Sprintf("%s knows no prompt", event), "--prompt goes with "+english.And(eventsThat((*dialect.Event).HasPrompt)))
	}
	return &payload{event, fields}, nil
}
