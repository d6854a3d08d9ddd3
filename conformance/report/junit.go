package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/hooktest/hooktest/internal/visible"
)

func junitFormat() Format[Report] { return Document("junit", writeJUnit) }

type junitDocument struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	junitCounts
	Time   string       `xml:"time,attr"`
	Suites []junitSuite `xml:"testsuite"`
}

type junitCounts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCounts
	Time       string          `xml:"time,attr"`
	Timestamp  string          `xml:"timestamp,attr,omitempty"`
	Properties []junitProperty `xml:"properties>property,omitempty"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name    string      `xml:"name,attr"`
	Class   string      `xml:"classname,attr"`
	File    string      `xml:"file,attr,omitempty"`
	Line    int         `xml:"line,attr,omitempty"`
	Time    string      `xml:"time,attr"`
	Failure *junitWords `xml:"failure"`
	Error   *junitWords `xml:"error"`
	Skipped *junitWords `xml:"skipped"`
	Output  string      `xml:"system-out,omitempty"`
	Errors  string      `xml:"system-err,omitempty"`
}

type junitWords struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a test suite for each group and a test case for each check, in the
// dialect that CI systems share. Tolerated and blocked checks are written as skipped,
// because the dialect lacks these. Characters that XML does not allow become U+FFFD.
func writeJUnit(w io.Writer, r Report) error {
	all := junitDocument{Name: visible.Line(r.Title), Time: junitTime(r.Milliseconds)}
	for _, g := range r.Groups {
		s := junitSuite{Name: visible.Line(g.Name), Time: junitTime(g.Milliseconds)}
		if !g.Started.IsZero() {
			s.Timestamp = g.Started.UTC().Format("2006-01-02T15:04:05")
		}
		for _, f := range g.Facts {
			s.Properties = append(s.Properties, junitProperty{visible.Line(f.Name), visible.Line(f.Value)})
		}
		for _, c := range g.Checks {
			s.Cases = append(s.Cases, c.junit())
			s.count(c.Status)
			all.count(c.Status)
		}
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// junitTime returns seconds, as the format requires.
func junitTime(milliseconds float64) string { return fmt.Sprintf("%.3f", milliseconds/1000) }

func (n *junitCounts) count(s Status) {
	n.Tests++
	switch s {
	case Passed:
	case Failed:
		n.Failures++
	case Errored:
		n.Errors++
	default:
		n.Skipped++
	}
}

func (c Check) junit() junitCase {
	out := junitCase{
		Name: visible.Line(c.Name), Class: visible.Line(c.Class), File: visible.Line(c.At.File), Line: c.At.Line,
		Time: junitTime(c.Milliseconds), Output: visible.Text(c.Stdout), Errors: visible.Text(c.Stderr),
	}
	words := &junitWords{visible.Line(c.Message), c.Type, visible.Text(c.Detail)}
	switch c.Status {
	case Passed:
		return out
	case Failed:
		out.Failure = words
	case Errored:
		out.Error = words
	default:
		out.Skipped = words
		return out
	}
	words.Text = joined(words.Text, labelled("repro: ", visible.Line(c.Repro)))
	return out
}
