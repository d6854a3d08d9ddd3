package suite

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
)

// observationOf names what an adapter has to observe for the member of an answer
// at the path to be there, or "" where every adapter gives it. No two answers
// use one of these names for different things.
func observationOf(path string) adapter.Observation {
	member, below, _ := strings.Cut(path, ".")
	if _, err := strconv.Atoi(member); err == nil {
		// One of the answers to a burst.
		member, below, _ = strings.Cut(below, ".")
	}
	switch member {
	case "plan":
		if strings.HasPrefix(below, "hooks.") && strings.HasSuffix(below, ".timeout") {
			return adapter.ObserveTimeouts
		}
	case "totalDuration":
		return adapter.ObserveDurations
	case "warnings", "skipped", "published", "transitions", "attempts", "displayed", "conversation", "toolCalls", "constructed", "telemetry":
		return adapter.Observation(member)
	}
	return ""
}

// ObservationsOf are those that the assertions of a case are about, each once.
func ObservationsOf(c cases.Case) []adapter.Observation {
	var all []adapter.Observation
	for _, s := range c.Script {
		var o adapter.Observation
		switch {
		case s.Command == "warned":
			o = adapter.ObserveWarnings
		case s.Command == "logged":
			o = adapter.ObserveTelemetry
		case s.Command == "want" && len(s.Args) > 0:
			o = observationOf(s.Args[0])
		}
		if o != "" {
			all = append(all, o)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// unseen tells that the adapter does not observe what an assertion is about, and
// notes that for the open scope: it is not observable instead of failed. What
// the request's failure says about the scope comes first.
func (w *world) unseen(o adapter.Observation) bool {
	if o == "" || w.failure != nil || slices.Contains(w.client.Hello().Observes, o) {
		return false
	}
	if w.current != nil {
		w.current.assertions++
		w.current.unseen = append(w.current.unseen, string(o))
	}
	return true
}
