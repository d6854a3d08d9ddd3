package payload

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/schemas"
)

// A Whole is a payload that was given whole.
type Whole struct {
	node   *document.Node
	object *jsonvalue.Object
	data   []byte
}

// wholePayload builds the payload from the given one, which hooks read unchanged.
func (o *Flags) wholePayload() (*Payload, error) {
	w, err := o.ReadWhole()
	if err != nil {
		return nil, err
	}
	event, err := o.eventOf(w)
	if err != nil {
		return nil, err
	}
	o.unknownText(w)
	o.unknownFields(event, w.node, false)
	return &Payload{Event: event, Fields: w.object.Clone(), Raw: w.data}, nil
}

// unknownText warns of the first byte that is not UTF-8. Hooks get that byte unchanged, but a
// report can't show it.
func (o *Flags) unknownText(w *Whole) {
	if o.NotFirst || utf8.Valid(w.data) {
		return
	}
	at, line, column := 0, 1, 1
	for at < len(w.data) {
		r, size := utf8.DecodeRune(w.data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		if column++; r == '\n' {
			line, column = line+1, 1
		}
		at += size
	}
	o.Warn(fmt.Sprintf("%s:%d:%d: this is not UTF-8: hooks read the byte 0x%02X as it is", w.node.Position().File, line, column, w.data[at]), "agents send UTF-8 alone")
}

// TakePiped reads a payload from a pipe that no flag mentions. It ignores an empty pipe.
func (o *Flags) TakePiped() error {
	if o.Given("tool") || slices.ContainsFunc(payloadSources, o.Given) || !term.IsPiped(o.Streams.In) {
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
	o.Whole, err = wholeObject("stdin", data, "what is piped in is taken for the payload (< /dev/null for none)")
	return err
}

// TakeWhole uses a text as the payload if it is a JSON object.
func (o *Flags) TakeWhole(text string) {
	if w, err := wholeObject("stdin", []byte(text), ""); err == nil {
		o.Whole = w
	}
}

// ReadWhole reads the payload that --stdin names, once.
func (o *Flags) ReadWhole() (_ *Whole, err error) {
	if o.Whole == nil {
		o.Whole, err = o.readObject("--stdin", o.Stdin, false)
	}
	return o.Whole, err
}

// ownFields returns the fields of a payload that belong to the event, without the base fields.
func (o *Flags) ownFields(event hook.Event, given *jsonvalue.Object) *jsonvalue.Object {
	fields := jsonvalue.New()
	for key, value := range given.All() {
		if _, ok := o.Agent.Row(event).Field(key); ok {
			fields.Set(key, value)
		}
	}
	return fields
}

// eventOf returns the event that --event or the payload names. A payload of another agent may be
// tried under this agent's name for its event.
func (o *Flags) eventOf(w *Whole) (hook.Event, error) {
	node, named := w.eventNode()
	switch {
	case o.Event != "" && named && o.Agent.Knows(node.Text()) && node.Text() != o.Event && o.Agent.Knows(o.Event):
		return "", console.Usage(fmt.Sprintf("%s: the payload is one of %s, not of %s", node.Position(), node.Text(), o.Event), "leave out the event, or name the payload's own")
	case o.Event != "":
		if event := o.named(); event != "" {
			return event, nil
		}
		return "", eventinput.Without(o.Agent.Contract, o.Event)
	case !named:
		event, fits := w.fits(o.Agent)
		if !fits {
			return "", console.Usage(fmt.Sprintf("%s: the payload names no hook_event_name", w.node.Position()), "name the event with --event")
		}
		if o.Agent.NamesEvents() && !o.NotFirst {
			o.Note(fmt.Sprintf("the payload names no event: taken for one of %s, which it looks like (--event names another)", event))
		}
		return event, nil
	}
	if event, ok := eventinput.Event(o.Agent.Contract, node.Text()); ok && (o.AnyAgent || o.Agent.Knows(node.Text())) {
		return event, nil
	}
	if err := o.checkEvent(node.Text()); err != nil {
		if f, ok := errors.AsType[*console.Failure](err); ok {
			return "", console.Usage(fmt.Sprintf("%s: %s", node.Position(), f.Message), f.Hint)
		}
		return "", err
	}
	return "", eventinput.Without(o.Agent.Contract, node.Text())
}

// unknownFields warns where a payload differs from what the agent would send. The hook still gets a
// whole payload unchanged, because that difference may be what the user tests. With partial, the
// sample supplies missing fields, and fields that the event doesn't have are left out.
func (o *Flags) unknownFields(event hook.Event, node *document.Node, partial bool) {
	if o.Quiet || o.NotFirst || !o.Agent.Required() {
		return
	}
	var invalid *schemas.Error
	if !errors.As(schemas.ValidateNode(schemas.Stdin(string(event)), node), &invalid) {
		return
	}
	left := ""
	if partial {
		left = ": left out"
	}
	for _, fault := range invalid.Faults {
		name, nested, _ := strings.Cut(strings.TrimPrefix(fault.Pointer, "/"), "/")
		switch {
		case fault.Pointer == "" && (partial || o.lacksBaseField(fault)), slices.Contains(o.Agent.BaseNames(), name):
		case fault.Keyword == "unevaluatedProperties" && nested == "" && fault.Property != "":
			o.Warn(fmt.Sprintf("%s: %s sends no %q on %s%s", fault.Position, o.Agent.Product, fault.Property, event, left), "")
		default:
			o.Warn(fault.String(), "")
		}
	}
	if invalid.More > 0 {
		o.Note(fmt.Sprintf("the payload has %s more", english.Count(invalid.More, "fault")))
	}
}

// lacksBaseField reports whether a missing field is one that the run supplies.
func (o *Flags) lacksBaseField(fault schemas.Fault) bool {
	return fault.Keyword == "required" && slices.Contains(o.Agent.BaseNames(), fault.Property)
}

// unknownSubject warns of an undocumented tool or other subject. The hook runs anyway.
func (o *Flags) unknownSubject(p *Payload) {
	if o.NotFirst {
		return
	}
	field := o.Agent.Row(p.Event).Subject.Field
	subject, ok := p.Fields.GetString(field)
	if !ok {
		return
	}
	message, hint := o.Agent.SubjectWarning(p.Event, subject)
	if message == "" {
		return
	}
	if foreign, ok := o.Agent.ForeignTool(subject); ok && o.Agent.Row(p.Event).Subject.Tool {
		hint = fmt.Sprintf("%s's %s is %s here", foreign.Product, subject, foreign.Here)
	}
	o.Warn(message, hint)
}

// readObject reads a JSON object from a flag: a file for @file, stdin for - or, if literal is
// set, the value itself.
func (o *Flags) readObject(flag, value string, literal bool) (*Whole, error) {
	name, data, err := o.readFlag(flag, value, literal)
	if err != nil {
		return nil, err
	}
	return wholeObject(name, data, notJSONHint(flag, value, literal))
}

// wholeObject reads a JSON object. The hint is for a text that is not JSON.
func wholeObject(name string, data []byte, hint string) (*Whole, error) {
	node, err := document.Parse(name, data, document.Options{})
	if err != nil {
		return nil, console.Usage(err.Error(), hint)
	}
	object, ok := node.Value().(*jsonvalue.Object)
	if !ok {
		return nil, console.Usage(fmt.Sprintf("%s: want a JSON object, got %s", node.Position(), node.Kind()), "")
	}
	return &Whole{node, object, data}, nil
}

// notJSONHint suggests @file if a literal looks like the name of a file.
func notJSONHint(flag, value string, literal bool) string {
	if !literal || value == "-" || strings.HasPrefix(value, "@") {
		return ""
	}
	if info, err := os.Stat(value); err == nil && !info.IsDir() {
		return fmt.Sprintf("a file is named with @: %s @%s", flag, value)
	}
	return ""
}

func (o *Flags) readFlag(flag, value string, literal bool) (name string, data []byte, err error) {
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
