// Package payload builds an event's payload, as an agent sends it, from flags and pipes, and
// finds the agents that may have sent a payload. It doesn't choose an agent.
package payload

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A Payload is one event with its fields.
type Payload struct {
	Event  hook.Event
	Fields *jsonvalue.Object
	// Raw is a payload that was given whole, and Fields has all its fields. Hooks read it
	// unchanged.
	Raw []byte
}

// Flags are the flags that describe an event.
type Flags struct {
	*console.App
	// Agent is the agent whose payload to build.
	Agent roster.Agent
	// AnyAgent accepts the event names of other agents too.
	AnyAgent bool
	// NotFirst is set if another agent was tried first, so that the warnings were already shown.
	NotFirst bool
	Event    string
	// Tool is the tool of a tool event. Subject is what matchers are tested against on other
	// events.
	Tool, Subject string
	Input         string
	Bash          string
	Write         string
	Prompt        string
	Stdin         string
	Set           []string
	// Whole is the payload that --stdin names, after it was read.
	Whole *Whole
	// Given reports whether a flag is on the command line, even with an empty value.
	Given func(flag string) bool
}

// Register adds the flags to a command.
func (o *Flags) Register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.Given = f.Changed
	f.StringVarP(&o.Input, "input", "i", "", "the tool's input, or the event's fields, as `JSON`, @file or -")
	f.StringVar(&o.Bash, "bash", "", "short for the tool that runs this shell `command`")
	f.StringVar(&o.Write, "write", "", "short for the tool that writes the file of this `path`")
	f.StringVar(&o.Prompt, "prompt", "", "the user's prompt")
	f.StringVar(&o.Stdin, "stdin", "", "a whole payload from a `file` (or -), byte for byte")
	f.StringArrayVar(&o.Set, "set", nil, "change a field of what the hook reads: `name=JSON` or name=text")
}

// Again returns the command line that does the same again, without its reports. A payload from a pipe
// is a file in it.
func (o *Flags) Again() string {
	words := []string{"hooktest"}
	for i := 0; i < len(o.App.Args); i++ {
		if o.App.Args[i] == "--" {
			words = append(words, o.App.Args[i:]...)
			break
		}
		switch name, _, whole := strings.Cut(o.App.Args[i], "="); {
		case name != "--format" && name != "--report":
			words = append(words, o.App.Args[i])
		case !whole:
			i++
		}
	}
	again := shellword.Join(words)
	if o.Whole != nil && !o.Given("stdin") {
		again += " <payload.json"
	}
	return again
}

// payloadSources are the flags that each give a payload by themselves.
var payloadSources = []string{"bash", "write", "prompt", "stdin", "input"}

// Check refuses flags that contradict each other.
func (o *Flags) Check() error {
	if o.Event != "" || o.Given("event") {
		if err := o.checkEvent(o.Event); err != nil {
			return err
		}
	}
	var given []string
	for _, flag := range payloadSources {
		if o.Given(flag) {
			given = append(given, "--"+flag)
		}
	}
	if len(given) > 1 {
		return console.Usage(strings.Join(given, " and ")+" exclude each other", "each gives the payload by itself")
	}
	if o.Given("bash") && o.Bash == "" {
		o.Note("--bash is empty, as an unset variable leaves it: the hook is asked about a command with nothing in it")
	}
	if o.Tool != "" && len(given) == 1 && given[0] != "--input" {
		return console.Usage("a tool and "+given[0]+" exclude each other", "give the tool's input with --input")
	}
	if o.Subject != "" && len(given) == 1 && given[0] != "--input" {
		return console.Usage(fmt.Sprintf("%q and %s exclude each other", o.Subject, given[0]), "")
	}
	return nil
}

// checkEvent accepts the event names of the agents that may be chosen.
func (o *Flags) checkEvent(name string) error {
	if !o.AnyAgent {
		return o.Agent.CheckEvent(name)
	}
	if slices.ContainsFunc(dialect.Summaries(), func(s dialect.Summary) bool { _, has := s.Events[hook.Event(name)]; return has }) {
		return nil
	}
	hint := "hooktest contract NAME shows the events of an agent"
	if near := console.Nearest(name, roster.EventNames()); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return console.Usage(fmt.Sprintf("unknown event %q", name), hint)
}

// GivenWhole reports whether there is a payload that hooks read unchanged.
func (o *Flags) GivenWhole() bool { return o.Given("stdin") || o.Whole != nil }

// Payload builds the payload from the flags, or returns nil if there are none.
func (o *Flags) Payload() (*Payload, error) {
	p, err := o.read()
	if err != nil || p == nil {
		return nil, err
	}
	if err := o.change(p); err != nil {
		return nil, err
	}
	o.unknownSubject(p)
	return p, nil
}

// change sets the fields that --set names, also in a payload that was given whole.
func (o *Flags) change(p *Payload) error {
	for _, change := range o.Set {
		name, text, ok := strings.Cut(change, "=")
		if !ok || name == "" {
			return console.Usage(fmt.Sprintf("--set %q names no field and value", change), "such as --set cwd=/project or --set stop_hook_active=true")
		}
		value, err := jsonvalue.Parse([]byte(text))
		if err != nil {
			value = text
		}
		eventinput.Set(p.Fields, name, value)
		if p.Raw != nil {
			p.Raw = jsonvalue.Marshal(p.Fields)
		}
	}
	return nil
}

func (o *Flags) read() (*Payload, error) {
	switch {
	case o.GivenWhole():
		return o.wholePayload()
	case o.Given("bash"), o.Given("write"), o.Given("prompt"):
		return o.taken(o.Happens(o.Event))
	case o.Tool != "" || (o.Given("input") && (o.Event == "" || o.Agent.Row(o.named()).Subject.Tool)):
		return o.inputPayload()
	case o.Event != "":
		return o.fieldsPayload()
	}
	return nil, nil
}

// Happens returns the event input of the flags at an event, the usual one if it is empty. For
// --tool and --input it is a sample, which shows only whether the event supports it. The error is
// an eventinput.Absence if no flag gives more than an event, or gives a whole payload.
func (o *Flags) Happens(event string) (eventinput.Input, error) {
	c := o.Agent.Contract
	switch {
	case o.GivenWhole():
	case o.Given("bash"):
		return eventinput.Call(c, event, dialect.RunShell, o.Bash)
	case o.Given("write"):
		return eventinput.Call(c, event, dialect.WriteFile, o.Write)
	case o.Given("prompt"):
		return eventinput.Prompt(c, event, o.Prompt)
	case o.Tool != "":
		return eventinput.Use(c, event, o.Tool, nil)
	case o.Given("input") && len(c.Tools.Common) > 0:
		return eventinput.Use(c, event, c.Tools.Common[0], nil)
	}
	return eventinput.Input{}, eventinput.Without(c, event)
}

// named returns the agent's name for the event of --event, or "" if none is named or the agent
// has no such event.
func (o *Flags) named() hook.Event {
	event, _ := eventinput.Event(o.Agent.Contract, o.Event)
	return event
}

// taken returns the payload of an event input. An event that doesn't match the flags is a usage
// error.
func (o *Flags) taken(of eventinput.Input, err error) (*Payload, error) {
	if mismatch, ok := errors.AsType[*eventinput.Mismatch](err); ok {
		return nil, console.Usage(mismatch.Error(), mismatch.Hint)
	}
	if err != nil {
		return nil, err
	}
	return &Payload{Event: of.Event, Fields: of.Fields}, nil
}

func (o *Flags) inputPayload() (*Payload, error) {
	if !o.Given("input") {
		return o.taken(eventinput.Use(o.Agent.Contract, o.Event, o.Tool, nil))
	}
	given, err := o.readObject("--input", o.Input, true)
	if err != nil {
		return nil, err
	}
	if !o.NotFirst && (given.object.Has("hook_event_name") || given.object.Has("tool_input")) {
		o.Warn(given.node.Position().String()+": this looks like a whole payload, and becomes the tool's input", "a whole payload goes to --stdin")
	}
	tool := o.Tool
	if tool == "" {
		tool = o.toolTaking(given.object)
	}
	return o.taken(eventinput.Use(o.Agent.Contract, o.Event, tool, given.object))
}

// toolTaking returns the most likely tool for an input: the first common tool that has all its
// arguments.
func (o *Flags) toolTaking(input *jsonvalue.Object) string {
	tools := o.Agent.Tools
	for _, tool := range tools.Common {
		known := tools.Input(tool)
		if !slices.ContainsFunc(input.Keys(), func(argument string) bool { return !known.Has(argument) }) {
			if !o.NotFirst {
				o.Note("no tool given: the input is one of " + tool)
			}
			return tool
		}
	}
	if len(tools.Common) == 0 {
		return ""
	}
	tool := tools.Common[0]
	if o.NotFirst {
		return tool
	}
	o.Warn("no tool given, and no usual one has such arguments: the input becomes one of "+tool, "name the tool with --tool, or with --event an event that has these fields")
	return tool
}

// fieldsPayload sets the given fields in a sample, so that the user need only give the fields
// that the hook reads.
func (o *Flags) fieldsPayload() (*Payload, error) {
	p, err := o.taken(eventinput.Of(o.Agent.Contract, o.Event, o.Subject))
	if err != nil || !o.Given("input") {
		return p, err
	}
	given, err := o.readObject("--input", o.Input, true)
	if err != nil {
		return nil, err
	}
	o.unknownFields(p.Event, given.node, true)
	p.Fields = p.Fields.Overlay(o.ownFields(p.Event, given.object))
	return p, nil
}
