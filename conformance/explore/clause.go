package explore

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/internal/lists"
)

// A rule says which clauses cover a difference: a line of clauses.csv.
type rule struct{ kinds, events, traits, clauses string }

//go:embed clauses.csv
var clauses string

// rules returns the rules of the file.
var rules = sync.OnceValue(func() []rule {
	r := csv.NewReader(strings.NewReader(clauses))
	r.Comment, r.FieldsPerRecord = '#', 4
	// A test reads the file, too.
	rows, _ := r.ReadAll()
	return lists.Of(rows, func(row []string) rule { return rule{row[0], row[1], row[2], row[3]} })
})

// about reports whether a rule covers a difference.
func (r rule) about(d Draw, traits []string, kind string) bool {
	if r.events != "" && !slices.Contains(strings.Fields(r.events), d.Event) {
		return false
	}
	for _, trait := range strings.Fields(r.traits) {
		if !slices.Contains(traits, trait) {
			return false
		}
	}
	return begins(kind, r.kinds)
}

// says returns how specific a rule is.
func (r rule) says() int {
	n := 2*len(strings.Fields(r.traits)) + strings.Count(strings.Fields(r.kinds)[0], ".")
	if r.events != "" {
		n++
	}
	return n
}

// clausesOf returns the ids of the clauses and interpretations that cover a kind of
// difference of a reduced draw; empty if there are none.
func clausesOf(d Draw, kind string) []string {
	traits := d.traits()
	for _, trait := range traits {
		if strings.HasPrefix(trait, "wrong:") && !strings.HasPrefix(kind, "saw") && !strings.HasPrefix(kind, "plan") {
			return []string{"INT-15"}
		}
	}
	if strings.HasSuffix(kind, ".order") {
		return []string{"INT-28"}
	}
	// The effective reason is compared only if all its inputs are equal.
	if kind == "final.effectiveReason" {
		return []string{"INT-33"}
	}
	var found []rule
	for _, r := range rules() {
		switch {
		case !r.about(d, traits, kind):
		case len(found) == 0 || r.says() > found[0].says():
			found = []rule{r}
		case r.says() == found[0].says():
			found = append(found, r)
		}
	}
	ids := []string{}
	for _, r := range found {
		for _, id := range strings.Fields(r.clauses) {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
