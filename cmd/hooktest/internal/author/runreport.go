package author

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine"
)

// writePretty writes the firings for a person: one block each, or a table of those
// of several agents on the same occasion.
func (o *runOptions) writePretty(t target, tries []ran) {
	for i, together := range occasionsOf(tries) {
		if i > 0 {
			o.Streams.Out.Printf("\n")
		}
		b := comparison{block{out: o.Streams.Out}}
		if len(together) > 1 {
			b.matrix(together, o.show != "")
			continue
		}
		f := together[0].firing
		b.firing(together[0], o.show != "")
		if agentOf(f).required() {
			b.notes(slices.Concat(asShipped(f), notesOn(t, f.Event)))
		}
	}
}

// writeBrief writes the verdicts alone.
func (o *runOptions) writeBrief(firings []engine.Firing) {
	for _, f := range firings {
		what := titleOf(f)
		if len(o.agents) > 1 || !agentOf(f).required() {
			what = agentOf(f).Name + " " + what
		}
		block{out: o.Streams.Out}.headline(f.Verdict, what)
	}
}

// titleOf names the event and the tool of a firing.
func titleOf(f engine.Firing) string {
	return strings.TrimSpace(string(f.Event) + " " + toolOf(f))
}

func (b comparison) firing(one ran, stdin bool) {
	f := one.firing
	b.verdict(f.Verdict, titleOf(f))
	b.effects(f.Words())
	b.out.Printf("\n")
	b.findings(one.findings)
	b.process(f.Merged.Results[0], stdin)
	b.warnings(untold(f.Merged.Warnings, one.findings))
}
