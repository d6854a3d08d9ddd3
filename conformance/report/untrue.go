package report

import (
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/visible"
)

// untrueHeading stands above the entries of the known-failure file that are not
// true of the run.
const untrueHeading = "Known failures that are not true"

// untrueLine is where an entry stands and what is wrong with it, on one line.
func untrueLine(k stream.KnownFailure) string {
	return visible.Line(string(k.Position) + ": " + k.Wrong())
}

// untrueLines are those of all entries that are not true, in their order.
func (r Run) untrueLines() []string {
	var lines []string
	for _, k := range r.stream.UntrueFailures() {
		lines = append(lines, untrueLine(k))
	}
	return lines
}
