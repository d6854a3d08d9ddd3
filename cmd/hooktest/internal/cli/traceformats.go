package cli

import (
	"io"
	"slices"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/format"
	"github.com/hooktest/hooktest/conformance/trace/page"
)

func traceFormats() []string { return slices.Concat([]string{"pretty", "html"}, format.Names()) }

// writeTrace writes a report in any format but the one for terminals.
func writeTrace(w io.Writer, name string, report trace.Report) error {
	if name == "html" {
		return page.Write(w, report)
	}
	return format.Write(w, name, report)
}
