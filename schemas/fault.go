package schemas

import (
	"strings"

	"github.com/hooktest/hooktest/engine/document"
)

// A Fault is one reason why a value does not fit a schema.
type Fault struct {
	// Pointer is the JSON Pointer of the value at fault; where a field is
	// missing, of the object that lacks it.
	Pointer string
	// Position is where that value stands, or, where its mere presence is the
	// fault, where its name stands. It is zero for a value in memory.
	Position document.Position
	// Keyword is the keyword of JSON Schema that was not met, or "number" for a
	// number too large to be checked.
	Keyword string
	// Message says what is wrong, in words that continue "the value …".
	Message string
}

// String writes the position and the pointer, as far as there are any, and the
// message.
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

// An Error holds all reasons why a value does not fit a schema, in the order in
// which they stand in the document. There is at least one.
type Error struct {
	Schema string
	Faults []Fault
}

// Error writes one fault per line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, fault := range e.Faults {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}
