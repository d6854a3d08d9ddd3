package catalogue

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/internal/spelling"
)

// loose matches the ways in which people write ids: hook16A, INT-2, 067b,
// Hook_016a.3.
var loose = lazyregexp.New(`(?i)^\s*(hook|int)?[-_ ]*0*(\d{1,4})([a-z]?)(\.\d{1,4})?\s*$`)

// maxEdits is the number of typing errors up to which a suggestion is useful.
const maxEdits = 2

// Nearest returns the id in the catalogue that the writer of id most likely
// meant, or "" if none comes near. It knows HOOK, INT and clause ids. An id in
// the catalogue is nearest to itself; of equally near ones the first in id
// order wins.
func (c *Catalogue) Nearest(id string) string {
	wanted := tidy(id)
	owner, n, ok := cutClauseID(wanted)
	if !ok {
		return c.nearestOwner(wanted)
	}
	owner = c.nearestOwner(owner)
	r, _ := c.Lookup(owner)
	if len(r.Clauses) == 0 {
		return owner
	}
	return r.Clauses[min(max(n, 1), len(r.Clauses))-1].ID
}

func (c *Catalogue) nearestOwner(wanted string) string {
	ids := make([]string, 0, len(c.requirements)+len(c.interpretations))
	for _, r := range c.requirements {
		ids = append(ids, r.ID)
	}
	for _, in := range c.interpretations {
		ids = append(ids, in.ID)
	}
	best, bestEdits := "", maxEdits+1
	for _, candidate := range ids {
		if n := spelling.Distance(wanted, candidate); n < bestEdits {
			best, bestEdits = candidate, n
		}
	}
	switch number, ok := requirementNumber(wanted); {
	case bestEdits == 0:
		return best
	case ok:
		return firstWithNumber(ids, number)
	case interpretationID.MatchString(wanted):
		return ""
	}
	return best
}

// firstWithNumber returns the first id with this number. For a well-formed id
// the number is all that counts: that HOOK-018 differs from HOOK-218 by one
// digit says nothing about what the writer meant.
func firstWithNumber(ids []string, number int) string {
	for _, id := range ids {
		if n, ok := requirementNumber(id); ok && n == number {
			return id
		}
	}
	return ""
}

// tidy returns the canonical spelling of a loosely written id, and any other text
// unchanged. A number without a prefix is a requirement's.
func tidy(id string) string {
	m := loose.FindStringSubmatch(id)
	if m == nil {
		return strings.TrimSpace(id)
	}
	n, err := strconv.Atoi(m[2])
	if err != nil {
		return strings.TrimSpace(id)
	}
	if strings.EqualFold(m[1], "int") {
		return fmt.Sprintf("INT-%02d", n)
	}
	return fmt.Sprintf("HOOK-%03d%s%s", n, strings.ToLower(m[3]), m[4])
}
