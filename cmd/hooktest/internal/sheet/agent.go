package sheet

import (
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/english"
)

// Seen reports whether any fact of the contract was seen on a version of the agent.
func (s Sheet) Seen() bool {
	return slices.ContainsFunc(s.Facts, func(f Fact) bool { return len(f.Seen) > 0 })
}

// WriteAgent writes the page of one agent: each fact with the versions on which it was seen.
func WriteAgent(w io.Writer, s Sheet) error {
	p := &page{}
	seen := 0
	for _, f := range s.Facts {
		if len(f.Seen) > 0 {
			seen++
		}
	}
	p.printf("# %s: what was seen, and on which version\n\n", s.Product)
	p.printf("Written by `make contracts` from `engine/dialect/contracts/%s.yaml`.\n", s.Name)
	p.printf("`hooktest contract verify %s --write` asks the agent, and adds its version.\n\n", s.Name)
	p.printf("%d of %s seen on a version.\n", seen, english.Plural(len(s.Facts), "fact was", "facts were"))
	p.table("Facts", "fact", "", "seen on", "first known from")
	for _, f := range s.Facts {
		p.row(f.ID, prose(f.Text), strings.Join(f.Seen, ", "), prose(clauses(f.Known, f.Source, f.Date)))
	}
	_, err := w.Write(p.b.Bytes())
	return err
}
