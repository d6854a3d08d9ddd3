package attempt

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

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
	named, err := o.naming(t)
	if err != nil {
		return nil, err
	}
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

// naming tells whether settings of the current directory mean the hook.
func (o *Options) naming(t target.Target) (func(hook.Entry) bool, error) {
	folder, err := filepath.Abs(".")
	if err != nil {
		return nil, console.Fault(err)
	}
	return func(entry hook.Entry) bool { return t.IsNamedBy(entry, folder, o.Getenv("HOME")) }, nil
}

// warnOfUnfired says that an agent whose settings name the script does not start it for what it is
// run for: whoever tries a hook by hand takes it for one that runs.
func (o *Options) warnOfUnfired(all []Try, t target.Target) error {
	if t.Path == "" {
		return nil
	}
	named, err := o.naming(t)
	if err != nil {
		return err
	}
	for _, try := range all {
		if try.Absent != "" || try.Fields == nil {
			continue
		}
		doc, err := (&project.Source{Project: ".", Whose: try.Agent}).Load()
		if err != nil {
			continue
		}
		subject, _ := try.Fields.GetString(try.Agent.Row(try.Event).Subject.Field)
		plan, err := planner.New(try.Agent.Contract, project.Registered(try.Agent, doc), nil).Explain(try.Event, subject)
		if err != nil || slices.ContainsFunc(plan.Entries, named) {
			continue
		}
		i := slices.IndexFunc(plan.Skipped, func(s hook.Skipped) bool { return named(s.Entry) })
		if i < 0 {
			continue
		}
		what := strings.TrimSpace(string(try.Event) + " " + subject)
		o.Warn(fmt.Sprintf("%s does not start this hook for %s: %s (%s)", try.Agent.Name, what, plan.Skipped[i].Reason, plan.Skipped[i].Rule),
			fmt.Sprintf("hooktest plan %s --agent %s", what, try.Agent.Name))
	}
	return nil
}
