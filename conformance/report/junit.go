package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/conformance/verdict"
	"github.com/hooktest/hooktest/internal/visible"
)

type junitSuites struct {
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

// writeJUnit writes one test suite for each case and one test case for each
// check. A first suite holds the totals as properties; its test cases are whether
// the run came to its end and judged anything, without which a report of nothing
// would be green, and whether the known failures, if there are any, are true.
func writeJUnit(w io.Writer, r Run) error {
	all := junitSuites{Name: "hooktest: " + r.subject(), Time: seconds(r.stream.Footer.Milliseconds)}
	all.add(r.junitRun())
	for _, c := range r.stream.Cases {
		all.add(r.junitSuite(c))
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

func (s *junitSuites) add(one junitSuite) {
	s.Suites = append(s.Suites, one)
	s.Tests += one.Tests
	s.Failures += one.Failures
	s.Errors += one.Errors
	s.Skipped += one.Skipped
}

func (s *junitSuite) add(c junitCase) {
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

func (r Run) junitRun() junitSuite {
	s := junitSuite{Name: "the run", Time: "0.000", Timestamp: r.stream.Header.Started.UTC().Format("2006-01-02T15:04:05")}
	for _, t := range tallies(r.totals) {
		for _, v := range verdict.All() {
			if n := t.counts[v]; n > 0 {
				s.Properties = append(s.Properties, junitProperty{t.what + "." + string(v), fmt.Sprint(n)})
			}
		}
	}
	s.Properties = append(s.Properties,
		junitProperty{"conformant", fmt.Sprint(r.totals.Conformant)},
		junitProperty{"observable", fmt.Sprint(r.totals.Observable)},
		junitProperty{"all", fmt.Sprint(r.totals.All)},
		junitProperty{"circumstances", strings.Join(r.circumstances(), ", ")})
	end := junitCase{Name: "comes to its end", Class: "hooktest", Time: "0.000"}
	if r.inconclusive() {
		end.Error = &junitWords{Message: r.outcome(), Type: string(r.stream.Outcome())}
	}
	s.add(end)
	if len(r.stream.Footer.KnownFailures) > 0 {
		list := junitCase{Name: "has known failures that are true", Class: "hooktest", Time: "0.000"}
		if lines := r.untrueLines(); len(lines) > 0 {
			list.Failure = &junitWords{Message: lines[0], Type: "known-failures", Text: strings.Join(lines, "\n")}
		}
		s.add(list)
	}
	return s
}

func (r Run) junitSuite(c stream.Case) junitSuite {
	s := junitSuite{Name: visible.Text(c.Start.Case), Time: "0.000"}
	if c.End != nil {
		s.Time = seconds(c.End.Milliseconds)
	}
	for _, check := range c.Checks {
		s.add(r.junitCase(check))
	}
	return s
}

func (r Run) junitCase(c stream.Check) junitCase {
	file, line := r.place(c)
	out := junitCase{Name: visible.Text(c.Check), Class: visible.Text(c.Case), File: visible.Text(file), Line: line, Time: seconds(c.Milliseconds)}
	words := &junitWords{Message: oneLine(reason(c)), Type: string(c.Verdict)}
	switch {
	case c.Verdict == verdict.Pass:
		return out
	case !c.Verdict.Red():
		words.Message, words.Type = string(c.Verdict)+": "+words.Message, ""
		out.Skipped = words
	case c.Level == suite.LevelInterpretation:
		words.Message, words.Type = "an interpretation, told and not failed: "+words.Message, ""
		out.Skipped = words
	case c.Blame == verdict.BlameImplementation:
		words.Text = r.plainDetail(c)
		out.Failure = words
	default:
		words.Text = r.plainDetail(c)
		out.Error = words
	}
	out.Output = evidenceText(c.Evidence)
	if c.Evidence.Stderr != nil {
		out.Errors = visible.Text(c.Evidence.Stderr.Text)
	}
	return out
}

func seconds(ms float64) string { return fmt.Sprintf("%.3f", ms/1000) }
