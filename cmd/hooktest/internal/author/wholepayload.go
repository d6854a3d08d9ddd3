package author

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/schemas"
)

// A whole is a payload that was given whole.
type whole struct {
	node   *document.Node
	object *jsonvalue.Object
	data   []byte
}

// wholePayload takes everything from a payload, which hooks read byte for byte.
func (o *payloadFlags) wholePayload() (*payload, error) {
	w, err := o.readWhole()
	if err != nil {
		return nil, err
	}
	event, err := o.eventOf(w)
	if err != nil {
		return nil, err
	}
	o.doubtFields(event, w.node, false)
	return &payload{event: event, fields: w.object.Clone(), raw: w.data}, nil
}

// takePiped reads a payload that is piped in without a word about it. An empty pipe
// says nothing.
func (o *payloadFlags) takePiped() error {
	if o.given("tool") || slices.ContainsFunc(payloadSources, o.given) || !term.IsPiped(o.Streams.In) {
		return nil
	}
	patience := time.AfterFunc(time.Second, func() {
		o.Note("waiting for a payload on stdin, which is a pipe (< /dev/null for none)")
	})
	defer patience.Stop()
	data, err := console.ReadWhole(o.Streams.In, 0)
	if err != nil {
		return console.Usage(fmt.Sprintf("stdin can't be read: %v", err), "")
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	node, object, err := wholeObject("stdin", data, "what is piped in is taken for the payload (< /dev/null for none)")
	if err != nil {
		return err
	}
	o.whole = &whole{node, object, data}
	return nil
}

// readWhole reads what --stdin names, once.
func (o *payloadFlags) readWhole() (*whole, error) {
	if o.whole == nil {
		node, object, data, err := o.readObject("--stdin", o.stdin, false)
		if err != nil {
			return nil, err
		}
		o.whole = &whole{node, object, data}
	}
	return o.whole, nil
}

// ownFields are the fields of a payload that the event has besides the base
// fields.
func (o *payloadFlags) ownFields(event hook.Event, given *jsonvalue.Object) *jsonvalue.Object {
	fields := jsonvalue.New()
	for key, value := range given.All() {
		if _, ok := o.agent.row(event).Field(key); ok {
			fields.Set(key, value)
		}
	}
	return fields
}

// eventOf is the event that --event names, or the payload itself. A payload of
// another agent may be tried under the name that its event has here.
func (o *payloadFlags) eventOf(w *whole) (hook.Event, error) {
	node, named := w.eventNode()
	switch {
	case o.event != "" && named && o.agent.knows(node.Text()) && node.Text() != o.event && o.agent.knows(o.event):
		return "", console.Usage(fmt.Sprintf("%s: the payload is one of %s, not of %s", node.Position(), node.Text(), o.event), "leave out the event, or name the payload's own")
	case o.event != "":
		if event := o.named(); event != "" {
			return event, nil
		}
		return "", occasion.Without(o.agent.Contract, o.event)
	case !named:
		event, fits := w.fits(o.agent)
		if !fits {
			return "", console.Usage(fmt.Sprintf("%s: the payload names no hook_event_name", w.node.Position()), "name the event with --event")
		}
		if o.agent.names() && !o.beside {
			o.Note(fmt.Sprintf("the payload names no event: taken for one of %s, which it looks like (--event names another)", event))
		}
		return event, nil
	}
	if event, ok := occasion.Event(o.agent.Contract, node.Text()); ok && (o.anyAgent || o.agent.knows(node.Text())) {
		return event, nil
	}
	if err := o.checkEvent(node.Text()); err != nil {
		if f, ok := errors.AsType[*console.Failure](err); ok {
			return "", console.Usage(fmt.Sprintf("%s: %s", node.Position(), f.Message), f.Hint)
		}
		return "", err
	}
	return "", occasion.Without(o.agent.Contract, node.Text())
}

// doubtFields says what a payload has, or lacks, that the agent would not send. It
// is given to the hook as it is, since how that takes such a payload may be the
// question. Of partial fields the sample has what they lack, and what the event does
// not know is left out.
func (o *payloadFlags) doubtFields(event hook.Event, node *document.Node, partial bool) {
	if o.Quiet || o.beside || !o.agent.required() {
		return
	}
	var misfit *schemas.Error
	if !errors.As(schemas.ValidateNode(schemas.Stdin(string(event)), node), &misfit) {
		return
	}
	left := ""
	if partial {
		left = ": left out"
	}
	for _, fault := range misfit.Faults {
		name, nested, _ := strings.Cut(strings.TrimPrefix(fault.Pointer, "/"), "/")
		switch {
		case fault.Pointer == "" && (partial || o.lacksBaseField(fault)), slices.Contains(o.agent.BaseNames(), name):
		case fault.Keyword == "unevaluatedProperties" && nested == "" && fault.Property != "":
			o.Warn(fmt.Sprintf("%s: %s sends no %q on %s%s", fault.Position, o.agent.Product, fault.Property, event, left), "")
		default:
			o.Warn(fault.String(), "")
		}
	}
	if misfit.More > 0 {
		o.Note(fmt.Sprintf("the payload has %s more", english.Count(misfit.More, "fault")))
	}
}

// lacksBaseField tells a field that the run supplies from one it does not.
func (o *payloadFlags) lacksBaseField(fault schemas.Fault) bool {
	return fault.Keyword == "required" && slices.Contains(o.agent.BaseNames(), fault.Property)
}

// doubtSubject warns of a tool, or another subject, that nobody documents. The
// hook runs all the same.
func (o *payloadFlags) doubtSubject(p *payload) {
	if o.beside {
		return
	}
	field := o.agent.row(p.event).Subject.Field
	subject, ok := p.fields.GetString(field)
	if !ok {
		return
	}
	message, hint := o.agent.subjectDoubt(p.event, subject)
	if message == "" {
		return
	}
	if foreign, ok := o.agent.ForeignTool(subject); ok && o.agent.row(p.event).Subject.Tool {
		hint = fmt.Sprintf("%s's %s is %s here", foreign.Product, subject, foreign.Here)
	}
	o.Warn(message, hint)
}

// readObject reads a JSON object from a flag: a file for @file and - for
// stdin, or, where literal is allowed, the value itself.
func (o *payloadFlags) readObject(flag, value string, literal bool) (*document.Node, *jsonvalue.Object, []byte, error) {
	name, data, err := o.readFlag(flag, value, literal)
	if err != nil {
		return nil, nil, nil, err
	}
	node, object, err := wholeObject(name, data, notJSONHint(flag, value, literal))
	if err != nil {
		return nil, nil, nil, err
	}
	return node, object, data, nil
}

// wholeObject reads a JSON object; the hint is for a text that is no JSON.
func wholeObject(name string, data []byte, hint string) (*document.Node, *jsonvalue.Object, error) {
	node, err := document.Parse(name, data, document.Options{})
	if err != nil {
		return nil, nil, console.Usage(err.Error(), hint)
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
		hint = console.SimilarFile(name)
	}
	return console.Usage(fmt.Sprintf("%s can't be read: %s", name, reason), hint)
}
