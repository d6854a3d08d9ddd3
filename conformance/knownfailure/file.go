// Package knownfailure reads an implementer's list of known failures,
// hooktest.expect.toml, and compares the checks of a run with it. With a known failure
// CI stays green, but the requirement is not conformant.
//
// A check that is blocked only by clauses with known failures is a known failure, too.
//
// An outdated list fails: an entry is itself a failure if it matches nothing, has
// expired, covers too much, or names a check that passes.
//
//	[[failure]]
//	check   = "HOOK-067b.*"          # a check, or a pattern with * for any run of characters;
//	                                 # a clause has all its checks, "HOOK-067b.1/" the one without a label;
//	                                 # several that fail for one reason form a list
//	verdict = "fail"                 # fail by default
//	class   = "real"                 # optional: what kind of difference it is
//	message = "no blocking output"   # optional text of the first mismatch
//	reason  = "refusals need text"
//	issue   = "#42"                  # optional
//	until   = 2027-01-31             # optional
package knownfailure

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/source"
	"github.com/hooktest/hooktest/internal/spelling"
	"github.com/hooktest/hooktest/internal/tomltext"
	"github.com/hooktest/hooktest/internal/visible"
)

// MaxChecks is how many checks one entry may cover: a wider entry could hide new
// failures.
const MaxChecks = 20

// A Class says what kind of difference a known failure is.
type Class string

const (
	// Real: the implementation does not do what the specification says.
	Real Class = "real"
	// Target: the specification describes what the product does not do yet.
	Target Class = "target"
	// Interpretation: the specification leaves a choice, and the implementation
	// decides differently.
	Interpretation Class = "interpretation"
	// Dialect: the implementation follows a contract of its own, as documented.
	Dialect Class = "dialect"
	// Adapter: the adapter can't do or see it; the implementation is not to blame.
	Adapter Class = "adapter"
)

// classes lists all of them.
func classes() []Class { return []Class{Real, Target, Interpretation, Dialect, Adapter} }

// An Entry is one known failure. A list of checks makes one entry per check with the
// same other fields.
type Entry struct {
	// Check is a check's id or a pattern.
	Check   string
	Verdict outcome.Verdict
	// Class is empty if the list has none.
	Class   Class
	Message string
	Reason  string
	Issue   string
	// Until is the last day on which the entry counts; zero for no end.
	Until    time.Time
	Position source.Position
}

// A File is a list of known failures.
type File struct {
	Entries []Entry
	now     time.Time
	mu      sync.Mutex
	// matched counts the checks of each entry, by its place in Entries.
	matched []int
}

// Parse reads a list. All faults are reported at once, each with file, line and
// column. now decides which entries have expired.
func Parse(name string, data []byte, now time.Time) (*File, error) {
	root, err := tomltext.Parse(name, data)
	if err != nil {
		if fault, ok := errors.AsType[*document.SyntaxError](err); ok {
			return nil, fmt.Errorf("%s: %s", fault.Position, visible.Line(fault.Message))
		}
		return nil, err
	}
	r := &reader{seen: map[string]bool{}}
	r.only(root, "", "failure")
	if list, ok := root.Lookup("failure"); ok {
		if list.Value.Kind() != document.Array {
			r.fault(list.NamePosition, "failure is not a list of tables: write [[failure]]")
		}
		for _, table := range list.Value.Items() {
			r.entry(table)
		}
	}
	f := &File{Entries: r.entries, now: now, matched: make([]int, len(r.entries))}
	return f, errors.Join(r.faults...)
}

// A reader turns the tables of a list into entries, and continues after a fault.
type reader struct {
	entries []Entry
	faults  []error
	seen    map[string]bool
}

func (r *reader) fault(at document.Position, format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf("%s: %s", at, fmt.Sprintf(format, args...)))
}

// only reports the unknown keys of a table. within is the path of the table.
func (r *reader) only(table *document.Node, within string, known ...string) {
	for _, field := range table.Fields() {
		if !slices.Contains(known, field.Name) {
			r.fault(field.NamePosition, "unknown key %s%s%s", within, visible.Line(field.Name), didYouMean(field.Name, known))
		}
	}
}

// entry reads one table.
func (r *reader) entry(table *document.Node) {
	at := table.Position()
	if table.Kind() != document.Object {
		r.fault(at, "failure holds %s in the place of a table", table.Kind().Article())
		return
	}
	r.only(table, "failure.", "check", "verdict", "class", "message", "reason", "issue", "until")
	e := Entry{
		Verdict: outcome.Verdict(r.text(table, "verdict")),
		Class:   Class(r.text(table, "class")),
		Message: r.text(table, "message"),
		Reason:  r.text(table, "reason"),
		Issue:   r.text(table, "issue"),
		Until:   r.day(table, "until"),
		// An entry's line is where people look for it.
		Position: source.At(at.File, at.Line),
	}
	if e.Verdict == "" {
		e.Verdict = outcome.Fail
	}
	if strings.TrimSpace(e.Reason) == "" {
		r.fault(at, "reason is missing")
	}
	if !e.Verdict.Red() || !e.Verdict.Known() || e.Verdict == outcome.UnexpectedPass || e.Verdict == outcome.SuiteError {
		verdict, _ := table.Field("verdict")
		r.fault(verdict.Position(), "verdict %q is not a failure of an implementation", e.Verdict)
	}
	if class, said := table.Field("class"); said && !slices.Contains(classes(), e.Class) {
		r.fault(class.Position(), "unknown class %q%s", e.Class, didYouMean(e.Class, classes()))
	}
	for _, check := range r.checks(table) {
		e.Check = check.Text()
		if r.seen[e.Check] {
			r.fault(check.Position(), "%q is listed twice", e.Check)
		}
		r.seen[e.Check] = true
		r.entries = append(r.entries, e)
	}
}

// checks returns the values of the key check: one text, or a list of several.
func (r *reader) checks(table *document.Node) []*document.Node {
	value, ok := table.Field("check")
	var items []*document.Node
	switch {
	case ok && value.Kind() == document.Array:
		items = value.Items()
	case ok:
		items = []*document.Node{value}
	}
	var checks []*document.Node
	missing := len(items) == 0
	for _, item := range items {
		if item.Kind() != document.String {
			r.fault(item.Position(), "check is neither a text nor a list of texts")
			continue
		}
		if item.Text() == "" {
			missing = true
			continue
		}
		checks = append(checks, item)
	}
	if missing {
		r.fault(table.Position(), "check is missing")
	}
	return checks
}

// text returns the text of a key; empty if there is none.
func (r *reader) text(table *document.Node, key string) string {
	value, ok := table.Field(key)
	if ok && value.Kind() != document.String {
		r.fault(value.Position(), "%s is %s, want a text", key, value.Kind().Article())
	}
	if !ok {
		return ""
	}
	return value.Text()
}

// day returns the date of a key; zero if there is none.
func (r *reader) day(table *document.Node, key string) time.Time {
	value, ok := table.Field(key)
	if !ok {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, value.Text())
	if err != nil {
		r.fault(value.Position(), "%s is not a day, as in 2027-01-31", key)
	}
	return day
}

// didYouMean proposes the nearest of the words, and lists them where none is near.
func didYouMean[T ~string](word T, known []T) string {
	if near, ok := spelling.Nearest(word, known); ok {
		return fmt.Sprintf(", did you mean %q", near)
	}
	return fmt.Sprintf(": want one of %q", known)
}

// Judge compares one check with the list: a check that fails as predicted is an
// expected failure, a listed check that passes is an unexpected pass, and every other
// keeps its verdict. The entry is the one that matches, or nil. message is the check's
// first mismatch. waits is what blocks a blocked check: if all of it are clauses with
// known failures, the check is a known failure by the entry of the first, and needs no
// entry of its own.
func (f *File) Judge(check string, v outcome.Verdict, message string, waits ...string) (outcome.Verdict, *Entry) {
	if f == nil {
		return v, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var found *Entry
	for i := range f.Entries {
		if e := &f.Entries[i]; matches(e.Check, check) {
			f.matched[i]++
			if found == nil {
				found = e
			}
		}
	}
	if v == outcome.Blocked && (found == nil || found.Verdict != outcome.Blocked) {
		if e := f.explains(waits); e != nil {
			return outcome.ExpectedFailure, e
		}
	}
	switch {
	case found == nil || found.expired(f.now):
		return v, found
	case v == outcome.Pass:
		return outcome.UnexpectedPass, found
	case v == found.Verdict && strings.Contains(message, found.Message):
		return outcome.ExpectedFailure, found
	}
	return v, found
}

// explains returns the entry of the first clause that blocks a check if all blocking
// clauses have known failures; else nil. A control that fails together with a named
// clause most likely fails because of it.
func (f *File) explains(waits []string) *Entry {
	var first *Entry
	for _, w := range waits {
		if w == "control" && len(waits) > 1 {
			continue
		}
		e := f.about(w)
		if e == nil {
			return nil
		}
		first = cmp.Or(first, e)
	}
	return first
}

// about returns the first entry that applies to a check of a clause, or of a
// requirement; nil if there is none.
func (f *File) about(id string) *Entry {
	for i := range f.Entries {
		clause, _, _ := strings.Cut(f.Entries[i].Check, "/")
		requirement, _, _ := strings.Cut(clause, ".")
		if (clause == id || requirement == id || matches(clause, id)) && !f.Entries[i].expired(f.now) {
			return &f.Entries[i]
		}
	}
	return nil
}

func (e Entry) expired(now time.Time) bool {
	// An entry expires when its last day is over in every time zone.
	return !e.Until.IsZero() && now.After(e.Until.AddDate(0, 0, 2))
}

// A Fault says why an entry is wrong for a run.
type Fault string

const (
	// Expired: the entry's last day is over.
	Expired Fault = "expired"
	// Unmatched: the entry covers no check of a whole run.
	Unmatched Fault = "unmatched"
	// OverWide: the entry covers more than MaxChecks checks.
	OverWide Fault = "over-wide"
)

// Faults lists all of them.
func Faults() []Fault { return []Fault{Expired, Unmatched, OverWide} }

// FaultOf returns the fault of an entry that covers this many checks; empty if there is
// none. partial reports that not all cases were run; an entry without a match is then
// not a fault.
func FaultOf(expired bool, checks int, partial bool) Fault {
	switch {
	case expired:
		return Expired
	case checks == 0 && !partial:
		return Unmatched
	case checks > MaxChecks:
		return OverWide
	}
	return ""
}

// A Use is a run's result for an entry.
type Use struct {
	Entry Entry
	// Checks counts the checks that the entry covers.
	Checks int
	// Fault is what is wrong with the entry; empty for nothing.
	Fault Fault
}

// Uses returns the run's result for each entry, in order. partial is as for FaultOf.
func (f *File) Uses(partial bool) []Use {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var uses []Use
	for i, e := range f.Entries {
		uses = append(uses, Use{e, f.matched[i], FaultOf(e.expired(f.now), f.matched[i], partial)})
	}
	return uses
}

// matches compares a check with a pattern, in which * matches any characters. A clause
// also covers its labelled checks; followed by a slash, it matches only the check
// without a label.
func matches(pattern, check string) bool {
	if clause, alone := strings.CutSuffix(pattern, "/"); alone {
		return clause == check
	}
	if clause, _, labelled := strings.Cut(check, "/"); labelled && clause == pattern {
		return true
	}
	quoted := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
	return regexp.MustCompile("^" + quoted + "$").MatchString(check)
}
