package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht308(s *source) []finding.Finding { return append(unknownFields(s), missingParts(s)...) }

// unknownFields finds fields that no input has and whose intended name is clear.
func unknownFields(s *source) []finding.Finding {
	known := func(a access) bool { return s.known.fields().has[a.path[0]] }
	told := map[string]bool{}
	var found []finding.Finding
	for _, a := range s.accesses {
		if known(a) || s.covered(a, known) {
			continue
		}
		meant := s.fieldLike(a)
		if meant == "" || told[a.path[0]] || slices.ContainsFunc(s.accesses, func(other access) bool { return strings.HasPrefix(strings.Join(other.path, "."), meant) }) {
			continue
		}
		told[a.path[0]] = true
		found = append(found, s.says(a.at, s.known.none("writes", "field "+a.path[0]+" to hooks"), fmt.Sprintf("did you mean %s?", meant))...)
	}
	return found
}

// missingParts finds parts of fields that do not exist: of a text, or the exit code in the shell
// tool's result.
func missingParts(s *source) []finding.Finding {
	if !s.known.certain() {
		return nil
	}
	missing := func(a access) bool { text, _ := s.missing(a); return text != "" }
	told := map[string]bool{}
	var found []finding.Finding
	for _, a := range s.accesses {
		text, fix := s.missing(a)
		if text == "" || told[a.path[0]] || s.covered(a, func(other access) bool { return !missing(other) }) {
			continue
		}
		told[a.path[0]] = true
		found = append(found, s.says(a.at, text, fix)...)
	}
	return found
}
