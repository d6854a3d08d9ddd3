package plan

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/settings"
)

// howUntrusted ends the notes of a plan about trust.
const howUntrusted = "; --untrusted shows what happens without"

// Trust lists what must be trusted before the hooks can run. With Untrusted, it lists the kinds
// of trust whose absence blocks no hook here.
func (p Planned) Trust() []hook.Warning {
	var notes []hook.Warning
	product, all := p.Options.Whose.Product, p.Options.Whose.Settings.Trust
	if p.Options.Untrusted {
		if len(all) == 0 {
			if p.Options.Mode != "" {
				product += fmt.Sprintf(" in %s mode", p.Options.Mode)
			}
			return []hook.Warning{{Text: product + " wants nothing to be trusted, as far as is known"}}
		}
		for _, trust := range all {
			if !slices.ContainsFunc(p.Document.HeldBack, func(h settings.HeldBack) bool { return h.Rule == trust.Fact }) {
				notes = append(notes, hook.Warning{Rule: trust.Fact, Text: fmt.Sprintf("this holds nothing back here: in %s %s", product, sheet.Trust(trust))})
			}
		}
		return notes
	}
	scopes := map[string]string{}
	for i, file := range p.Document.Files {
		scopes[file] = p.Document.Scopes[i]
	}
	for _, trust := range p.Document.Trusts {
		if slices.ContainsFunc(p.Explained.Entries, func(e hook.Entry) bool { return trust.Holds(scopes[e.Position.File]) }) {
			notes = append(notes, hook.Warning{Rule: trust.Fact, Text: fmt.Sprintf("in %s %s", product, sheet.Trust(trust)) + howUntrusted})
		}
	}
	return notes
}
