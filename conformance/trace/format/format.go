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

// OfTraces returns the formats of a trace.
func OfTraces() report.Formats[trace.Report] {
	return report.Formats[trace.Report]{
		report.Text("pretty", "text for a person", writePretty),
		report.Document("html", "one page that needs no network", page.Write),
		report.Document("json", "the whole report as one JSON document", writeJSON),
		report.Document("markdown", "a step summary under 1 MiB", writeMarkdown),
		report.Document("csv", "a table with a row for each clause", writeCSV),
		report.Document("sarif", "the findings as SARIF 2.1.0", writeSARIF),
		report.Document("junit", "JUnit XML with a test case for each clause", writeJUnit),
		report.BadgeEndpoint(badgeOf),
		report.BadgePicture(badgeOf),
		report.Document("github", "the findings as GitHub's workflow commands", writeGitHub),
	}
}
