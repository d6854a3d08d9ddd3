package suite

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
)

// observationOf returns the observation that an adapter must support so that the answer
// has the member at this path. It returns "" for a member that every adapter sends.
// Each of these names has the same meaning in all answers.
func observationOf(path string) adapter.Observation {
	member, below, _ := strings.Cut(path, ".")
	if _, err := strconv.Atoi(member); err == nil {
		// One answer of a burst.
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

// ObservationsOf returns the observations that the assertions of a case need, each once
// and sorted.
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

// unseen reports whether the adapter does not support an observation. If so, it records
// this in the open scope, whose verdict becomes "not observable" instead of "fail". If
// the request itself failed, that failure decides the verdict and unseen returns false.
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
