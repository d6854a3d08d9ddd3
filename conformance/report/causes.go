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

// fixFirst is how many causes are at the top of a report.
const fixFirst = 5

// foremost returns the causes to fix first, and the heading above them.
func (r Run) foremost() (heading string, causes []cause.Cause) {
	fixable := 0
	for fixable < len(r.causes) && r.causes[fixable].Fixable() {
		fixable++
	}
	causes = r.causes[:min(fixable, fixFirst)]
	heading = "Fix this first"
	if len(causes) > 1 {
		heading = fmt.Sprintf("Fix these %s first", [...]string{2: "two", 3: "three", 4: "four", 5: "five"}[len(causes)])
	}
	if fixable > len(causes) {
		heading += fmt.Sprintf(" (of %d likely causes)", fixable)
	}
	return heading, causes
}

// worth is how many checks a cause fails.
func worth(c cause.Cause) string {
	text := english.Count(len(c.Checks)-c.Waiting, "check")
	var notes []string
	if c.Alone > 0 && c.Alone < len(c.Checks)-c.Waiting {
		notes = append(notes, fmt.Sprintf("%d with nothing else against them", c.Alone))
	}
	switch {
	case !c.Fixable():
		text = english.Plural(c.Waiting, "check waits", "checks wait")
	case c.Waiting > 0:
		notes = append(notes, english.Plural(c.Waiting, "more waits for it", "more wait for it"))
	}
	if known := len(c.Checks) - c.Red; known > 0 {
		notes = append(notes, english.Count(known, "known failure"))
	}
	if c.Fixable() && c.Blame != outcome.BlameImplementation {
		notes = append(notes, "blame: "+blamed(c.Blame))
	}
	if len(notes) > 0 {
		text += " (" + strings.Join(notes, ", ") + ")"
	}
	return text
}

// told describes a cause: the clause of its smallest check, with its text, and what
// that check wanted and got.
func (r Run) told(c cause.Cause) (clause, seen string) {
	clause = r.marked(c.Smallest.Clause)
	if title := r.titles[c.Smallest.Clause]; title != "" {
		clause += ": " + title
	}
	if !c.Fixable() {
		return visible.Line(clause), visible.Line(c.Trait.String())
	}
	return visible.Line(clause), visible.Line(reason(c.Smallest))
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

// smallest returns the place of the cause's smallest check.
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
	return "none"
}

// blames counts the checks that fail the run by who is to blame; empty if there
// are none.
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
