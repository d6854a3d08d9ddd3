package implementer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/explore"
	"github.com/hooktest/hooktest/internal/english"
)

func (o *exploreOptions) report(s explore.State, known *catalogue.Catalogue) error {
	if o.format == "json" {
		text, err := s.Text()
		if err != nil {
			return console.Fault(err)
		}
		o.Streams.Out.Printf("%s", string(text))
		return nil
	}
	out := o.Streams.Out
	out.Printf("%s %s: %s, %d judged, %d different (seed %d)\n",
		s.Implementation.Name, s.Implementation.Version, english.Count(s.Next, "draw"), s.Judged, s.Different, s.Seed)
	for _, reason := range slices.Sorted(maps.Keys(s.Unjudged)) {
		out.Printf("  %d not judged: %s\n", s.Unjudged[reason], reason)
	}
	if len(s.Unsteady) > 0 {
		out.Printf("  %s differed once and not again, %s\n", english.Count(len(s.Unsteady), "draw"), "the first of them "+fmt.Sprint(s.Unsteady[0].Draw))
	}
	if len(s.Causes) == 0 {
		out.Printf("no difference\n")
	}
	for i, c := range s.Sorted() {
		writeCause(out, i+1, c, known)
	}
	return nil
}

func writeCause(out *term.Stream, n int, c explore.Cause, known *catalogue.Catalogue) {
	out.Printf("\n%s\n", out.Styled(term.Bold, fmt.Sprintf("%d. %s: %s, the first is draw %d", n, c.Kind, english.Count(c.Count, "draw"), c.First)))
	if len(c.Clauses) == 0 {
		out.Printf("   no requirement covers it\n")
	}
	for _, id := range c.Clauses {
		out.Printf("   %s\n", labelled(id, known))
	}
	out.Printf("\n     %s\n", strings.ReplaceAll(strings.TrimSuffix(c.Draw.Sketch(), "\n"), "\n", "\n     "))
	for _, d := range c.Differences {
		out.Printf("   %s\n     reference %s\n     got       %s\n", d.Path, cmp.Or(d.Want, "nothing"), cmp.Or(d.Got, "nothing"))
	}
}

func labelled(id string, known *catalogue.Catalogue) string {
	if in, ok := known.Interpretation(id); ok {
		return id + " " + in.Title + " (an interpretation: deciding it differently is not a failure)"
	}
	clause, _ := known.Clause(id)
	owner, _, _ := strings.Cut(id, ".")
	if r, _ := known.Lookup(owner); r.State == catalogue.Target {
		return id + " [Target] " + clause.Text
	}
	return id + " " + clause.Text
}
