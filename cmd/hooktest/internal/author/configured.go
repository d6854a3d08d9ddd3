package author

import (
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
)

// configured are samples of the events for which the settings of the current
// directory name the script, in the order of the specification: each with a
// subject, such as a tool, that the hook's matcher matches.
func (o *attemptOptions) configured(a agent, t target) ([]payload, error) {
	if t.path == "" {
		return nil, nil
	}
	doc, err := (&settingsFlags{project: ".", whose: a}).load()
	if err != nil {
		// They may be broken for a reason that has nothing to do with this hook;
		// plan and fire insist.
		if a.required() {
			o.Warn("the settings name no event: "+err.Error(), "")
		}
		return nil, nil
	}
	plans := planner.New(a.Contract, registered(a, doc), nil)
	project, err := filepath.Abs(".")
	if err != nil {
		return nil, console.Fault(err)
	}
	named := func(entry hook.Entry) bool { return t.isNamedBy(entry, project, o.Getenv("HOME")) }
	var all []payload
	for _, event := range a.EventNames() {
		for _, subject := range a.subjects(event) {
			plan, err := plans.Explain(event, subject)
			if err != nil {
				return nil, console.Fault(err)
			}
			if slices.ContainsFunc(plan.Entries, named) {
				all = append(all, payload{event: event, fields: a.Sample(event, subject)})
				break
			}
		}
	}
	return all, nil
}
