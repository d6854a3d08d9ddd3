package report

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/conformance/cause"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// mendFirst is how many causes stand on top of a report.
const mendFirst = 5

// foremost are the causes to begin with, and what stands above them.
func (r Run) foremost() (heading string, causes []cause.Cause) {
	causes = r.causes[:min(len(r.causes), mendFirst)]
	heading = "Mend this first"
	if len(causes) > 1 {
		heading = fmt.Sprintf("Mend these %s first", [...]string{2: "two", 3: "three", 4: "four", 5: "five"}[len(causes)])
	}
	if n := len(r.causes); n > len(causes) {
		heading += fmt.Sprintf(" (of %d likely causes)", n)
	}
	return heading, causes
}

// worth is how many checks a cause stands behind.
func worth(c cause.Cause) string {
	text := english.Count(len(c.Checks), "check")
	var notes []string
	if c.Alone < len(c.Checks) {
		notes = append(notes, fmt.Sprintf("%d with nothing else against them", c.Alone))
	}
	if known := len(c.Checks) - c.Red; known > 0 {
		notes = append(notes, english.Count(known, "known failure"))
	}
	if c.Blame != outcome.BlameImplementation {
		notes = append(notes, "blame: "+blamed(c.Blame))
	}
	if len(notes) > 0 {
		text += " (" + strings.Join(notes, ", ") + ")"
	}
	return text
}

// about names the requirements that the checks of a cause are about, each once.
func (r Run) about(c cause.Cause) []string {
	var ids []string
	for _, check := range c.Checks {
		if id := r.marked(check.Requirement); len(ids) == 0 || ids[len(ids)-1] != id {
			ids = append(ids, id)
		}
	}
	return ids
}

// smallest says where a cause is seen with the least to read.
func (r Run) smallest(c cause.Cause) string {
	file, line := r.place(c.Smallest)
	return fmt.Sprintf("%s in %s:%d", visible.Line(c.Smallest.Check), visible.Line(file), line)
}

// marked is an id with the mark of a target.
func (r Run) marked(id string) string {
	requirement, _, _ := strings.Cut(id, ".")
	if mark := r.states[requirement].Mark(); mark != "" {
		return id + " " + mark
	}
	return id
}

// blamed says who is to blame.
func blamed(b outcome.Blame) string {
	switch b {
	case outcome.BlameImplementation, outcome.BlameAdapter, outcome.BlameSuite:
		return "the " + string(b)
	case outcome.BlameMachine:
		return "this machine"
	}
	return "nobody"
}

// blames counts the checks that fail the run by who is to blame; empty where
// there are none.
func blames(t stream.Totals) string {
	counts := map[outcome.Blame]int{}
	for v, n := range t.Checks {
		if v.Red() {
			counts[v.Blame()] += n
		}
	}
	var parts []string
	for _, b := range outcome.Blames() {
		if counts[b] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", blamed(b), counts[b]))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "blame: " + strings.Join(parts, ", ")
}
