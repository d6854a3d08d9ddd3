package attempt

import (
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
)

// configured are samples of the events for which the settings of the current
// directory name the script, in the order of the specification: each with a
// subject, such as a tool, that the hook's matcher matches.
func (o *Options) configured(a agents.Agent, t target.Target) ([]payload.Payload, error) {
	if t.Path == "" {
		return nil, nil
	}
	doc, err := (&project.Source{Project: ".", Whose: a}).Load()
	if err != nil {
		// They may be broken for a reason that has nothing to do with this hook;
		// plan and fire insist.
		if a.Required() {
			o.Warn("the settings name no event: "+err.Error(), "")
		}
		return nil, nil
	}
	plans := planner.New(a.Contract, project.Registered(a, doc), nil)
	project, err := filepath.Abs(".")
	if err != nil {
		return nil, console.Fault(err)
	}
	named := func(entry hook.Entry) bool { return t.IsNamedBy(entry, project, o.Getenv("HOME")) }
	var all []payload.Payload
	for _, event := range a.EventNames() {
		for _, subject := range a.Subjects(event) {
			plan, err := plans.Explain(event, subject)
			if err != nil {
				return nil, console.Fault(err)
			}
			if slices.ContainsFunc(plan.Entries, named) {
				all = append(all, payload.Payload{Event: event, Fields: a.Sample(event, subject)})
				break
			}
		}
	}
	return all, nil
}
