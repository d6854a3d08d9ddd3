package schemas

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
)

// A Fault is one reason why a value does not fit a schema.
type Fault struct {
	// Pointer is the JSON Pointer of the value at fault; for a missing field, of the
	// object that lacks it.
	Pointer string
	// Position is the position of the value, or of its name if the value should not be
	// there at all. It is zero for a value in memory.
	Position document.Position
	// Keyword is the violated keyword of JSON Schema, or "number" for a number that is
	// too large to check.
	Keyword string
	// Property is the field that is missing or unknown; empty for other faults.
	Property string
	// Message describes the fault, as a phrase that continues "the value …".
	Message string
}

// String returns the position and the pointer, if there are any, and the message.
func (f Fault) String() string {
	var parts []string
	if !f.Position.IsZero() {
		parts = append(parts, f.Position.String())
	}
	if f.Pointer != "" {
		parts = append(parts, f.Pointer)
	}
	return strings.Join(append(parts, f.Message), ": ")
}

// An Error holds the reasons why a value does not fit a schema, in document order.
// There is at least one.
type Error struct {
	Schema string
	Faults []Fault
	// More is how many other faults were found: for a text with very many, the list
	// would be longer than the text.
	More int
}

const (
	// mostFaults is how many faults are reported at most, mostPointers the limit in
	// bytes for all their pointers: each of ten thousand levels has a pointer as long
	// as it is deep.
	mostFaults   = 100
	mostPointers = 64 << 10
)

// newError makes an error of sorted faults and the number of omitted ones.
func newError(schema string, faults []Fault, more int) *Error {
	kept, size := 0, 0
	for kept < min(len(faults), mostFaults) && (kept == 0 || size+len(faults[kept].Pointer) <= mostPointers) {
		size += len(faults[kept].Pointer)
		kept++
	}
	return &Error{Schema: schema, Faults: faults[:kept:kept], More: more + len(faults) - kept}
}

// Error writes one fault per line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, fault := range e.Faults {
		lines[i] = fault.String()
	}
	if e.More > 0 {
		lines = append(lines, fmt.Sprintf("more faults, not listed: %d", e.More))
	}
	return strings.Join(lines, "\n")
}
