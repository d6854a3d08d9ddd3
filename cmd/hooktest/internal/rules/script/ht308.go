package script

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
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

// missing says that no event of the script has a part of a field. It is empty if one may have it.
func (s *source) missing(a access) (text, fix string) {
	if len(a.path) < 2 {
		return "", ""
	}
	for _, by := range s.starts() {
		field, ok := by.row.Field(a.path[0])
		switch {
		case !ok:
		case field.Kind == "string" && !s.takesApart():
			text, fix = ofText(a, field, by.event)
		case s.isShellResult(by, field, a.path[1]):
			text, fix = by.ofResult(field, a.path[1])
		default:
			return "", ""
		}
	}
	return text, fix
}

// takesApart reports whether the script may parse JSON in a text, or checks for it.
func (s *source) takesApart() bool {
	asks := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(s.text, []byte(w)) })
	}
	switch s.language {
	case python:
		return bytes.Count(s.text, []byte("json.load")) > 1 || asks("isinstance", "literal_eval")
	case javaScript:
		return bytes.Count(s.text, []byte("JSON.parse")) > 1 || asks("typeof")
	}
	return asks("fromjson", "type ==", "type==", "strings", "objects")
}

// ofText says that a text has no parts.
func ofText(a access, field dialect.Field, event hook.Event) (text, fix string) {
	fix = "compare it as the text that it is"
	sample, _ := jsonvalue.Parse([]byte(field.Sample))
	if inner, ok := sample.(string); ok && strings.HasPrefix(inner, "{") {
		fix = fmt.Sprintf("its text is JSON: read it first, as in .%s | fromjson | .%s", a.path[0], strings.Join(a.path[1:], "."))
	}
	return fmt.Sprintf("%s is a text on %s, and no object with a field %s", a.path[0], event, a.path[1]), fix
}

// exitCodes are common names for a command's exit code, without case and separators.
var exitCodes = []string{"exitcode", "returncode", "exitstatus", "statuscode", "code", "status", "rc"}

// isShellResult reports whether a part of a field is a command's exit code, while the field is the
// shell tool's result and known to have other parts.
func (s *source) isShellResult(by start, field dialect.Field, part string) bool {
	if by.row.Moment != dialect.ToolAfter || field.Kind != "object" || !slices.Contains(exitCodes, letters(part)) || !s.aboutShellAlone() {
		return false
	}
	if before, ok := by.At(dialect.ToolBefore); !ok {
		return false
	} else if _, both := before.Field(field.Name); both {
		return false
	}
	parts := partsOf(field)
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(known string) bool { return letters(known) == letters(part) })
}

func partsOf(field dialect.Field) []string {
	object, _ := jsonvalue.ParseObject([]byte(field.Sample))
	return object.Keys()
}

// ofResult says that a command's result has no such part.
func (a start) ofResult(field dialect.Field, part string) (text, fix string) {
	fix = "it has " + english.And(partsOf(field))
	if failed, ok := a.At(dialect.ToolFailed); ok {
		fix += fmt.Sprintf("; hooks of %s learn of a command that fails", failed.Name)
	}
	return fmt.Sprintf("the result of a command has no field %s on %s", part, a.row.Name), fix
}
