// Package junit writes test suites as JUnit XML, the dialect that CI systems
// share. Texts have to be visible already; what is no character of XML becomes
// U+FFFD.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
)

// Suites is the root. Add fills its counts.
type Suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	Counts
	Time   string  `xml:"time,attr"`
	Suites []Suite `xml:"testsuite"`
}

// Counts are of test cases.
type Counts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

// A Suite is a list of test cases. Add fills its counts.
type Suite struct {
	Name string `xml:"name,attr"`
	Counts
	Time string `xml:"time,attr"`
	// Timestamp is in UTC without a zone, as in 2026-01-31T12:00:00.
	Timestamp  string     `xml:"timestamp,attr,omitempty"`
	Properties []Property `xml:"properties>property,omitempty"`
	Cases      []Case     `xml:"testcase"`
}

// A Property is a name and a value.
type Property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// A Case is a test case; at most one of Failure, Error and Skipped is there.
type Case struct {
	Name    string `xml:"name,attr"`
	Class   string `xml:"classname,attr"`
	File    string `xml:"file,attr,omitempty"`
	Line    int    `xml:"line,attr,omitempty"`
	Time    string `xml:"time,attr"`
	Failure *Words `xml:"failure"`
	Error   *Words `xml:"error"`
	Skipped *Words `xml:"skipped"`
	Output  string `xml:"system-out,omitempty"`
	Errors  string `xml:"system-err,omitempty"`
}

// Words say in one line, and at length, why a test case is not passed.
type Words struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// Add appends a suite and counts it.
func (s *Suites) Add(one Suite) {
	s.Suites = append(s.Suites, one)
	s.Tests += one.Tests
	s.Failures += one.Failures
	s.Errors += one.Errors
	s.Skipped += one.Skipped
}

// Add appends a test case and counts it.
func (s *Suite) Add(c Case) {
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
func (s Suites) Write(w io.Writer) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// Seconds writes milliseconds as the format wants times.
func Seconds(milliseconds float64) string { return fmt.Sprintf("%.3f", milliseconds/1000) }
