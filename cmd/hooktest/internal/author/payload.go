package author

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A payload is one event with its fields.
type payload struct {
	event  hook.Event
	fields *jsonvalue.Object
	// raw is a payload that was given whole, of which fields are all fields; hooks
	// read it byte for byte.
	raw []byte
}

// payloadFlags say what an event is about.
type payloadFlags struct {
	*console.App
	// agent is whose payload it is to be.
	agent agent
	// anyAgent tells that another agent may be asked, so that its words will do.
	anyAgent bool
	// beside tells that another agent was asked first, so that what is doubtful has
	// been said.
	beside bool
	event  string
	// tool is the tool of a tool event, subject what matchers are tested
	// against on other events.
	tool, subject string
	input         string
	bash          string
	write         string
	prompt        string
	stdin         string
	set           []string
	// whole is what --stdin named, once it is read.
	whole *whole
	// given tells whether a flag stands on the command line: an empty value is
	// one too.
	given func(flag string) bool
}

func (o *payloadFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.given = f.Changed
	f.StringVarP(&o.input, "input", "i", "", "the tool's input, or the event's fields, as `JSON`, @file or -")
	f.StringVar(&o.bash, "bash", "", "short for the tool that runs this shell `command`")
	f.StringVar(&o.write, "write", "", "short for the tool that writes the file of this `path`")
	f.StringVar(&o.prompt, "prompt", "", "the user's prompt")
	f.StringVar(&o.stdin, "stdin", "", "a whole payload from a `file` (or -), byte for byte")
	f.StringArrayVar(&o.set, "set", nil, "change a field of what the hook reads: `name=JSON` or name=text")
}

// payloadSources are the flags that each give the payload by themselves.
var payloadSources = []string{"bash", "write", "prompt", "stdin", "input"}

// check refuses flags that contradict each other.
func (o *payloadFlags) check() error {
	if o.event != "" || o.given("event") {
		if err := o.checkEvent(o.event); err != nil {
			return err
		}
	}
	var given []string
	for _, flag := range payloadSources {
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

// checkEvent takes the names that the agents have who may be asked.
func (o *payloadFlags) checkEvent(name string) error {
	if !o.anyAgent {
		return o.agent.checkEvent(name)
	}
	if slices.Contains(eventNames(), name) {
		return nil
	}
	hint := "hooktest contract NAME shows the events of an agent"
	if near := console.Nearest(name, eventNames()); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return console.Usage(fmt.Sprintf("unknown event %q", name), hint)
}

// givenWhole tells whether there is a payload that hooks read as it is.
func (o *payloadFlags) givenWhole() bool { return o.given("stdin") || o.whole != nil }

// payload works out what the flags say; nil where they say nothing.
func (o *payloadFlags) payload() (*payload, error) {
	p, err := o.read()
	if err != nil || p == nil {
		return nil, err
	}
	if err := o.change(p); err != nil {
		return nil, err
	}
	o.doubtSubject(p)
	return p, nil
}

// change sets the fields that --set names, in a payload given whole too.
func (o *payloadFlags) change(p *payload) error {
	for _, change := range o.set {
		name, text, ok := strings.Cut(change, "=")
		if !ok || name == "" {
			return console.Usage(fmt.Sprintf("--set %q names no field and value", change), "such as --set cwd=/project or --set stop_hook_active=true")
		}
		value, err := jsonvalue.Parse([]byte(text))
		if err != nil {
			value = text
		}
		occasion.Set(p.fields, name, value)
		if p.raw != nil {
			p.raw = jsonvalue.Marshal(p.fields)
		}
	}
	return nil
}

func (o *payloadFlags) read() (*payload, error) {
	switch {
	case o.givenWhole():
		return o.wholePayload()
	case o.given("bash"):
		return o.taken(occasion.Call(o.agent.Contract, o.event, dialect.RunShell, o.bash))
	case o.given("write"):
		return o.taken(occasion.Call(o.agent.Contract, o.event, dialect.WriteFile, o.write))
	case o.given("prompt"):
		return o.taken(occasion.Prompt(o.agent.Contract, o.event, o.prompt))
	case o.tool != "" || (o.given("input") && (o.event == "" || o.agent.row(o.named()).Subject.Tool)):
		return o.inputPayload()
	case o.event != "":
		return o.fieldsPayload()
	}
	return nil, nil
}

// named is the event of --event as the agent calls it; empty where none is named,
// or the agent has nothing at that moment.
func (o *payloadFlags) named() hook.Event {
	event, _ := occasion.Event(o.agent.Contract, o.event)
	return event
}

// taken is the payload of an occasion. That an event does not go with what happens is
// the fault of whoever named it.
func (o *payloadFlags) taken(of occasion.Occasion, err error) (*payload, error) {
	if misfit, ok := errors.AsType[*occasion.Misfit](err); ok {
		return nil, console.Usage(misfit.Error(), misfit.Hint)
	}
	if err != nil {
		return nil, err
	}
	return &payload{event: of.Event, fields: of.Fields}, nil
}

func (o *payloadFlags) inputPayload() (*payload, error) {
	if !o.given("input") {
		return o.taken(occasion.Use(o.agent.Contract, o.event, o.tool, nil))
	}
	node, input, _, err := o.readObject("--input", o.input, true)
	if err != nil {
		return nil, err
	}
	if !o.beside && (input.Has("hook_event_name") || input.Has("tool_input")) {
		o.Warn(node.Position().String()+": this looks like a whole payload, and becomes the tool's input", "a whole payload goes to --stdin")
	}
	tool := o.tool
	if tool == "" {
		tool = o.toolTaking(input)
	}
	return o.taken(occasion.Use(o.agent.Contract, o.event, tool, input))
}

// toolTaking is the tool that an input without one is most likely for: the first
// of the usual ones that has all its arguments.
func (o *payloadFlags) toolTaking(input *jsonvalue.Object) string {
	tools := o.agent.Tools
	for _, tool := range tools.Common {
		known := tools.Input(tool)
		if !slices.ContainsFunc(input.Keys(), func(argument string) bool { return !known.Has(argument) }) {
			if !o.beside {
				o.Note("no tool given: the input is one of " + tool)
			}
			return tool
		}
	}
	if len(tools.Common) == 0 {
		return ""
	}
	tool := tools.Common[0]
	if o.beside {
		return tool
	}
	o.Warn("no tool given, and no usual one has such arguments: the input becomes one of "+tool, "name the tool with --tool, or with --event an event that has these fields")
	return tool
}

// fieldsPayload lays the given fields over a sample, so that a person need
// name only what the hook looks at.
func (o *payloadFlags) fieldsPayload() (*payload, error) {
	p, err := o.taken(occasion.Of(o.agent.Contract, o.event, o.subject))
	if err != nil || !o.given("input") {
		return p, err
	}
	node, given, _, err := o.readObject("--input", o.input, true)
	if err != nil {
		return nil, err
	}
	o.doubtFields(p.event, node, true)
	p.fields = p.fields.Overlay(o.ownFields(p.event, given))
	return p, nil
}
