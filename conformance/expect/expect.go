// Package expect reads an implementer's list of known failures,
// hooktest.expect.toml, and holds the checks of a run against it. A known
// failure keeps CI green and the requirement not conformant.
//
// The list can't rot: an entry that matches nothing, has run out, covers too
// much, or speaks of a check that passes is itself a failure.
//
//	[[failure]]
//	check   = "HOOK-067b.*"          # a check, or a pattern with * for any run of characters;
//	                                 # a clause has all its checks, "HOOK-067b.1/" the one without a label;
//	                                 # several that fail for one reason stand in a list
//	verdict = "fail"                 # fail by default
//	class   = "real"                 # optional: what kind of difference it is
//	message = "no blocking output"   # optional text of the first mismatch
//	reason  = "refusals need text"
//	issue   = "#42"                  # optional
//	until   = 2027-01-31             # optional
package expect

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/internal/source"
	"github.com/hooktest/hooktest/internal/spelling"
	"github.com/hooktest/hooktest/internal/visible"
)

// MaxChecks is how many checks one entry may cover: beyond it an entry hides
// more than it explains.
const MaxChecks = 20

// A Class says what kind of difference a known failure is.
type Class string

const (
	// Real: the implementation does something else than the text says.
	Real Class = "real"
	// Target: the text describes what the product does not do yet.
	Target Class = "target"
	// Interpretation: the text leaves a choice, and the implementation's is another.
	Interpretation Class = "interpretation"
	// Dialect: the implementation follows a contract of its own, as documented.
	Dialect Class = "dialect"
	// Adapter: the adapter can't do or see it; the implementation is not to blame.
	Adapter Class = "adapter"
)

// classes lists all of them.
func classes() []Class { return []Class{Real, Target, Interpretation, Dialect, Adapter} }

// An Entry is one known failure. A list of checks makes as many entries, which
// share all else.
type Entry struct {
	// Check is a check's id or a pattern.
	Check   string
	Verdict outcome.Verdict
	// Class is empty where the list does not say.
	Class   Class
	Message string
	Reason  string
	Issue   string
	// Until is the last day on which the entry counts; zero for no end.
	Until    time.Time
	Position source.Position
}

// patterns are what stands behind check: one, or a list of several.
type patterns []string

func (p *patterns) UnmarshalTOML(value any) error {
	all, several := value.([]any)
	if !several {
		all = []any{value}
	}
	for _, one := range all {
		text, ok := one.(string)
		if !ok {
			return errors.New("check is neither a text nor a list of texts")
		}
		*p = append(*p, text)
	}
	return nil
}

type entry struct {
	Check   patterns        `toml:"check"`
	Verdict outcome.Verdict `toml:"verdict"`
	Class   *Class          `toml:"class"`
	Message string          `toml:"message"`
	Reason  string          `toml:"reason"`
	Issue   string          `toml:"issue"`
	Until   time.Time       `toml:"until"`
}

// A File is a list of known failures.
type File struct {
	Entries []Entry
	now     time.Time
	mu      sync.Mutex
	// matched counts the checks of each entry, by its place in Entries.
	matched []int
}

// Parse reads a list. All faults are reported at once, each with file and, where
// the reader tells it, line. now decides which entries have run out.
func Parse(name string, data []byte, now time.Time) (*File, error) {
	var doc struct {
		Failure []entry `toml:"failure"`
	}
	meta, err := toml.NewDecoder(bytes.NewReader(data)).Decode(&doc)
	if err != nil {
		if broken, ok := errors.AsType[toml.ParseError](err); ok {
			// At both ends of the text the reader's own count of lines is one short, and
			// its places may lie outside.
			before := data[:max(min(broken.Position.Start, len(data)), 0)]
			line := 1 + bytes.Count(before, []byte("\n"))
			return nil, fmt.Errorf("%s:%d: %s", name, line, visible.Line(broken.Message))
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	lines := entryLines(data)
	f := &File{now: now}
	var faults []error
	for _, key := range meta.Undecoded() {
		faults = append(faults, fmt.Errorf("%s: unknown key %s", name, key))
	}
	seen := map[string]bool{}
	for i, e := range doc.Failure {
		position := source.Position(name)
		if len(lines) == len(doc.Failure) {
			position = source.At(name, lines[i])
		}
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Errorf("%s: %s", position, fmt.Sprintf(format, args...)))
		}
		if e.Verdict == "" {
			e.Verdict = outcome.Fail
		}
		if len(e.Check) == 0 || slices.Contains(e.Check, "") {
			fault("check is missing")
		}
		for _, check := range e.Check {
			if check != "" && seen[check] {
				fault("%q is listed twice", check)
			}
			seen[check] = true
		}
		if strings.TrimSpace(e.Reason) == "" {
			fault("reason is missing")
		}
		if !e.Verdict.Red() || !e.Verdict.Known() || e.Verdict == outcome.UnexpectedPass || e.Verdict == outcome.SuiteError {
			fault("verdict %q is no failure of an implementation", e.Verdict)
		}
		class := Class("")
		if e.Class != nil {
			class = *e.Class
			if !slices.Contains(classes(), class) {
				fault("unknown class %q%s", class, didYouMean(class))
			}
		}
		for _, check := range e.Check {
			known := Entry{Check: check, Verdict: e.Verdict, Class: class, Message: e.Message, Reason: e.Reason, Issue: e.Issue, Until: e.Until, Position: position}
			f.Entries = append(f.Entries, known)
		}
	}
	f.matched = make([]int, len(f.Entries))
	return f, errors.Join(faults...)
}

// didYouMean proposes the nearest class, and lists them where none is near.
func didYouMean(class Class) string {
	if near, ok := spelling.Nearest(class, classes()); ok {
		return fmt.Sprintf(", did you mean %q", near)
	}
	return fmt.Sprintf(": want one of %q", classes())
}

// Judge holds one check against the list: what fails as foretold is an expected
// failure, what passes although it is listed is an unexpected pass, and
// everything else keeps its verdict. The entry is the one that matches, nil for
// none; message is the check's first mismatch.
func (f *File) Judge(check string, v outcome.Verdict, message string) (outcome.Verdict, *Entry) {
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

func (e Entry) expired(now time.Time) bool {
	// The last day counts whole, wherever on earth it is still that day.
	return !e.Until.IsZero() && now.After(e.Until.AddDate(0, 0, 2))
}

// A Fault says why an entry is not true of a run.
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

// FaultOf is what is wrong with an entry that covers so many checks; empty for
// nothing. partial says that not all cases were run, so that an entry without a
// match proves nothing.
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

// A Use is what a run has made of an entry.
type Use struct {
	Entry Entry
	// Checks counts the checks that the entry covers.
	Checks int
	// Fault is what is wrong with the entry; empty for nothing.
	Fault Fault
}

// Uses gives what a run has made of each entry, in their order. partial is that
// of FaultOf.
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

// matches compares a check with a pattern in which * stands for any run of
// characters. A clause also covers its labelled checks; with a slash behind it,
// it is the check without a label alone.
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

var entryHeader = regexp.MustCompile(`^\x{feff}?\s*\[\[\s*["']?failure["']?\s*\]\]`)

// entryLines finds the line of each entry's header. Text that only looks like one,
// within a string of several lines, is none.
func entryLines(data []byte) []int {
	var lines []int
	open := ""
	for i, line := range strings.Split(string(data), "\n") {
		if open == "" && entryHeader.MatchString(line) {
			lines = append(lines, i+1)
		}
		open = quotesBehind(line, open)
	}
	return lines
}

// quotesBehind are those of the string of several lines that a line leaves open,
// with open being what the line before it left; empty for none.
func quotesBehind(line, open string) string {
	for i := 0; i < len(line); {
		rest := line[i:]
		switch {
		case open == "" && rest[0] == '#':
			return ""
		case open == "":
			i++
			for _, quotes := range []string{`"""`, `'''`, `"`, `'`} {
				if strings.HasPrefix(rest, quotes) {
					open = quotes
					i += len(quotes) - 1
					break
				}
			}
		case rest[0] == '\\' && open[0] == '"':
			i += 2
		case !strings.HasPrefix(rest, open):
			i++
		case len(open) == 1:
			i, open = i+1, ""
		default:
			// The string may itself end with one or two quotes.
			i = len(line) - len(strings.TrimLeft(rest, open[:1]))
			open = ""
		}
	}
	if len(open) == 1 {
		return ""
	}
	return open
}
