package author

import (
	"slices"
)

// senders are the agents that may have sent a payload. Where they have events of the
// same name, LLxprt Code is asked alone, unless the payload looks more like another's.
func (o *attemptOptions) senders(w *whole, name string) []agent {
	known := sendersOf(w, name)
	if len(known) == 0 {
		return o.because(nil, "")
	}
	closest := closestOf(known)
	asked := func(among []sender, why string) []agent {
		return o.because(meant(func(a agent) bool {
			return slices.ContainsFunc(among, func(s sender) bool { return s.Contract == a.Contract })
		}), why)
	}
	ours := func(s sender) bool { return s.required() }
	regular := func(s sender) bool { return !s.Aside }
	switch {
	case slices.ContainsFunc(closest, ours):
		return []agent{contract()}
	case name == "" || slices.ContainsFunc(known, ours):
		return asked(closest, "whose payload looks like this")
	case slices.ContainsFunc(closest, regular):
		return asked(known, "whose event "+name+" is")
	}
	return asked(closest, "whose event "+name+" is")
}
