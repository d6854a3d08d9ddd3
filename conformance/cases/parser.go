package cases

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hooktest/hooktest/conformance/adapter"
)

var (
	headerLine = lazyregexp.New(`^#\s*([a-z][a-z-]*):\s*(.*)$`)
	idPattern  = lazyregexp.New(`^(HOOK-\d{3}[ab]?|INT-\d{2})$`)
	scopeName  = lazyregexp.New(`^((?:HOOK-\d{3}[ab]?|INT-\d{2})(?:\.\d+)?)(/[a-z0-9-]+)?$`)
)

// parser holds what the steps of Parse share.
type parser struct {
	name string
	line int
	// of is the table row that the line was filled in for; 0 if there is none.
	of   int
	c    *Case
	seen map[string]bool
	// open is the index of the current scope of the case, or -1 outside of all
	// scopes and in the control.
	open     int
	controls []Statement
	// needing reports whether the script is in the scope of the case's last need.
	needing bool
	faults  []error
}

func (p *parser) fault(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if p.of > 0 {
		text += fmt.Sprintf(" (in the row on line %d)", p.of)
	}
	p.faults = append(p.faults, fmt.Errorf("%s:%d: %s", p.name, p.line, text))
}

// script reads the header and the lines after it.
func (p *parser) script() {
	p.open = -1
	inHeader := true
	p.c.lines = p.lines()
	for i, l := range p.c.lines {
		p.line, p.of = l.at, l.row
		if inHeader && strings.HasPrefix(l.text, "#") {
			p.c.header = p.line
			p.header(strings.TrimRight(l.text, " \t\r\n"))
			continue
		}
		inHeader = false
		s, err := statementOf(l.text)
		switch {
		case err != nil:
			p.fault("%v", err)
		case s.Command != "":
			s.Line, s.Row, s.line = l.at, l.row, i
			p.c.Script = append(p.c.Script, s)
			p.statement(s)
		}
	}
	p.of = 0
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
		p.fault("header key %q is there twice", key)
	}
	p.seen["header "+key] = true
	switch key {
	case "requirement":
		p.c.Requirement, p.c.RequirementLine = value, p.line
		if !idPattern.MatchString(value) {
			p.fault("%q is neither a requirement nor an interpretation", value)
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
			p.fault("budget %q is not a duration", value)
		}
		p.c.Budget = budget
	case "needs":
		p.headerNeeds(value)
	default:
		p.fault("unknown header key %q: requirement, level, features, budget or needs", key)
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

// statement handles the commands that open scopes; the runner handles all others.
func (p *parser) statement(s Statement) {
	switch s.Command {
	case "clause":
		p.needing = false
		p.clause(s)
	case "control":
		p.open, p.needing = -1, false
		p.everywhere(s)
		p.controls = append(p.controls, s)
	case "needs":
		p.needs(s)
	case "end":
		p.open, p.needing = -1, false
	default:
		if p.open >= 0 {
			p.c.Scopes[p.open].End = s.Line
		}
		if p.needing {
			p.c.Needs[len(p.c.Needs)-1].Here = true
		}
	}
}

// everywhere rejects a scope that would be opened on some machines only.
func (p *parser) everywhere(s Statement) {
	if s.Conditional || s.Negated {
		p.fault("%s is written alone, without a condition and without !", s.Command)
	}
}

func (p *parser) needs(s Statement) {
	p.open, p.needing = -1, false
	p.everywhere(s)
	if len(s.Args) == 0 {
		p.fault("needs takes a requirement or a clause, such as HOOK-107 or HOOK-107.2, and the checks that need it")
		return
	}
	m := scopeName.FindStringSubmatch(s.Args[0])
	if m == nil || m[2] != "" {
		p.fault("%q is neither a requirement nor a clause", s.Args[0])
		return
	}
	s.Args = s.Args[1:]
	p.controls = append(p.controls, s)
	p.c.Needs = append(p.c.Needs, Need{Of: m[1], Checks: s.Args, Line: p.line})
	p.needing = true
}

func (p *parser) clause(s Statement) {
	p.open = -1
	p.everywhere(s)
	if len(s.Args) != 1 {
		p.fault("clause takes one check, such as HOOK-016a.1 or HOOK-016a.1/reason")
		return
	}
	check := s.Args[0]
	m := scopeName.FindStringSubmatch(check)
	if m == nil {
		p.fault("%q is not a check: a clause such as HOOK-016a.1, and a label of a-z, 0-9 and - after a slash", check)
		return
	}
	if p.seen["scope "+check] {
		p.fault("check %s is opened twice: give it a label", check)
	}
	p.seen["scope "+check] = true
	p.open = len(p.c.Scopes)
	p.c.Scopes = append(p.c.Scopes, Scope{Check: check, Clause: m[1], Line: p.line, End: p.line, Row: s.Row})
}

// nameless returns the line that begins a file without a name, which package txtar
// does not handle; 0 if there is none.
func nameless(text []byte) int {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if string(bytes.TrimSuffix(line, []byte("\r"))) == "-- --" {
			return i + 1
		}
	}
	return 0
}

// files takes the files of the archive. All must be inside the case's folder.
func (p *parser) files(files []txtar.File) {
	p.line = 1 + bytes.Count(p.c.script, []byte("\n"))
	for _, f := range files {
		p.fileName(f.Name)
		p.c.Files = append(p.c.Files, File{Name: f.Name, Line: p.line, Text: string(f.Data)})
		p.line += 1 + bytes.Count(f.Data, []byte("\n"))
	}
}

// fileName rejects names that would be outside the folder on any system: a name with
// .., one that begins at a root or a drive, and one with a variable.
func (p *parser) fileName(name string) {
	if path.Clean(name) != name || name == "." || path.IsAbs(name) || name == ".." || strings.HasPrefix(name, "../") || strings.ContainsAny(name, "\\:$\x00") {
		p.fault(`the file %q would lie outside of the case's folder, or is written otherwise than a/b: no "..", "/" in front, "\", ":" or "$"`, name)
	}
	for _, other := range p.c.Files {
		switch {
		case other.Name == name:
			p.fault("the file %q is there twice", name)
		case strings.HasPrefix(name, other.Name+"/"), strings.HasPrefix(other.Name, name+"/"):
			p.fault("the files %q and %q can't both be there: one is the other's folder", other.Name, name)
		}
	}
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
		// Every other fault here would only follow from this one.
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
	for _, s := range p.controls {
		p.line = s.Line
		for _, check := range s.Args {
			if !p.seen["scope "+check] {
				p.fault("%s names %s, which the script does not open", s.Command, check)
			}
		}
	}
	for _, n := range p.c.Needs {
		p.line = n.Line
		if !n.Here {
			p.share(n)
			continue
		}
		for _, s := range p.c.Scopes {
			if n.isFor(s) && (n.Of == s.Clause || n.Of == p.c.Requirement) {
				p.fault("%s can't need %s, which it is there to judge", s.Check, n.Of)
			}
		}
	}
	p.line = 1
	if strings.HasPrefix(p.c.Requirement, "INT-") && p.c.Level != LevelInterpretation {
		p.fault("a case about %s has the level interpretation", p.c.Requirement)
	}
}
