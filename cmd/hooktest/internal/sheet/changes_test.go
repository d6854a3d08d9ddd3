package sheet

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
)

// WriteChanges writes the page of what changed between the versions of agents: per contract the facts
// that do not hold on every version, with a column for each version that was asked.
func WriteChanges(w io.Writer, all []Sheet) error {
	p := &page{}
	p.printf("%s", changesHead)
	for _, s := range all {
		if s.Seen() {
			p.changes(s)
		}
	}
	_, err := w.Write(p.b.Bytes())
	return err
}

const changesHead = `# What changed between versions of the agents

<!-- Written by make contracts from seen and differs of the facts in engine/dialect/contracts. -->

` + "`hooktest contract verify NAME@VERSION --write` runs an agent of that version, unmodified and offline, through the same\ncases, and notes for each fact of its contract whether it holds." + ` A table has a row for each fact that does not hold on
every version: **yes** means that this version does what the fact says, **no** that it does something else. An empty
cell was not asked, could not be observed, or had two different results. Read a row from the left, the oldest version:
a change from no to yes is new behavior, one from yes to no is a change that can break a hook.
` + "`hooktest contract bisect NAME FACT --from OLD --to NEW` finds the version in between.\n"

func (p *page) changes(s Sheet) {
	var versions []string
	var differing []Fact
	for _, f := range s.Facts {
		versions = append(append(versions, f.Seen...), f.Differs...)
		if len(f.Differs) > 0 {
			differing = append(differing, f)
		}
	}
	slices.SortFunc(versions, driver.CompareVersions)
	versions = slices.Compact(versions)
	p.printf("\n## %s: `%s`\n\n", s.Product, s.Name)
	p.printf("Asked: %s.", english.And(versions))
	if len(differing) == 0 {
		p.printf(" No version contradicted a fact.\n")
		return
	}
	p.printf(" %s.\n\n", english.Plural(len(differing), "fact does not hold on all of them", "facts do not hold on all of them"))
	p.header(append([]string{"fact", ""}, versions...)...)
	for _, f := range differing {
		cells := []string{f.ID, prose(f.Text)}
		for _, v := range versions {
			switch {
			case slices.Contains(f.Seen, v):
				cells = append(cells, "yes")
			case slices.Contains(f.Differs, v):
				cells = append(cells, "no")
			default:
				cells = append(cells, "")
			}
		}
		p.row(cells...)
	}
}

// Seen reports whether any fact of the contract was seen on a version of the agent.
func (s Sheet) Seen() bool {
	return slices.ContainsFunc(s.Facts, func(f Fact) bool { return len(f.Seen) > 0 })
}

// A Coverage counts facts that a headless run of the agent can show, and those that were seen on a version.
type Coverage struct{ Facts, Seen int }

// Share returns the seen facts in percent, rounded down.
func (c Coverage) Share() int { return c.Seen * 100 / max(c.Facts, 1) }

func (c Coverage) String() string { return fmt.Sprintf("%d of %d (%d %%)", c.Seen, c.Facts, c.Share()) }

func (c *Coverage) count(f Fact) {
	c.Facts++
	if len(f.Seen) > 0 {
		c.Seen++
	}
}

// Coverage returns how many facts were seen of those that the rules of events before a tool name, and of all
// others.
func (s Sheet) Coverage() (before, others Coverage) {
	for _, f := range s.Facts {
		decides := slices.ContainsFunc(s.Uses(f.ID), func(u Use) bool {
			return slices.ContainsFunc(s.Events, func(e Event) bool { return e.Name == u.Event && e.Moment == dialect.ToolBefore }) && u.Part != Reads
		})
		switch {
		case f.Needs != "" || f.Kind == Required:
		case decides:
			before.count(f)
		default:
			others.count(f)
		}
	}
	return before, others
}

// WriteAgent writes the page of one agent: each fact with the versions on which it was seen.
func WriteAgent(w io.Writer, s Sheet) error {
	p := &page{}
	before, others := s.Coverage()
	p.printf("# %s: what was seen, and on which version\n\n", s.Product)
	p.printf("Written by `make contracts` from `engine/dialect/contracts/%s.yaml`.\n", s.Name)
	p.printf("`hooktest contract verify %s --write` asks the agent, and adds its version.\n\n", s.Name)
	p.printf("Seen of what a headless run can show: %s facts about hooks before a tool, and %s others.\n", before, others)
	p.table("Facts", "fact", "", "seen on", "first known from")
	for _, f := range s.Facts {
		seen := strings.Join(f.Seen, ", ")
		if f.Needs != "" {
			seen = clauses(seen, "needs "+f.Needs)
		}
		p.row(f.ID, prose(f.Text), seen, prose(clauses(f.Known, f.Source, f.Date)))
	}
	_, err := w.Write(p.b.Bytes())
	return err
}
