// Package cases turns the text of case files into cases: what a case is about,
// its script line by line, the scopes of its checks, and its files. No other
// package reads that text, so the runner, the reports and the proof use the same
// lines.
//
// It runs nothing. It interprets only the commands that structure a case: clause,
// control, needs, hook and spy, and the tables, which it expands.
package cases

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// A Level says what a case is based on.
type Level string

const (
	// LevelRequirement: the text of a requirement.
	LevelRequirement Level = "requirement"
	// LevelInterpretation: only an interpretation. An implementation that decides
	// otherwise is reported, but does not fail.
	LevelInterpretation Level = "interpretation"
)

// A Case is one case file.
type Case struct {
	// Name is the file's path in the suite without its ending.
	Name  string
	Title string
	// Requirement is the HOOK or INT id the case is about; RequirementLine is the
	// line that says so.
	Requirement     string
	RequirementLine int
	Level           Level
	// Features are what an implementation must claim.
	Features []adapter.Feature
	// Budget is how long a single request may take; 0 means the limits of the
	// protocol.
	Budget time.Duration
	// Smoke is the place of a case in SmokeFile, from 1 on; 0 for other cases.
	Smoke int
	// Script are the lines that do something, in order.
	Script []Statement
	// Scopes are the checks that the script opens, in order.
	Scopes []Scope
	// Needs are the other requirements that checks depend on, in order.
	Needs []Need
	// Files are the files of the case, in order.
	Files []File
	// Text is the whole file.
	Text []byte

	// script is the part of the text before the files; its first header lines are
	// the case's header.
	script []byte
	header int
	// lines are the script's lines as they run, and tables the tables that they
	// come from.
	lines  []line
	tables []Part
}

// A Scope is the part of a script with the assertions about one clause.
type Scope struct {
	// Check is the clause, followed by a slash and a label if the clause is checked
	// more than once: HOOK-016a.3/reason.
	Check string
	// Clause is the clause's id alone.
	Clause string
	// Line opens the scope, and End is its last line. Another scope, the control
	// or nothing follows.
	Line, End int
	// Row is the line of the check's table row; 0 if it is not in a table. Line and
	// End are the same for all rows.
	Row int
	// Needs are the case's needs that apply to the check and that the needed
	// requirement's own checks decide.
	Needs []Need
}

// A Need is a requirement that has to hold before checks can be judged.
type Need struct {
	// Of is the requirement, or one of its clauses.
	Of string
	// Checks are those that need it; if empty, all of the case.
	Checks []string
	Line   int
	// Here reports whether assertions of the case itself decide it; otherwise the
	// requirement's own checks do, in any case.
	Here bool
}

// A File is one of a case's files.
type File struct {
	Name string
	// Line is the line that names it; its text begins on the next line.
	Line int
	Text string
}

// File finds a file of the case.
func (c Case) File(name string) (f File, ok bool) {
	i := slices.IndexFunc(c.Files, func(f File) bool { return f.Name == name })
	if i < 0 {
		return File{}, false
	}
	return c.Files[i], true
}

// Hooks returns the names of the hooks that the case makes, in the order of the
// script, each once. It ignores conditions in the script.
func (c Case) Hooks() []string {
	var names []string
	for _, s := range c.Script {
		made, _ := s.hooks()
		for _, name := range made {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Lines returns the lines first to last of the case's file.
func (c Case) Lines(first, last int) string {
	lines := strings.Split(string(c.Text), "\n")
	first, last = max(first, 1), min(last, len(lines))
	if first > last {
		return ""
	}
	return strings.Join(lines[first-1:last], "\n")
}

// ScopeText returns the lines of a scope; in a table, as filled in for its row.
func (c Case) ScopeText(s Scope) string {
	if s.Row == 0 {
		return c.Lines(s.Line, s.End)
	}
	var text strings.Builder
	next := s.Line
	for _, l := range c.lines {
		if l.row != s.Row || l.at < s.Line || l.at > s.End {
			continue
		}
		// A table repeats neither comments nor empty lines.
		if next < l.at {
			text.WriteString(c.Lines(next, l.at-1) + "\n")
		}
		text.WriteString(l.text)
		next = l.at + 1
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// Runnable returns the text of the case as it runs: tables are expanded, and the
// result of f is inserted before each command, after conditions and negation. The
// second result maps each line of the script to its line in the file.
func (c Case) Runnable(f func(Statement) string) (text []byte, from []int) {
	lines := make([]string, len(c.lines))
	for i, l := range c.lines {
		lines[i] = l.text
		from = append(from, l.at)
	}
	for _, s := range c.Script {
		lines[s.line] = lines[s.line][:s.at] + f(s) + lines[s.line][s.at:]
	}
	return []byte(strings.Join(lines, "") + string(c.Text[len(c.script):])), from
}

// A Part is a range of lines that can be removed from a case: its first and its
// last line.
type Part struct{ First, Last int }

// Parts returns the whole tables, the single lines of the script and of the files,
// and the whole files. From the header it returns only the needs, because the rest is
// mandatory. Comments are not parts.
func (c Case) Parts() []Part {
	var parts []Part
	needs := func(line int) bool {
		return slices.ContainsFunc(c.Needs, func(n Need) bool { return n.Line == line })
	}
	add := func(text string, from int) {
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			if (!strings.HasPrefix(line, "#") && text != "") || needs(from+i) {
				parts = append(parts, Part{from + i, from + i})
			}
		}
	}
	parts = append(parts, c.tables...)
	add(string(c.script), 1)
	for _, f := range c.Files {
		parts = append(parts, Part{f.Line, f.Line + strings.Count(f.Text, "\n")})
		add(f.Text, f.Line+1)
	}
	return parts
}

// Without returns the case without a part, or an error if the rest is not a case.
func (c Case) Without(p Part) (Case, error) {
	lines := strings.SplitAfter(string(c.Text), "\n")
	left := slices.Concat(lines[:p.First-1], lines[min(p.Last, len(lines)):])
	return Parse(c.Name+extension, []byte(strings.Join(left, "")))
}

const extension = ".txtar"

// Load reads every case below a file system, by path. All faults of all files
// are reported at once, each with file and line.
func Load(files fs.FS) ([]Case, error) {
	var all []Case
	var faults []error
	seen := map[string]string{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != extension {
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
		all = append(all, c)
		return nil
	})
	faults = append(append(faults, circles(all)...), markSmoke(files, all)...)
	return all, errors.Join(append(faults, err)...)
}

// SmokeFile lists the cases of the smoke test, one name in each line: those that notice most
// violations for the time that they take, the best first. A suite may have none.
const SmokeFile = "smoke.txt"

// markSmoke marks the cases of the smoke test, and returns an error for each name without a case.
func markSmoke(files fs.FS, all []Case) (faults []error) {
	text, err := fs.ReadFile(files, SmokeFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return []error{err}
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		name := strings.TrimSpace(line)
		i := slices.IndexFunc(all, func(c Case) bool { return c.Name == name })
		if i < 0 {
			faults = append(faults, fmt.Errorf("%s:%d: there is no case %q", SmokeFile, n, name))
			continue
		}
		all[i].Smoke = n
	}
	return faults
}

// Parse reads one case file: a title, header lines, the script, and then the files
// of the case. All faults are reported at once, each with name and line.
func Parse(name string, text []byte) (Case, error) {
	if line := nameless(text); line > 0 {
		return Case{}, fmt.Errorf("%s:%d: a file has no name", name, line)
	}
	archive := txtar.Parse(text)
	// The archive ends a last line that lacks its end; the text is the file's own.
	c := Case{
		Name: strings.TrimSuffix(name, extension), Level: LevelRequirement, Text: text,
		script: text[:min(len(archive.Comment), len(text))],
	}
	p := parser{name: name, c: &c, seen: map[string]bool{}}
	p.script()
	p.files(archive.Files)
	p.bodies()
	p.programs()
	p.finish()
	return c, errors.Join(p.faults...)
}
