package probe

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/canary"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/visible"
	"github.com/hooktest/hooktest/internal/workers"
)

// Executes is the ID of the finding that a hook executes its input.
const Executes = "HT621"

// ht621 inserts each canary into the event inputs that the hook refuses and allows. Unless the user
// has given an event input, it also tries other tools' inputs.
func ht621() Probe {
	return Probe{Name: "execute", Does: "puts text into the payload that makes a file if it is executed", run: executesInput}
}

func executesInput(ctx context.Context, p *prober) (result, error) {
	for i, unharmed := range p.known() {
		all := Canaries(p.Contract, unharmed.eventInput, p.Text, i == 0 && !p.Given)
		found, _, runs, err := Execution(ctx, p.Testbed, all)
		p.runs.Add(int64(runs))
		if err != nil {
			return result{}, err
		}
		if found != nil {
			fed := "printf %s " + quoted(string(p.payload(found.EventInput)))
			return result{found: []Found{{Executed(found.Text, p.Text), p.seeFed(fed, "env", "HOME=/tmp") + "; ls /tmp/" + canary.File + "* " + canary.File + "*"}}}, nil
		}
	}
	return result{}, nil
}

// A Canary is an event input with a text that shows whether the hook executes it.
type Canary struct {
	EventInput
	Text canary.Text
}

// Canaries inserts each text into an event input and, if others is set, into the inputs of the tools
// that run a shell and write files, and of the tools that the script names.
func Canaries(c *dialect.Contract, o EventInput, script []byte, others bool) (all []Canary) {
	row, _ := c.Event(o.Event)
	asked := []EventInput{o}
	own, _ := o.Fields.GetString(row.Subject.Field)
	for _, tool := range c.Tools.Builtin {
		const most = 3
		if !others || !row.Subject.Tool || tool.Name == own || len(asked) > most || tool.Role != dialect.RunShell && tool.Role != dialect.WriteFile && !bytes.Contains(script, []byte(tool.Name)) {
			continue
		}
		if other, err := eventinput.Use(c, string(o.Event), tool.Name, nil); err == nil && other.Event == o.Event {
			asked = append(asked, EventInput{Event: o.Event, Fields: other.Fields})
		}
	}
	for _, o := range asked {
		name, _ := o.Fields.GetString(row.Subject.Field)
		tool, _ := c.Tools.Tool(name)
		texts := canary.Texts()
		if slices.Contains([]dialect.Role{dialect.WriteFile, dialect.EditFile, dialect.ReadFile}, tool.Role) || len(row.Works) > 0 {
			texts = append(texts, canary.Ending(script)...)
		}
		for _, text := range texts {
			now := o
			now.Fields = withCanary(c, row, tool, o.Fields, text)
			if o.Raw != nil {
				now.Raw = jsonvalue.Marshal(now.Fields)
			}
			all = append(all, Canary{now, text})
		}
	}
	return all
}

// withCanary returns the fields of an event with a canary in each text that the user or a model
// writes, including the tool's optional arguments. It keeps the tool's name and everything else
// that matchers are tested against.
func withCanary(c *dialect.Contract, row *dialect.Event, tool dialect.Tool, fields *jsonvalue.Object, text canary.Text) *jsonvalue.Object {
	fields = fields.Clone()
	if input, ok := fields.GetObject(row.Subject.Input); ok {
		for _, argument := range tool.Arguments {
			kind := cmp.Or(tool.Kinds[argument], "string")
			if !input.Has(argument) && (kind == "string" || kind == "number" && text.Number) {
				input.Set(argument, "")
			}
		}
	}
	names := []string{row.Subject.Field}
	for _, base := range c.Base {
		names = append(names, base.Name)
	}
	changed, _ := text.Into(fields, names...).(*jsonvalue.Object)
	return changed
}

// Execution runs a hook on canaries until it executes one. It returns that canary (nil if none was
// executed), the observation, and the number of runs.
func Execution(ctx context.Context, bed execution.Testbed, all []Canary) (found *Canary, observed execution.Observation, runs int, err error) {
	for batch := range slices.Chunk(all, atOnce) {
		seen, err := workers.Map(ctx, atOnce, batch, func(_ int, c Canary) (execution.Observation, error) {
			return bed.Try(ctx, execution.Variation{Event: c.Event, Fields: c.Fields, Raw: c.Raw, Canary: true})
		})
		runs += len(batch)
		if err != nil {
			return nil, execution.Observation{}, runs, err
		}
		if i := slices.IndexFunc(seen, func(o execution.Observation) bool { return o.Executed }); i >= 0 {
			return &batch[i], seen[i], runs, nil
		}
	}
	return nil, execution.Observation{}, runs, nil
}

// Executed returns the finding that a canary was executed, with the script line that probably did
// it.
func Executed(text canary.Text, script []byte) finding.Finding {
	const shown = 80
	where := ""
	if number, line := text.Line(script); number > 0 {
		where = fmt.Sprintf(" (line %d: %s)", number, visible.Clip(visible.Line(line), shown))
	}
	return finding.Finding{
		Rule: finding.RuleOf(Executes),
		Text: fmt.Sprintf("%s ran %q from the payload%s: what a model or a page writes runs on this machine, whatever the agent decides", text.By, strings.TrimSpace(text.Text), where),
		Fix:  `hand text on as data: no eval and no sh -c, "$command" as an argument of its own, a parameter in SQL, grep -F instead of sed`,
	}
}
