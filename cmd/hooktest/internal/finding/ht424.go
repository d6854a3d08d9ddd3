package finding

import (
	"strings"

	"github.com/hooktest/hooktest/internal/english"
)

// ht424 finds a field that no agent knows.
func ht424(r *run) []Finding { return joined(r.unknownFields().foreign) }

// joined merges the findings about unknown fields whose only fix is to remove them.
func joined(found []Finding) []Finding {
	if len(found) < 2 {
		return found
	}
	var names []string
	for i, f := range found {
		if i == namedFields {
			names = append(names, english.Count(len(found)-i, "other"))
			break
		}
		name, _, _ := strings.Cut(f.Text, " is not a field")
		names = append(names, name)
	}
	return []Finding{{Text: english.And(names) + " are no fields that are read here", Fix: "leave them out", Place: found[0].Place}}
}

// namedFields limits the fields that one finding names.
const namedFields = 10
