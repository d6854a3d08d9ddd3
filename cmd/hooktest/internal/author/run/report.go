package run

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/shipped"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/engine"
)

// writePretty writes the firings for a person: one block each, or a table of those
// of several agents on the same occasion.
func (o *options) writePretty(t target.Target, tries []ran) {
	for i, together := range occasionsOf(tries) {
		if i > 0 {
			o.Streams.Out.Printf("\n")
		}
		b := comparison{view.Block{Out: o.Streams.Out}}
		if len(together) > 1 {
			b.matrix(together, o.show != "")
			continue
		}
		f := together[0].firing
		b.firing(together[0], o.show != "")
		if agents.Of(f).Required() {
			b.Notes(slices.Concat(shipped.Verdict(f), shipped.Notes(t, f.Event)))
		}
	}
}

// writeBrief writes the verdicts alone.
func (o *options) writeBrief(firings []engine.Firing) {
	for _, f := range firings {
		what := titleOf(f)
		if len(o.Agents) > 1 || !agents.Of(f).Required() {
			what = agents.Of(f).Name + " " + what
		}
		view.Block{Out: o.Streams.Out}.Headline(f.Verdict, what)
	}
}

// titleOf names the event and the tool of a firing.
func titleOf(f engine.Firing) string {
	return strings.TrimSpace(string(f.Event) + " " + view.ToolOf(f))
}

func (b comparison) firing(one ran, stdin bool) {
	f := one.firing
	b.Verdict(f.Verdict, titleOf(f))
	b.Effects(f.Words())
	b.Out.Printf("\n")
	b.Findings(one.findings)
	b.Process(f.Merged.Results[0], stdin)
	b.Warnings(view.Untold(f.Merged.Warnings, one.findings))
}
