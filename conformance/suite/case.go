// Package suite turns case files and an adapter into checks with verdicts. A
// case is a testscript file about one requirement; its commands drive an
// implementation through the adapter protocol, its scopes say which clause each
// assertion is about, and what hooks saw is judged by the records that the
// suite's own hooks leave.
//
// The package knows no implementation: the built-in engine comes through the
// same door as a stranger's program. It writes no report.
package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// A Level says what a case rests on.
type Level string

const (
	// LevelRequirement: the text of a requirement.
	LevelRequirement Level = "requirement"
	// LevelInterpretation: an interpretation alone. Another implementation that
	// decides otherwise is told, not failed.
	LevelInterpretation Level = "interpretation"
)

// A Case is one case file.
type Case struct {
	// Name is the file's path in the suite without its ending.
	Name  string
	Title string
	// Requirement is the HOOK or INT id the case is about.
	Requirement string
	Level       Level
	// Features are what an implementation must claim.
	Features []adapter.Feature
	// Budget is how long a single request may take; 0 stands for the limits of
	// the protocol.
	Budget time.Duration
	// Scopes are the checks that the script opens, in order.
	Scopes []Scope
	// Text is the whole file.
	Text []byte
}

// A Scope is the place in a script where assertions about one clause begin.
type Scope struct {
	// Check is the clause, and behind a slash a label where a clause is checked
	// more than once: HOOK-016a.3/reason.
	Check string
	// Clause is the clause's id alone.
	Clause string
	Line   int
}

// Load reads every case below a file system, by path. All faults of all files
// are reported at once, each with file and line.
func Load(files fs.FS) ([]Case, error) {
	var cases []Case
	var faults []error
	seen := map[string]string{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".txtar" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if other, twice := seen[path.Base(name)]; twice {
			faults = append(faults, fmt.Errorf("%s:1: the name is taken by %s", name, other))
		}
		seen[path.Base(name)] = name
		c, err := Parse(name, text)
		if err != nil {
			faults = append(faults, err)
			return nil
		}
		cases = append(cases, c)
		return nil
	})
	return cases, errors.Join(append(faults, err)...)
}

var (
	headerLine = regexp.MustCompile(`^#\s*([a-z][a-z-]*):\s*(.*)$`)
	idPattern  = regexp.MustCompile(`^(HOOK-\d{3}[ab]?|INT-\d{2})$`)
	scopeName  = regexp.MustCompile(`^((?:HOOK-\d{3}[ab]?|INT-\d{2})(?:\.\d+)?)(/[a-z0-9-]+)?$`)
)

// Parse reads one case file: a title, header lines, the script, and behind it
// the files of the case.
func Parse(name string, text []byte) (Case, error) {
	c := Case{Name: strings.TrimSuffix(name, ".txtar"), Level: LevelRequirement, Text: text}
	p := parser{name: name, c: &c, seen: map[string]bool{}}
	script, _, _ := strings.Cut("\n"+string(text), "\n-- ")
	inHeader := true
	for i, line := range strings.Split(strings.TrimPrefix(script, "\n"), "\n") {
		p.line = i + 1
		if inHeader && strings.HasPrefix(line, "#") {
			p.header(line)
			continue
		}
		inHeader = false
		p.script(line)
	}
	p.programs(text)
	p.finish()
	return c, errors.Join(p.faults...)
}

type parser struct {
	name string
	line int
	c    *Case
	seen map[string]bool
	// hooks are the words behind the commands that make hooks.
	hooks  []string
	faults []error
}

func (p *parser) fault(format string, args ...any) {
	p.faults = append(p.faults, fmt.Errorf("%s:%d: %s", p.name, p.line, fmt.Sprintf(format, args...)))
}

func (p *parser) header(line string) {
	m := headerLine.FindStringSubmatch(line)
	if m == nil {
		if p.c.Title == "" {
			p.c.Title = strings.TrimSpace(strings.TrimPrefix(line, "#"))
		}
		return
	}
	key, value := m[1], m[2]
	if p.seen["header "+key] {
		p.fault("header key %q stands twice", key)
	}
	p.seen["header "+key] = true
	switch key {
	case "requirement":
		p.c.Requirement = value
		if !idPattern.MatchString(value) {
			p.fault("%q is no requirement or interpretation", value)
		}
	case "level":
		p.c.Level = Level(value)
		if p.c.Level != LevelRequirement && p.c.Level != LevelInterpretation {
			p.fault("unknown level %q: requirement or interpretation", value)
		}
	case "features":
		p.features(value)
	case "budget":
		budget, err := time.ParseDuration(value)
		if err != nil || budget <= 0 {
			p.fault("budget %q is no duration", value)
		}
		p.c.Budget = budget
	default:
		p.fault("unknown header key %q: requirement, level, features or budget", key)
	}
}

func (p *parser) features(value string) {
	for _, word := range strings.Fields(value) {
		f := adapter.Feature(word)
		if !slices.ContainsFunc(adapter.Features(), func(info adapter.FeatureInfo) bool { return info.Feature == f }) {
			p.fault("unknown feature %q", word)
		}
		p.c.Features = append(p.c.Features, f)
	}
}

// script looks for the commands that open scopes and those that make hooks; all
// else is testscript's to read.
func (p *parser) script(line string) {
	words := strings.Fields(line)
	if len(words) > 1 && words[0] == "hook" {
		p.hooks = append(p.hooks, words[1:]...)
	}
	if len(words) == 0 || words[0] != "clause" {
		return
	}
	if len(words) != 2 {
		p.fault("clause takes one check, such as HOOK-016a.1 or HOOK-016a.1/reason")
		return
	}
	m := scopeName.FindStringSubmatch(words[1])
	if m == nil {
		p.fault("%q is no check: a clause such as HOOK-016a.1, and a label of a-z, 0-9 and - behind a slash", words[1])
		return
	}
	if p.seen["scope "+words[1]] {
		p.fault("check %s is opened twice: give it a label", words[1])
	}
	p.seen["scope "+words[1]] = true
	p.c.Scopes = append(p.c.Scopes, Scope{Check: words[1], Clause: m[1], Line: p.line})
}

func (p *parser) finish() {
	p.line = 1
	if p.c.Title == "" {
		p.fault("a case begins with a comment that says what it shows")
	}
	if len(p.c.Scopes) == 0 {
		p.fault("the script opens no clause")
	}
	if p.c.Requirement == "" {
		// Whatever else rests on it follows from that.
		p.fault("header key requirement is missing")
		return
	}
	if !strings.HasPrefix(path.Base(p.name), p.c.Requirement+"-") {
		p.fault("the file's name must begin with %s-", p.c.Requirement)
	}
	for _, s := range p.c.Scopes {
		id, _, _ := strings.Cut(s.Clause, ".")
		if id != p.c.Requirement {
			p.line = s.Line
			p.fault("clause %s does not belong to %s", s.Clause, p.c.Requirement)
		}
	}
	if strings.HasPrefix(p.c.Requirement, "INT-") && p.c.Level != LevelInterpretation {
		p.fault("a case about %s has the level interpretation", p.c.Requirement)
	}
}
