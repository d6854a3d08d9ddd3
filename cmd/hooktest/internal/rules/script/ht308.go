package script

import (
	"fmt"
	"slices"
	"strings"
)

func ht308(s *source) {
	unknownFields(s)
	missingParts(s)
}

// unknownFields finds fields that no input has and whose intended name is clear.
func unknownFields(s *source) {
	known := func(a access) bool { return s.known.fields().has[a.path[0]] }
	told := map[string]bool{}
	for _, a := range s.accesses {
		if known(a) || s.covered(a, known) {
			continue
		}
		meant := s.fieldLike(a)
		if meant == "" || told[a.path[0]] || slices.ContainsFunc(s.accesses, func(other access) bool { return strings.HasPrefix(strings.Join(other.path, "."), meant) }) {
			continue
		}
		told[a.path[0]] = true
		s.report(a.at, s.known.none("writes", "field "+a.path[0]+" to hooks"), fmt.Sprintf("did you mean %s?", meant))
	}
}

// missingParts finds parts of fields that do not exist: of a text, or the exit code in the shell
// tool's result.
func missingParts(s *source) {
	if !s.known.certain() {
		return
	}
	missing := func(a access) bool { text, _ := s.missing(a); return text != "" }
	told := map[string]bool{}
	for _, a := range s.accesses {
		text, fix := s.missing(a)
		if text == "" || told[a.path[0]] || s.covered(a, func(other access) bool { return !missing(other) }) {
			continue
		}
		told[a.path[0]] = true
		s.report(a.at, text, fix)
	}
}
