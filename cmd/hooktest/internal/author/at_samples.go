package author

import (
	"fmt"

	"github.com/hooktest/hooktest/internal/english"
)

// samples are those of each event that the hook serves: the settings know best, then
// the script itself; a hook that tells nothing is tried with all.
func (o *attemptOptions) samples(t target) ([]payload, error) {
	configured, err := o.configured(o.agent, t)
	if err != nil {
		return nil, err
	}
	if len(configured) > 0 {
		o.sayOnce(fmt.Sprintf("no event given: trying %s, for which the settings name the hook", english.And(occasions(configured))))
		return configured, nil
	}
	events, tool, why := t.events(o.agent), t.tool(o.agent), "of which the hook's text speaks"
	if len(events) == 0 {
		events, why = t.eventsOfName(o.agent), "after which the hook's file is called"
	}
	if len(events) == 0 {
		events = o.agent.EventNames()
		o.sayOnce(fmt.Sprintf("no event given, and neither the settings nor the hook's text name one: trying all %d", len(events)))
	}
	var all []payload
	for _, event := range events {
		subject := ""
		if o.agent.row(event).Subject.Tool {
			subject = tool
		}
		all = append(all, payload{event: event, fields: o.agent.Sample(event, subject)})
	}
	if len(all) < len(o.agent.Events) {
		o.sayOnce(fmt.Sprintf("no event given: trying %s, %s", english.And(occasions(all)), why))
	}
	return all, nil
}

// sayOnce is a note, unless another agent was asked before, or one of the events is
// chosen anyway.
func (o *attemptOptions) sayOnce(text string) {
	if !o.beside && !o.single {
		o.Note(text)
	}
}

// occasions are the events of payloads.
func occasions(payloads []payload) []string {
	names := make([]string, len(payloads))
	for i, p := range payloads {
		names[i] = string(p.event)
	}
	return names
}
