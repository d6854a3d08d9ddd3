package notation

import (
	"encoding/xml"
	"fmt"
	"io"
)

// JUnit is a document of JUnit XML, in the dialect that CI systems share. Texts
// have to be visible already; characters that XML does not allow become U+FFFD. Add
// fills the counts.
type JUnit struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	JUnitCounts
	Time   Milliseconds `xml:"time,attr"`
	Suites []JUnitSuite `xml:"testsuite"`
}

// JUnitCounts are of test cases.
type JUnitCounts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

// A JUnitSuite is a list of test cases. Add fills its counts.
type JUnitSuite struct {
	Name string `xml:"name,attr"`
	JUnitCounts
	Time Milliseconds `xml:"time,attr"`
	// Timestamp is in UTC without a zone, as in 2026-01-31T12:00:00.
	Timestamp  string          `xml:"timestamp,attr,omitempty"`
	Properties []JUnitProperty `xml:"properties>property,omitempty"`
	Cases      []JUnitCase     `xml:"testcase"`
}

// A JUnitProperty is a name and a value.
type JUnitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// A JUnitCase is a test case; at most one of Failure, Error and Skipped is there.
type JUnitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	File    string       `xml:"file,attr,omitempty"`
	Line    int          `xml:"line,attr,omitempty"`
	Time    Milliseconds `xml:"time,attr"`
	Failure *JUnitWords  `xml:"failure"`
	Error   *JUnitWords  `xml:"error"`
	Skipped *JUnitWords  `xml:"skipped"`
	Output  string       `xml:"system-out,omitempty"`
	Errors  string       `xml:"system-err,omitempty"`
}

// JUnitWords say in one line, and in detail, why a test case did not pass.
type JUnitWords struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// Milliseconds are written as seconds, as the format requires.
type Milliseconds float64

// MarshalText writes seconds with three digits after the point.
func (m Milliseconds) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%.3f", m/1000), nil }

// Add appends a suite and counts it.
func (j *JUnit) Add(one JUnitSuite) {
	j.Suites = append(j.Suites, one)
	j.Tests += one.Tests
	j.Failures += one.Failures
	j.Errors += one.Errors
	j.Skipped += one.Skipped
}

// Add appends a test case and counts it.
func (s *JUnitSuite) Add(c JUnitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

// Write writes the document.
func (j JUnit) Write(w io.Writer) error { return WriteXML(w, j) }

// WriteXML writes a document of XML, indented, with its header.
func WriteXML(w io.Writer, document any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
