// Package format turns a report of the trace into what machines and other tools
// read: JSON, Markdown, CSV, SARIF, JUnit XML, badges, ReqIF and annotations.
//
// Most callers need Write with one of Names. Every format is a pure function of
// the report: equal reports give equal bytes. What hooks, adapters and sources
// say is shown as text, and never interpreted by what shows it.
//
// The package decides nothing: rungs, findings and whether they block are the
// report's. It reads and writes no file, and asks neither clock nor environment.
package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace"
)

// A Format is one way to write a report.
type Format struct {
	// Name is what the command line calls it.
	Name string
	// Does says in a few words what comes out.
	Does  string
	write func(io.Writer, trace.Report) error
}

// Formats lists all formats, those for most readers first.
func Formats() []Format {
	return []Format{
		{"json", "the whole report as one JSON document", writeJSON},
		{"markdown", "a step summary under 1 MiB", writeMarkdown},
		{"csv", "a table with a row for each clause", writeCSV},
		{"sarif", "the findings as SARIF 2.1.0", writeSARIF},
		{"junit", "JUnit XML with a test case for each clause", writeJUnit},
		{"badge", "the JSON of a shields.io endpoint", writeBadge},
		{"badge-svg", "the badge as a picture", writeBadgeSVG},
		{"reqif", "requirements, clauses and links as ReqIF 1.2", writeReqIF},
		{"github", "the findings as GitHub's workflow commands", writeGitHub},
	}
}

// Names are the names of all formats, in the order of Formats.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Write writes a report in the format of a name. Its only errors are those of
// the writer and of an unknown name, which lists the known ones.
func Write(w io.Writer, name string, report trace.Report) error {
	for _, f := range Formats() {
		if f.Name == name {
			return f.write(w, report)
		}
	}
	return fmt.Errorf("unknown format %q: %s", name, strings.Join(Names(), ", "))
}
