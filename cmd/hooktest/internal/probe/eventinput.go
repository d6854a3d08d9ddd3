package probe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/visible"
	"github.com/hooktest/hooktest/internal/workers"
)

// An EventInput is the event input of a run.
type EventInput struct {
	Event  hook.Event
	Fields *jsonvalue.Object
	// Raw is a payload that hooks read byte for byte; Fields then has all its fields. If it is nil,
	// the base fields are generated.
	Raw []byte
	// Role is the tool's role, and On is its main argument. Prompted is a role too. Both are empty
	// for any other event input.
	Role dialect.Role
	On   string
	// At is the dotted field of the main argument in fields that were given. It is empty if the
	// fields are those of Happening.
	At string
	// Flags are the flags of hooktest run for this event input, quoted for a shell.
	Flags string
}

// Prompted is the role of a user's prompt.
const Prompted dialect.Role = "prompt"

// flags returns the flag of hooktest run for a role.
func flags(role dialect.Role) string {
	switch role {
	case dialect.RunShell:
		return "--bash"
	case dialect.WriteFile:
		return "--write"
	case Prompted:
		return "--prompt"
	}
	return ""
}

// Happening returns the event input for a tool call of a role, or for a user's prompt. An empty
// event selects the usual one. It returns an error if the agent has no such tool or event.
func Happening(c *dialect.Contract, event string, role dialect.Role, on string) (EventInput, error) {
	var of eventinput.Input
	var err error
	if role == Prompted {
		of, err = eventinput.Prompt(c, event, on)
	} else {
		of, err = eventinput.Call(c, event, role, on)
	}
	if err != nil {
		return EventInput{}, err
	}
	o := EventInput{Event: of.Event, Fields: of.Fields, Role: role, On: on}
	if flag := flags(role); flag != "" {
		o.Flags = flag + " " + quoted(on)
		return o, nil
	}
	row, _ := c.Event(of.Event)
	tool, _ := of.Fields.GetString(row.Subject.Field)
	input, _ := of.Fields.Get(row.Subject.Input)
	o.Flags = fmt.Sprintf("--tool %s --input %s", quoted(tool), quoted(string(jsonvalue.Marshal(input))))
	return o, nil
}

// Title describes the event input in a few words.
func (o EventInput) Title() string {
	const shown = 60
	on := visible.Clip(visible.Line(o.On), shown)
	switch o.Role {
	case dialect.RunShell:
		return fmt.Sprintf("the command %q", on)
	case dialect.WriteFile:
		return "writing " + on
	case dialect.EditFile:
		return "editing " + on
	case dialect.ReadFile:
		return "reading " + on
	case Prompted:
		return fmt.Sprintf("the prompt %q", on)
	}
	return string(o.Event)
}

// with returns the same event input with another text in a field.
func (o EventInput) with(field, text string) EventInput {
	o.Fields = o.Fields.Clone()
	eventinput.Set(o.Fields, field, text)
	if o.Raw != nil {
		o.Raw = jsonvalue.Marshal(o.Fields)
	}
	o.Flags += " --set " + quoted(field+"="+string(jsonvalue.Marshal(text)))
	return o
}

// about returns the same event input with another main argument.
func (p *prober) about(o EventInput, on string) (EventInput, error) {
	if o.At == "" {
		return Happening(p.Contract, string(o.Event), o.Role, on)
	}
	o = o.with(o.At, on)
	o.On = on
	return o, nil
}

// arguments returns the arguments of hooktest run for the event input.
func (o EventInput) arguments(c *dialect.Contract) string {
	text := fmt.Sprintf("--agents %s --event %s", c.Name, o.Event)
	if o.Flags != "" {
		text += " " + o.Flags
	}
	return text
}

// begin runs the unmodified hook. If the event inputs do not include both a refused and an allowed
// one, it tries others for the same event.
func (p *prober) begin(ctx context.Context, eventInputs []EventInput) error {
	if len(eventInputs) == 0 {
		return errors.New("there is nothing to ask the hook about")
	}
	shots, err := p.all(ctx, eventInputs, execution.Variation{})
	if err != nil {
		return err
	}
	for _, s := range shots {
		if finding.Unstarted(s.verdict, s.Result) || s.verdict.Kind == effect.Timeout {
			return &execution.Unfit{Verdict: s.verdict, Observation: s.Observation}
		}
	}
	p.first = &shots[0]
	p.choose(shots)
	event := eventInputs[0].Event
	if row, _ := p.Contract.Event(event); !row.Subject.Tool && !row.HasPrompt() || !p.guards(eventInputs[0]) {
		return nil
	}
	if p.refused == nil && !p.Given {
		candidates := p.candidates()
		if p.tried, err = p.search(ctx, event, candidates); err != nil {
			return err
		}
		p.choose(p.tried)
	}
	if p.allowed == nil {
		tried, err := p.search(ctx, event, harmless())
		if err != nil {
			return err
		}
		p.tried = append(p.tried, tried...)
		p.choose(tried)
	}
	return nil
}

// choose picks the first refused, the first allowed and the first failed run, and prefers a refused
// command.
func (p *prober) choose(shots []shot) {
	p.fails(shots)
	if p.refused == nil {
		i := slices.IndexFunc(shots, func(s shot) bool { return objects(s.verdict) && s.eventInput.Role == dialect.RunShell })
		if i >= 0 {
			p.refused = &shots[i]
		}
	}
	for i := range shots {
		switch s := &shots[i]; {
		case p.refused == nil && objects(s.verdict):
			p.refused = s
		case p.allowed == nil && passes(s.verdict) && !s.verdict.Kind.Unguarded():
			p.allowed = s
		}
	}
}

// most limits the number of event inputs in the search for a refused one.
const most = 80

// search runs the hook on the candidates that the event supports.
func (p *prober) search(ctx context.Context, event hook.Event, candidates []EventInput) ([]shot, error) {
	var fit []EventInput
	for _, c := range candidates {
		if o, err := Happening(p.Contract, string(event), c.Role, c.On); err == nil && len(fit) < most {
			fit = append(fit, o)
		}
	}
	return p.all(ctx, fit, execution.Variation{})
}

// all runs the hook on each event input, several at once.
func (p *prober) all(ctx context.Context, eventInputs []EventInput, variation execution.Variation) ([]shot, error) {
	return workers.Map(ctx, atOnce, eventInputs, func(_ int, one EventInput) (shot, error) { return p.fire(ctx, one, variation) })
}

// quotations matches quoted texts.
var quotations = lazyregexp.New(`'([^'\n]{2,80})'|"([^"\n$]{2,80})"`)

// spokenOf returns the quoted texts of the hook as commands, files and prompts, because a guard
// names there what it looks for. For a pattern it also returns a matching text.
func (p *prober) spokenOf() []EventInput {
	var all []EventInput
	seen := map[string]bool{}
	for _, m := range quotations.FindAllSubmatch(p.Text, 30) {
		literal := string(m[1]) + string(m[2])
		for _, text := range []string{plain(literal), literal} {
			text = strings.TrimSpace(text)
			if seen[text] || text == "" || len(all) >= most/2 {
				continue
			}
			seen[text] = true
			all = append(all, EventInput{Role: dialect.RunShell, On: text}, EventInput{Role: dialect.WriteFile, On: text}, EventInput{Role: Prompted, On: text})
		}
	}
	return all
}
