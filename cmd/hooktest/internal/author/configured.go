package author

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
)

// configured are samples of the events for which the settings of the current
// directory name the script, in the order of the specification: each with a
// subject, such as a tool, that the hook's matcher matches.
func (o *runOptions) configured(a agent, t target) ([]payload, error) {
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
	plans := planner.New(a.Contract, a.registered(doc), nil)
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

// subjects are what matchers of an event are commonly tested against, the most
// common first, and in the end the subject that matches all (INT-20).
func (a agent) subjects(event hook.Event) []string {
	common := a.row(event).Subject.Values
	if a.row(event).Subject.Tool {
		common = slices.Concat(a.Tools.Common, a.Tools.Names())
	}
	return append(slices.Clone(common), "")
}

// isNamedBy tells whether an entry's command names the script, as the shell
// reads it in the project folder.
func (t target) isNamedBy(entry hook.Entry, project, home string) bool {
	in := commandfile.Places{Project: project, Home: home}
	command := in.Expanded(strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(entry.Command))
	for _, word := range words(command) {
		if in.Path(word) == t.path {
			return true
		}
	}
	// A path with blanks is more than one word.
	return strings.ContainsAny(t.path, " \t") && strings.Contains(" "+command+" ", " "+t.path+" ")
}
