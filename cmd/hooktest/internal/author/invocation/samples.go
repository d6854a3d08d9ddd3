package invocation

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// samples returns a sample for each event that the hook handles: those in the settings, else
// those that the script suggests, else all.
func (o *Options) samples(t target.Target) ([]payload.Payload, error) {
	read, err := o.around(o.Agent, t)
	if err != nil {
		return nil, err
	}
	if configured := read.payloads(); len(configured) > 0 {
		o.sayOnce(len(configured), fmt.Sprintf("no event given: trying %s, for which the settings name the hook", english.And(eventNames(configured))))
		return configured, nil
	}
	events, tool, why := t.Events(o.Agent), t.Tool(o.Agent), "of which the hook's text speaks"
	if len(events) == 0 {
		events, why = t.EventsOfName(o.Agent), "after which the hook's file is called"
	}
	if len(events) == 0 {
		events = o.Agent.EventNames()
		o.sayOnce(len(events), fmt.Sprintf("no event given, and neither the settings nor the hook's text name one: trying all %d", len(events)))
	}
	var all []payload.Payload
	for _, event := range events {
		subject := ""
		if o.Agent.Row(event).Subject.Tool {
			subject = tool
		}
		all = append(all, payload.Payload{Event: event, Fields: o.Agent.Sample(event, subject)})
	}
	if len(all) < len(o.Agent.Events) {
		o.sayOnce(len(all), fmt.Sprintf("no event given: trying %s, %s", english.And(eventNames(all)), why))
	}
	return all, nil
}

// sayOnce writes a note about this number of samples, unless another agent was tried before
// (Beside) or the command itself reports which sample it takes (One).
func (o *Options) sayOnce(samples int, text string) {
	if !o.NotFirst && (!o.One || samples == 1) {
		o.Note(text)
	}
}

func eventNames(payloads []payload.Payload) []string {
	return lists.Of(payloads, func(p payload.Payload) string { return string(p.Event) })
}
