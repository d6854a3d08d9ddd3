package invocation

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
)

// Asked chooses the agents whose verdicts count, and returns them with the reason. It takes the
// first group that is not empty: the agents of --agents (without a reason), those whose settings
// name the hook, those that may have sent the payload, those that have this type of hook for a
// hook given as settings, those whose folder contains the hook, those that its text fits, and
// finally every agent that was run. The event input never affects the choice.
func (o *Options) Asked(t target.Target) (asked []roster.Agent, why string, err error) {
	if len(o.Chosen) > 0 {
		return o.Chosen, "", nil
	}
	because := func(found []roster.Agent, why string) ([]roster.Agent, string, error) {
		return found, roster.Because(found, why), nil
	}
	configured, err := o.configuredIn(t)
	if err != nil || len(configured) > 0 {
		return because(configured, "whose settings name the hook")
	}
	if o.GivenWhole() {
		w, err := o.ReadWhole()
		if err != nil {
			return nil, "", err
		}
		if found, why := senders(w); len(found) > 0 {
			return because(found, why)
		}
	}
	if t.Entry != nil {
		kind, _ := t.Entry.GetString("type")
		found := roster.Meant(func(a roster.Agent) bool {
			handler, has := a.Handlers.Handler(kind)
			return has && (handler.Starts || handler.Asks != "")
		})
		return because(found, "which have "+kind+" hooks")
	}
	if found := roster.Meant(t.KeptBy); len(found) > 0 {
		return because(found, "in whose folder the hook is")
	}
	if found, words := t.SpokenTo(); len(found) > 0 {
		return because(found, "whose words the hook's text uses: "+english.And(words))
	}
	all := roster.Where(func(a roster.Agent) bool { return !a.OnlyNamed })
	return because(all, "since neither settings nor the hook's text say whose hook it is")
}

// configuredIn returns the agents whose settings, in the current directory or in the hook's
// plugin, name the hook.
func (o *Options) configuredIn(t target.Target) ([]roster.Agent, error) {
	files := map[string][]string{}
	for _, c := range dialect.Contracts() {
		read, err := o.around(roster.Agent{Contract: c}, t)
		if err != nil {
			return nil, err
		}
		for _, one := range read.named {
			files[c.Name] = append(files[c.Name], one.Position.File)
		}
	}
	return roster.Reading(func(a roster.Agent) []string { return files[a.Name] }), nil
}

// senders returns the agents that may have sent a payload: those whose events and fields match
// best, and those that match equally well and have the same name for the event before a tool.
func senders(w *payload.Whole) (found []roster.Agent, why string) {
	name, _ := w.Named()
	known := payload.Senders(w, name)
	if len(known) == 0 {
		return nil, ""
	}
	closest := payload.Closest(known)
	found = roster.Meant(func(a roster.Agent) bool {
		return slices.ContainsFunc(known, func(s payload.Sender) bool {
			return s.Contract == a.Contract && slices.ContainsFunc(closest, s.Like)
		})
	})
	if name == "" {
		return found, "whose payload looks like this"
	}
	return found, "whose event " + name + " is"
}
