package report

import (
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// untrueHeading is the heading of the entries of the known-failure file that are
// wrong for the run.
const untrueHeading = "Known failures that are not true"

// untrueLine returns the position of an entry and what is wrong with it, on one
// line.
func untrueLine(k stream.KnownFailure) string {
	return visible.Line(string(k.Position) + ": " + k.Wrong())
}

// untrueLines returns the lines of all wrong entries, in order.
func (r Run) untrueLines() []string {
	return lists.Of(r.stream.UntrueFailures(), untrueLine)
}
