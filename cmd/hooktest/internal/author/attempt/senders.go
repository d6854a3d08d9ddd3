package attempt

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
)

// senders are the agents that may have sent a payload. Where they have events of the
// same name, LLxprt Code is asked alone, unless the payload looks more like another's.
func (o *Options) senders(w *payload.Whole, name string) []agents.Agent {
	known := payload.Senders(w, name)
	if len(known) == 0 {
		return o.because(nil, "")
	}
	closest := payload.Closest(known)
	asked := func(among []payload.Sender, why string) []agents.Agent {
		return o.because(agents.Meant(func(a agents.Agent) bool {
			return slices.ContainsFunc(among, func(s payload.Sender) bool { return s.Contract == a.Contract })
		}), why)
	}
	ours := func(s payload.Sender) bool { return s.Required() }
	regular := func(s payload.Sender) bool { return !s.Aside }
	switch {
	case slices.ContainsFunc(closest, ours):
		return []agents.Agent{agents.Default()}
	case name == "" || slices.ContainsFunc(known, ours):
		return asked(closest, "whose payload looks like this")
	case slices.ContainsFunc(closest, regular):
		return asked(known, "whose event "+name+" is")
	}
	return asked(closest, "whose event "+name+" is")
}
