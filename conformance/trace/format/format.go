// Package format writes a trace report as text, HTML, JSON, Markdown, CSV and badges, and in
// the formats that all commands share.
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

// OfTraces returns the formats of a trace. Those of its own are for people, tables and
// programs.
func OfTraces() report.Formats[trace.Report] {
	return report.Of(modelOf,
		report.Text("pretty", writePretty), report.Document("json", writeJSON), report.Document("csv", writeCSV),
		report.Document("html", page.Write), report.BadgeEndpoint(badgeOf), report.BadgePicture(badgeOf),
	)
}
