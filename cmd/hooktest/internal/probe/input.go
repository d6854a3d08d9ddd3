package probe

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/shellword"
)

// large is the number of bytes added to a payload: a file that a model writes may be as long.
const large = 1 << 20

// largeInput lengthens a payload text that guards do not check.
func largeInput(ctx context.Context, p *prober) (result, error) {
	for _, unharmed := range p.known() {
		o, where := p.padded(unharmed.eventInput, strings.Repeat("x\n", large/2))
		now, err := p.fire(ctx, o, execution.Variation{})
		if err != nil {
			return result{}, err
		}
		if text := p.broken(*unharmed, now); text != "" {
			return finds("HT609", fmt.Sprintf("with 1 MiB in %s %s", where, text), "hand the payload on by pipe or file: an argument or a variable of the environment holds 128 KiB, and under pipefail a pipe that is not read to its end is a failure",
				p.seeLarge(unharmed.eventInput)), nil
		}
	}
	return result{}, nil
}

// padded returns an event input with a long text in a field that does not affect the decision, and
// the field's name.
func (p *prober) padded(o EventInput, text string) (padded EventInput, where string) {
	o.Fields = o.Fields.Clone()
	row, _ := p.Contract.Event(o.Event)
	name := "description"
	in, ok := o.Fields.GetObject(row.Subject.Input)
	switch {
	case !row.Subject.Tool || !ok:
		in, name = o.Fields, "details"
	case in.Has("content"):
		// The file still begins with the deciding text, and a hook that reads line by line may stop
		// there.
		before, _ := in.GetString("content")
		name, text = "content", before+"\n"+text
	}
	in.Set(name, text)
	if o.Raw != nil {
		o.Raw = jsonvalue.Marshal(o.Fields)
	}
	return o, name
}

// seeLarge returns a command line that generates the long payload while hooktest reads it: it would
// be too long for an argument.
func (p *prober) seeLarge(o EventInput) string {
	const mark = "LONG"
	padded, _ := p.padded(o, mark)
	payload := p.payload(padded)
	before, after, _ := bytes.Cut(payload, []byte(mark))
	return fmt.Sprintf(`{ printf %%s %s; yes 'x\n' | head -n %d | tr -d '\n'; printf %%s %s; } | hooktest run %s --agents %s --event %s%s`,
		shellword.Quoted(string(before)), large/2, shellword.Quoted(string(after)), p.hook.Name, p.Contract.Name, o.Event, p.hook.Args)
}

// malformed runs a refused event input with half of the payload, and with an empty one.
func malformed(ctx context.Context, p *prober) (result, error) {
	if p.refused == nil {
		return result{silent: nothingRefused}, nil
	}
	o := p.refused.eventInput
	payload := p.payload(o)
	var passed []string
	see := ""
	for _, kind := range []struct {
		name string
		left []byte
	}{{"a payload that breaks off in the middle", payload[:len(payload)/2]}, {"an empty stdin", []byte{}}} {
		now, err := p.fire(ctx, o, execution.Variation{Payload: func([]byte) []byte { return kind.left }})
		if err != nil {
			return result{}, err
		}
		if passes(now.verdict) {
			passed = append(passed, kind.name)
			if see == "" {
				see = p.seeFed("printf %s " + shellword.Quoted(string(kind.left)))
			}
		}
	}
	if len(passed) == 0 {
		return result{}, nil
	}
	return finds("HT610", english.And(passed)+" "+either(len(passed), "is", "are")+" let through",
		`refuse where there is nothing to judge: [ -n "$command" ] || { echo 'no command to judge' >&2; exit 2; }`, see), nil
}

const nothingRefused = "nothing is known that the hook refuses: name it with --bash, --write or --prompt"

func either(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// texts are texts that users and models write and that some hooks handle wrongly.
var texts = []struct{ name, text string }{
	{"quotes", `it's "quoted" \ $HOME`}, {"a line break", "one\ntwo\tthree"}, {"Unicode", "naïve Größe 日本語 🦊 \u202e"},
}

// oddText adds such texts without changing the operation: as a comment after a command, as the
// content of a file, at the end of a prompt.
func oddText(ctx context.Context, p *prober) (result, error) {
	asked := false
	for _, unharmed := range p.known() {
		o := unharmed.eventInput
		for _, each := range texts {
			other, ok := p.saying(o, each.text)
			if !ok {
				continue
			}
			asked = true
			now, err := p.fire(ctx, other, execution.Variation{})
			if err != nil {
				return result{}, err
			}
			if text := p.broken(*unharmed, now); text != "" {
				return finds("HT611", fmt.Sprintf("with %s in it %s", each.name, text),
					"have a JSON library read the payload and write the answer, and put shell variables in quotes", p.see(other)), nil
			}
		}
	}
	if !asked {
		return result{silent: "there is no text in " + string(p.known()[0].eventInput.Event) + " that could be written otherwise"}, nil
	}
	return result{}, nil
}

// saying returns an event input with an additional text that does not change the operation.
func (p *prober) saying(o EventInput, text string) (EventInput, bool) {
	switch o.Role {
	case dialect.RunShell:
		// A comment ends at the end of its line.
		o, err := p.about(o, o.On+" # "+strings.ReplaceAll(text, "\n", "\n# "))
		return o, err == nil
	case Prompted:
		o, err := p.about(o, o.On+" "+text)
		return o, err == nil
	case dialect.WriteFile:
		row, _ := p.Contract.Event(o.Event)
		if input, ok := o.Fields.GetObject(row.Subject.Input); ok && input.Has("content") {
			return o.with(row.Subject.Input+".content", text), true
		}
	}
	return o, false
}

// sameAnswers reports whether the hook's ending and stdout are equal in all runs. stderr does not
// count, because its tools may complain there.
func sameAnswers(shots []shot) bool {
	return !slices.ContainsFunc(shots, func(s shot) bool {
		first := shots[0].Result
		return s.Result.Ending != first.Ending || s.Result.Code != first.Code ||
			!bytes.Equal(s.Result.Stdout, first.Stdout)
	})
}
