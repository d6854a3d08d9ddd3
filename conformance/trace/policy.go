package trace

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/internal/source"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// PolicyFile is the path of the policy from the module's root.
const PolicyFile = "conformance/trace/policy.yaml"

// A Policy says what the coverage gates require, and what is excused.
type Policy struct {
	// Require has the required percentage of the denominator for each gate; 100 if a
	// gate is missing.
	Require map[Gate]float64
	// Limit has the maximal percentage for each gate.
	Limit   map[Gate]float64
	Waivers []Waiver
}

type policyDocument struct {
	Require map[Gate]float64                 `yaml:"require"`
	Limit   map[Gate]float64                 `yaml:"limit"`
	Waivers []yamltext.Located[waiverInFile] `yaml:"waivers"`
}

type waiverInFile struct {
	ID     string `yaml:"id"`
	Rung   Rung   `yaml:"rung"`
	Reason string `yaml:"reason"`
	Until  string `yaml:"until"`
}

// ParsePolicy reads a policy. The error joins all its faults, each with the name and
// the line.
func ParsePolicy(name string, data []byte) (Policy, error) {
	p := Policy{Require: map[Gate]float64{}, Limit: map[Gate]float64{}}
	var doc policyDocument
	if len(strings.TrimSpace(string(data))) == 0 {
		return p, nil
	}
	if err := yamltext.Unmarshal(data, &doc); err != nil {
		return p, yamltext.In(name, err)
	}
	var faults []error
	tune := func(shares map[Gate]float64, limit bool, tuned map[Gate]float64) {
		for gate, share := range shares {
			tuned[gate] = share
			if fault := gate.untunable(share, limit); fault != nil {
				faults = append(faults, fmt.Errorf("%s: %w", name, fault))
			}
		}
	}
	tune(doc.Require, false, p.Require)
	tune(doc.Limit, true, p.Limit)
	seen := map[string]source.Position{}
	for _, w := range doc.Waivers {
		if w.Err != nil {
			faults = append(faults, yamltext.In(name, w.Err))
			continue
		}
		v, position := w.Value, source.At(name, w.Line)
		switch {
		case v.ID == "":
			faults = append(faults, fmt.Errorf("%s: a waiver names no id", position))
		case v.Rung != Linked && v.Rung != Executed && v.Rung != Passed && v.Rung != Proven:
			faults = append(faults, fmt.Errorf("%s: %q is not a rung that can be waived: linked, executed, passed or proven", position, v.Rung))
		case strings.TrimSpace(v.Reason) == "":
			faults = append(faults, fmt.Errorf("%s: the waiver of %s gives no reason", position, v.ID))
		}
		if _, err := time.Parse(time.DateOnly, v.Until); err != nil {
			faults = append(faults, fmt.Errorf("%s: the waiver of %s ends on %q, which is not a day such as 2027-01-31", position, v.ID, v.Until))
		}
		if at, twice := seen[v.ID+string(v.Rung)]; twice {
			faults = append(faults, fmt.Errorf("%s: %s is also waived at %s", position, v.ID, at))
		}
		seen[v.ID+string(v.Rung)] = position
		p.Waivers = append(p.Waivers, Waiver{ID: v.ID, Rung: v.Rung, Reason: strings.TrimSpace(v.Reason), Until: v.Until, Position: position})
	}
	return p, errors.Join(faults...)
}

// untunable returns an error if a gate can't have this share, as a limit or as a minimum.
func (g Gate) untunable(share float64, limit bool) error {
	switch {
	case !slices.Contains(Gates(), g):
		return fmt.Errorf("there is no gate %q", g)
	case g.Integrity() || g == GateBaseline:
		return fmt.Errorf("the gate %s can't be tuned", g)
	case share < 0 || share > 100:
		return fmt.Errorf("%s wants %g, which is not a percentage", g, share)
	case g == GateOutside && !limit:
		return fmt.Errorf("the gate %s has a maximum, not a minimum: name it under limit", g)
	case g != GateOutside && limit:
		return fmt.Errorf("the gate %s has a minimum, not a maximum: name it under require", g)
	}
	return nil
}

// expired reports whether a waiver's last day is over.
func (w Waiver) expired(now time.Time) bool {
	return now.UTC().Format(time.DateOnly) > w.Until
}

// covers reports whether a waiver excuses a clause, by the id of the clause or of its
// requirement.
func (w Waiver) covers(clause string) bool {
	return w.ID == clause || w.ID == catalogue.Owner(clause)
}
