package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Report is the result of any command, for the formats that all commands share. A
// command turns its own result into a Report, and the writers of this package know
// nothing else. Texts may be untrusted: the writers make them visible.
type Report struct {
	// Title names the command, and what it looked at.
	Title string
	// About says what was done, where and when; Summary is the result. Both are lines.
	About, Summary []string
	// Incomplete says why passing checks are not a success; empty if the report is
	// complete.
	Incomplete   string
	Milliseconds float64
	// Groups are what was judged. Findings are what to read at lines of files.
	Groups   []Group
	Findings []Finding
	// Foremost are the causes to fix first, with more lines in Detail, and FixFirst is the
	// heading above them. Tables are for readers of a document.
	FixFirst string
	Foremost []Finding
	Tables   []Table
	// Rules are listed even if no finding is about them.
	Rules []Rule
	// Version is that of hooktest, Ended when the findings were made, and Category
	// distinguishes several reports about one commit; all may be zero.
	Version, Category string
	Ended             time.Time
	// Rooted reports whether paths are relative to the root of a working copy.
	Rooted bool
	// Properties are additional data for programs.
	Properties map[string]any
}

// A Group is a list of checks. Started may be zero.
type Group struct {
	Name         string
	Started      time.Time
	Milliseconds float64
	Facts        []Fact
	Checks       []Check
}

// A Table is rows of cells below a heading, which may be empty. Noun is the plural of what
// its rows are. A folded table is open only to readers who want it, and comes last.
type Table struct {
	Title, Noun string
	Folded      bool
	Columns     []string
	Rows        [][]string
}

// A Fact is a name and a value.
type Fact struct{ Name, Value string }

// A Status is the result of a check.
type Status string

const (
	Passed Status = "passed"
	Failed Status = "failed"
	// Errored means that something else than what is checked is at fault.
	Errored Status = "errored"
	Skipped Status = "skipped"
	// Tolerated means that the check does not hold, which fails nothing.
	Tolerated Status = "tolerated"
	// Blocked means that nothing could be judged. It fails the report, and blames nothing.
	Blocked Status = "blocked"
)

// A Check is something that was judged.
type Check struct {
	// Name is its name within Class. Title is its name for readers who see no class; the
	// Name if empty.
	Name, Class, Title string
	Status             Status
	// Type is a word for the kind of failure. Message says in one line why the check did
	// not pass. Reason says so in a few words if it is skipped or tolerated; the Message
	// if empty. Detail has more lines, which a check that passed may have as well.
	Type, Message, Reason, Detail string
	Mismatches                    []Mismatch
	Facts                         []Fact
	// Repro is a command that shows the failure.
	Repro        string
	At           Location
	Milliseconds float64
	// Stdout and Stderr are what was captured.
	Stdout, Stderr string
}

// A Mismatch is an expectation that was not met, with its line.
type Mismatch = stream.Mismatch

// A Severity is the weight of a finding.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// A Finding is something to fix, or to know.
type Finding struct {
	Rule     Rule
	Severity Severity
	// Subject names what the finding is about, Fingerprint identifies the finding even
	// if lines have moved; both may be empty. Title is for a heading; if it is empty, the
	// heading is the rule with the subject or the rule's title.
	Subject, Fingerprint, Title string
	// Text is what is wrong, Fix what to do, Detail has more lines, and Repro is a command
	// that shows it. All but Text may be empty.
	Text, Fix, Detail, Repro string
	At                       Location
}

// A Rule is a kind of finding. All but ID, Title, Why and Severity may be empty.
type Rule struct {
	// Name must differ from ID.
	ID, Name, Title, Why string
	Severity             Severity
	// Help says what to do, HelpMarkdown the same as Markdown.
	Help, HelpMarkdown string
	Tags               []string
	// Page is the address of a page about it.
	Page string
}

// A Location is a place in a file. Line 0 is the whole file; without a file it is nowhere.
type Location struct {
	File         string
	Line, Column int
}

// String returns file:line:column, without what is not known.
func (l Location) String() string {
	switch {
	case l.Line == 0:
		return l.File
	case l.Column == 0:
		return fmt.Sprintf("%s:%d", l.File, l.Line)
	}
	return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column)
}

// heading returns a finding's title.
func (f Finding) heading() string {
	return cmp.Or(f.Title, f.Rule.ID+" "+cmp.Or(f.Subject, f.Rule.Title))
}

// errorsFirst returns the findings by their severity, for formats that show only the first.
func (r Report) errorsFirst() []Finding {
	severities := []Severity{Error, Warning, Info}
	findings := slices.Clone(r.Findings)
	slices.SortStableFunc(findings, func(x, y Finding) int {
		return cmp.Compare(slices.Index(severities, x.Severity), slices.Index(severities, y.Severity))
	})
	return findings
}

// told returns what is wrong, what to do, and how to see it, each clipped to a width.
func (f Finding) told(width int) string {
	clip := func(text string) string { return visible.Clip(visible.Text(text), width) }
	return joined(clip(f.Text), labelled("fix: ", clip(f.Fix)), labelled("repro: ", visible.Line(f.Repro)))
}

// labelled returns a text after its label, or nothing for no text.
func labelled(label, text string) string {
	if text == "" {
		return ""
	}
	return label + text
}

// joined returns lines without those that are empty.
func joined(lines ...string) string {
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// Of returns a command's own formats, and those that all commands share, which write its
// model. A format of its own replaces the shared one of the same name.
func Of[T any](model func(T) Report, own ...Format[T]) Formats[T] {
	all := Formats[T](own)
	for _, f := range shared() {
		if !slices.Contains(all.Names(), f.Name) {
			all = append(all, Document(f.Name, func(w io.Writer, value T) error { return f.Write(w, model(value), Look{}) }))
		}
	}
	return all
}
