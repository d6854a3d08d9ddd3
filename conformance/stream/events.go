package stream

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/source"
)

// A CaseStart says that a case began.
type CaseStart struct {
	Kind Kind `json:"kind"`
	// Case is the name of the case, unique in the run.
	Case  string `json:"case"`
	Title string `json:"title"`
	// File is the path of the case file, for people and for annotations.
	File string `json:"file"`
	// Lines is the length of the file; absent where it is not known.
	Lines       int         `json:"lines,omitempty"`
	Requirement string      `json:"requirement"`
	Level       cases.Level `json:"level"`
	// Features are those that the case uses.
	Features []adapter.Feature `json:"features,omitempty"`
	// Observations are those that its assertions are about.
	Observations []adapter.Observation `json:"observations,omitempty"`
}

// A Check is the judgement of one check with its evidence.
type Check struct {
	Kind Kind `json:"kind"`
	// Check is the clause and, after a slash, a label; it is unique in its case.
	Check       string `json:"check"`
	Clause      string `json:"clause"`
	Requirement string `json:"requirement"`
	Case        string `json:"case"`
	// Line is where the case file opens the check.
	Line    int             `json:"line"`
	Level   cases.Level     `json:"level"`
	Verdict outcome.Verdict `json:"verdict"`
	// Blame is the verdict's own.
	Blame outcome.Blame `json:"blame"`
	// Waits names what blocks the check, or blocked it before the known failures
	// were applied.
	Waits []string `json:"waits,omitempty"`
	// Mismatches are empty for a pass.
	Mismatches   []Mismatch `json:"mismatches,omitempty"`
	Assertions   int        `json:"assertions"`
	Milliseconds float64    `json:"milliseconds"`
	Evidence     Evidence   `json:"evidence,omitzero"`
	// Expected is the entry of the known-failure file that names the check.
	Expected *Expectation `json:"expected,omitempty"`
	// Repro is the command that runs this check alone.
	Repro string `json:"repro,omitempty"`
}

// A Mismatch is one assertion that did not hold, or the reason why none was
// evaluated.
type Mismatch struct {
	Line int    `json:"line"`
	What string `json:"what"`
	Want string `json:"want"`
	Got  string `json:"got"`
}

// Evidence is the input of a judgement. All of it is bounded and valid UTF-8.
type Evidence struct {
	// Runs are those of the hooks, in the order in which they began.
	Runs []HookRun `json:"runs,omitempty"`
	// RunsDropped counts those beyond the limit.
	RunsDropped int `json:"runsDropped,omitempty"`
	// Request and Answer are the messages that were judged.
	Request *Text `json:"request,omitempty"`
	Answer  *Text `json:"answer,omitempty"`
	// Stderr is the end of the adapter's stderr.
	Stderr *Text `json:"stderr,omitempty"`
}

// A HookRun is what one run of a hook saw and did.
type HookRun struct {
	Hook string   `json:"hook"`
	Run  int      `json:"run"`
	Argv []string `json:"argv"`
	CWD  string   `json:"cwd"`
	// Stdin is what the hook read, and nil if no assertion uses it.
	Stdin   *Text    `json:"stdin,omitempty"`
	Signals []string `json:"signals,omitempty"`
	// Exit is the exit code, -1 if a signal ended the hook, and nil if the hook
	// still ran at the end of its case.
	Exit *int `json:"exit,omitempty"`
	// Milliseconds is absent if the hook recorded no end.
	Milliseconds *float64 `json:"milliseconds,omitempty"`
}

// A Text is an excerpt of untrusted output.
type Text struct {
	// Text is the excerpt; U+FFFD replaces invalid UTF-8.
	Text string `json:"text"`
	// Bytes is the length of the whole.
	Bytes int `json:"bytes"`
	// ValidUTF8 is false if the excerpt is not UTF-8, and absent otherwise.
	ValidUTF8 *bool `json:"validUTF8,omitempty"`
	// Dropped counts the bytes beyond the limit.
	Dropped int `json:"dropped,omitempty"`
}

// An Expectation is an entry of the known-failure file.
type Expectation struct {
	// Pattern is the id or glob of the entry, Verdict the verdict it predicts.
	Pattern string          `json:"pattern"`
	Verdict outcome.Verdict `json:"verdict"`
	Reason  string          `json:"reason"`
	Issue   string          `json:"issue,omitempty"`
	// Until is the entry's last day, such as 2026-12-31.
	Until string `json:"until,omitempty"`
	// Position is that of the entry.
	Position source.Position `json:"position,omitempty"`
}

// A CaseEnd is the result of a case.
type CaseEnd struct {
	Kind Kind   `json:"kind"`
	Case string `json:"case"`
	// Verdict is the worst of the case's checks.
	Verdict      outcome.Verdict `json:"verdict"`
	Milliseconds float64         `json:"milliseconds"`
	// Attempts counts how often the case was run; 0 for one that was not.
	Attempts int `json:"attempts"`
}

// A Footer is the last line.
type Footer struct {
	Kind Kind `json:"kind"`
	// Complete reports whether every selected case was run; if not, Why is the
	// reason.
	Complete bool   `json:"complete"`
	Why      string `json:"why,omitempty"`
	// Blame says whose fault an incomplete run is. It is empty if a person or a
	// limit ended the run, or if its end is unknown.
	Blame  outcome.Blame `json:"blame,omitempty"`
	Totals Totals        `json:"totals"`
	// Milliseconds is the duration of the run.
	Milliseconds float64 `json:"milliseconds"`
	// KnownFailures are the entries of the known-failure file, in its order.
	KnownFailures []KnownFailure `json:"knownFailures,omitempty"`
	// Restarts are those of the adapter; absent if there were none.
	Restarts *Restarts `json:"restarts,omitempty"`
	// Required has the run's result for each profile, feature and observation that
	// the header requires.
	Required []Required `json:"required,omitempty"`
	// ShutdownFault is the adapter's fault during its shutdown; absent if there is none.
	ShutdownFault *ShutdownFault `json:"farewell,omitempty"`
}

// Restarts say how often the adapter had to be restarted, and what that cost.
type Restarts struct {
	Count int `json:"count"`
	// Milliseconds is the time spent on it, including waits for requests that
	// timed out.
	Milliseconds float64 `json:"milliseconds"`
}

// add returns the sum of both.
func (r *Restarts) add(other *Restarts) *Restarts {
	if r == nil || other == nil {
		return cmp.Or(r, other)
	}
	return &Restarts{r.Count + other.Count, r.Milliseconds + other.Milliseconds}
}

// A KnownFailure is an entry of the known-failure file with the run's result.
type KnownFailure struct {
	// Pattern is the id or glob of the entry.
	Pattern  string          `json:"pattern"`
	Position source.Position `json:"position"`
	// Until is the entry's last day, such as 2026-12-31.
	Until string `json:"until,omitempty"`
	// Checks counts the checks that the entry covers.
	Checks int `json:"checks"`
	// Fault says why the entry is wrong; empty if it is right. A partial run can't
	// prove that an entry is unmatched and never reports it.
	Fault knownfailure.Fault `json:"fault,omitempty"`
}

// Wrong says what is wrong with the entry, without its position; it is empty if
// the entry is right.
func (k KnownFailure) Wrong() string {
	switch k.Fault {
	case knownfailure.Expired:
		return fmt.Sprintf("%s has run out on %s", k.Pattern, k.Until)
	case knownfailure.Unmatched:
		return k.Pattern + " matches no check"
	case knownfailure.OverWide:
		return fmt.Sprintf("%s covers %d checks, more than %d", k.Pattern, k.Checks, knownfailure.MaxChecks)
	}
	return ""
}

// KnownFailuresOf converts the uses of known failures in a run to events.
func KnownFailuresOf(uses []knownfailure.Use) []KnownFailure {
	var all []KnownFailure
	for _, u := range uses {
		k := KnownFailure{Pattern: u.Entry.Check, Position: u.Entry.Position, Checks: u.Checks, Fault: u.Fault}
		if !u.Entry.Until.IsZero() {
			k.Until = u.Entry.Until.Format(time.DateOnly)
		}
		all = append(all, k)
	}
	return all
}

// CheckOf is the event of a check of the suite, without evidence, duration,
// expectation and repro.
func CheckOf(c suite.Check) Check {
	event := Check{
		Kind: KindCheck, Check: c.Check, Clause: c.Clause, Case: c.Case, Line: c.Line,
		Level: c.Level, Verdict: c.Verdict, Blame: c.Verdict.Blame(), Assertions: c.Assertions, Waits: c.Waits,
	}
	event.Requirement, _, _ = strings.Cut(c.Clause, ".")
	for _, m := range c.Mismatches {
		event.Mismatches = append(event.Mismatches, Mismatch(m))
	}
	return event
}

// CaseStartOf is the event of a case whose file has the given path.
func CaseStartOf(c cases.Case, file string) CaseStart {
	return CaseStart{
		Kind: KindCaseStart, Case: c.Name, Title: c.Title, File: file, Lines: bytes.Count(c.Text, []byte("\n")),
		Requirement: c.Requirement, Level: c.Level, Features: suite.FeaturesOf(c), Observations: suite.ObservationsOf(c),
	}
}
