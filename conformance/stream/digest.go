package stream

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
)

// SuiteDigest returns "sha256:" and 64 hexadecimal digits over the names and the
// whole text of all cases, in any order. Pass all cases of the suite, not a
// selection.
func SuiteDigest(all []cases.Case) string {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b cases.Case) int { return cmp.Compare(a.Name, b.Name) })
	hash := sha256.New()
	add := func(part []byte) {
		// The length prefix separates neighbours. Writing to a hash can't fail.
		_, _ = hash.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		_, _ = hash.Write(part)
	}
	for _, c := range sorted {
		add([]byte(c.Name))
		add(c.Text)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}

// CatalogueDigest returns "sha256:" and 64 hexadecimal digits over the whole
// catalogue.
func CatalogueDigest(c *catalogue.Catalogue) (string, error) {
	text, err := json.Marshal([]any{c.Sections(), c.Requirements(), c.Interpretations()})
	if err != nil {
		return "", fmt.Errorf("writing the catalogue: %w", err)
	}
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}

// Requirements lists the catalogue's clauses as a header holds them. It omits
// merged requirements, which have no clauses.
func Requirements(c *catalogue.Catalogue) []Requirement {
	var all []Requirement
	for _, r := range c.Requirements() {
		if r.Status == catalogue.Merged {
			continue
		}
		entry := Requirement{ID: r.ID, Target: r.State == catalogue.Target}
		for _, clause := range r.Clauses {
			if clause.Verify == catalogue.ByInspection {
				entry.Inspections = append(entry.Inspections, clause.Number)
			} else {
				entry.Tests = append(entry.Tests, clause.Number)
			}
		}
		all = append(all, entry)
	}
	return all
}
