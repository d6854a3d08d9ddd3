package run

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/shipped"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/internal/english"
)

// writePretty writes the firings for people: one block each, or a table if several agents have
// the same event input.
func (o *options) writePretty(t target.Target, tries []ran) {
	for i, together := range byEventInput(tries) {
		if i > 0 {
			o.Streams.Out.Printf("\n")
		}
		b := comparison{view.Block{Out: o.Streams.Out}}
		rows := agreed(together)
		if len(rows) > 1 {
			b.matrix(rows, o.show != "")
			continue
		}
		f := rows[0][0].firing
		b.firing(rows[0], o.show != "")
		if agents.Of(f).Required() {
			notes := shipped.Notes(t, f.Event)
			if len(rows[0]) == 1 {
				notes = slices.Concat(shipped.Verdict(f), notes)
			}
			b.Notes(notes)
		}
	}
}

// writeBrief writes only the verdicts.
func (o *options) writeBrief(tries []ran) {
	for _, one := range tries {
		if one.Absent == "" {
			view.Block{Out: o.Streams.Out}.Headline(one.firing.Verdict, one.Agent.Name+" "+titleOf(one.firing), one.findings)
		}
	}
}

// titleOf names the event and the tool of a firing.
func titleOf(f engine.Firing) string {
	return strings.TrimSpace(string(f.Event) + " " + view.ToolOf(f))
}

func (b comparison) firing(row []ran, stdin bool) {
	f := row[0].firing
	b.Verdict(f.Verdict, english.And(namesOf(row))+" "+titleOf(f), row[0].findings)
	b.Effects(f.Words())
	b.Out.Printf("\n")
	b.Findings(row[0].findings)
	b.Process(f.Merged.Results[0], stdin)
	b.Warnings(view.Untold(f.Merged.Warnings, row[0].findings))
}
