package author

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/schemas"
)

// wholePayload takes everything from a payload but the base fields, which are
// those of the run (HOOK-215).
func (o *payloadFlags) wholePayload() (*payload, error) {
	node, whole, err := o.readObject("--stdin", o.stdin, false)
	if err != nil {
		return nil, err
	}
	event, err := o.eventOf(node)
	if err != nil {
		return nil, err
	}
	o.doubtFields(event, node, false)
	return &payload{event, ownFields(event, whole)}, nil
}

// ownFields are the fields of a payload that the event has besides the base
// fields.
func ownFields(event hook.Event, whole *jsonvalue.Object) *jsonvalue.Object {
	fields := jsonvalue.New()
	for key, value := range whole.All() {
		if _, ok := row(event).Field(key); ok {
			fields.Set(key, value)
		}
	}
	return fields
}

// eventOf is the event that --event names, or the payload itself. A payload of
// another agent may be tried under the name that its event has here.
func (o *payloadFlags) eventOf(whole *document.Node) (hook.Event, error) {
	node, ok := whole.Field("hook_event_name")
	switch {
	case o.event != "" && ok && known(node.Text()) && node.Text() != o.event:
		return "", console.Usage(fmt.Sprintf("%s: the payload is one of %s, not of %s", node.Position(), node.Text(), o.event), "leave out the event, or name the payload's own")
	case o.event != "":
		return hook.Event(o.event), nil
	case !ok || node.Kind() != document.String:
		return "", console.Usage(fmt.Sprintf("%s: the payload names no hook_event_name", whole.Position()), "name the event with --event")
	}
	if err := checkEvent(node.Text()); err != nil {
		if f, ok := errors.AsType[*console.Failure](err); ok {
			return "", console.Usage(fmt.Sprintf("%s: %s", node.Position(), f.Message), f.Hint)
		}
		return "", err
	}
	return hook.Event(node.Text()), nil
}

// doubtFields says what a payload has, or lacks, that the agent would not send.
// Fields that the event does not know are left out; all else is given to the
// hook as it is, since how it takes such a payload may be the question. Of
// partial fields the sample has what they lack.
func (o *payloadFlags) doubtFields(event hook.Event, node *document.Node, partial bool) {
	if o.Quiet {
		return
	}
	o.noteReplaced(node)
	var misfit *schemas.Error
	if !errors.As(schemas.ValidateNode(schemas.Stdin(string(event)), node), &misfit) {
		return
	}
	for _, fault := range misfit.Faults {
		name, nested, _ := strings.Cut(strings.TrimPrefix(fault.Pointer, "/"), "/")
		switch {
		case fault.Pointer == "" && (partial || lacksBaseField(fault)), slices.Contains(contract().BaseNames(), name):
		case fault.Keyword == "unevaluatedProperties" && nested == "" && fault.Property != "":
			o.Warn(fmt.Sprintf("%s: %s sends no %q on %s: left out", fault.Position, contract().Product, fault.Property, event), "")
		default:
			o.Warn(fault.String(), "")
		}
	}
	if misfit.More > 0 {
		o.Note(fmt.Sprintf("the payload has %s more", english.Count(misfit.More, "fault")))
	}
}

// lacksBaseField tells a field that the run supplies from one it does not.
func lacksBaseField(fault schemas.Fault) bool {
	return fault.Keyword == "required" && slices.Contains(contract().BaseNames(), fault.Property)
}

// noteReplaced tells which base fields of a payload do not reach the hook.
func (o *payloadFlags) noteReplaced(node *document.Node) {
	var replaced []string
	for _, name := range contract().BaseNames() {
		if _, ok := node.Field(name); ok && name != "hook_event_name" {
			replaced = append(replaced, name)
		}
	}
	if len(replaced) > 0 {
		o.Note(fmt.Sprintf("%s of the payload: the hook reads those of this run instead (HOOK-215)", english.And(replaced)))
	}
}

// doubtSubject warns of a tool, or another subject, that nobody documents. The
// hook runs all the same.
func (o *payloadFlags) doubtSubject(p *payload) {
	field := row(p.event).Subject.Field
	subject, ok := p.fields.GetString(field)
	if !ok {
		return
	}
	message, hint := subjectDoubt(p.event, subject)
	if message == "" {
		return
	}
	if foreign, ok := contract().ForeignTool(subject); ok && row(p.event).Subject.Tool {
		hint = fmt.Sprintf("%s's %s is %s here", foreign.Product, subject, foreign.Here)
	}
	o.Warn(message, hint)
}

// readObject reads a JSON object from a flag: a file for @file and - for
// stdin, or, where literal is allowed, the value itself.
func (o *payloadFlags) readObject(flag, value string, literal bool) (*document.Node, *jsonvalue.Object, error) {
	name, data, err := o.readFlag(flag, value, literal)
	if err != nil {
		return nil, nil, err
	}
	node, err := document.Parse(name, data, document.Options{})
	if err != nil {
		return nil, nil, console.Usage(err.Error(), notJSONHint(flag, value, literal))
	}
	object, ok := node.Value().(*jsonvalue.Object)
	if !ok {
		return nil, nil, console.Usage(fmt.Sprintf("%s: want a JSON object, got %s", node.Position(), node.Kind()), "")
	}
	return node, object, nil
}

// notJSONHint guesses that a literal was meant as the name of a file.
func notJSONHint(flag, value string, literal bool) string {
	if !literal || value == "-" || strings.HasPrefix(value, "@") {
		return ""
	}
	if info, err := os.Stat(value); err == nil && !info.IsDir() {
		return fmt.Sprintf("a file is named with @: %s @%s", flag, value)
	}
	return ""
}

func (o *payloadFlags) readFlag(flag, value string, literal bool) (name string, data []byte, err error) {
	switch {
	case value == "-":
		if data, err = console.ReadWhole(o.StandardInput(), 0); err != nil {
			return "", nil, console.Usage(fmt.Sprintf("stdin can't be read: %v", err), "")
		}
		return "stdin", data, nil
	case literal && !strings.HasPrefix(value, "@"):
		return flag, []byte(value), nil
	}
	name = strings.TrimPrefix(value, "@")
	if name == "" {
		return "", nil, console.Usage(flag+" names no file", "such as "+flag+" @payload.json")
	}
	if data, err = console.ReadFile(name); err != nil {
		return "", nil, cantRead(flag, name, err)
	}
	return name, data, nil
}

func cantRead(flag, name string, err error) error {
	reason := err.Error()
	if path, ok := errors.AsType[*os.PathError](err); ok {
		reason = path.Err.Error()
	}
	hint := ""
	switch {
	case flag == "--stdin" && strings.HasPrefix(strings.TrimSpace(name), "{"):
		hint = "a payload comes from a file or a pipe: echo '{...}' | hooktest run HOOK --stdin -"
	case errors.Is(err, os.ErrNotExist):
		hint = similarFile(name)
	}
	return console.Usage(fmt.Sprintf("%s can't be read: %s", name, reason), hint)
}
