// Package format writes a trace report as text, HTML, JSON, Markdown, CSV, SARIF, JUnit
// XML, badges and annotations.
//
// Most callers need OfTraces. Every format is a pure function of the report: equal
// reports give equal bytes. Texts from hooks, adapters and sources are escaped, so that
// viewers do not interpret them.
//
// The package decides nothing: rungs, findings and whether they block are in the
// report. It reads and writes no files, and uses neither clock nor environment.
package format

import (
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/page"
)

func htmlFormat() report.Format[trace.Report] {
	return report.Document("html", "one page that needs no network", page.Write)
}
