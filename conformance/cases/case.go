// Package cases turns the text of case files into cases: what a case is about,
// its script line by line, the scopes of its checks, and its files. It is the one
// reader of that text, so that what runs, what is shown and what is proven are
// the same lines.
//
// It runs nothing, and knows no command but those that say what a case consists
// of: clause, control, needs, hook and spy, and the tables, which it spells out.
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
	// Requirement is the HOOK or INT id the case is about; RequirementLine is the
	// line that says so.
	Requirement     string
	RequirementLine int
	Level           Level
	// Features are what an implementation must claim.
	Features []adapter.Feature
	// Budget is how long a single request may take; 0 stands for the limits of
	// the protocol.
	Budget time.Duration
	// Script are the lines that do something, in order.
	Script []Statement
	// Scopes are the checks that the script opens, in order.
	Scopes []Scope
	// Needs are what checks need of other requirements, in order.
	Needs []Need
	// Files are the files of the case, in order.
	Files []File
	// Text is the whole file.
	Text []byte

	// script is the part of the text in front of the files; its first header
	// lines are the case's header.
	script []byte
	header int
	// lines are the script's as they run, and tables those that they come from.
	lines  []line
	tables []Part
}

// A Scope is the place in a script where assertions about one clause stand.
type Scope struct {
	// Check is the clause, and behind a slash a label where a clause is checked
	// more than once: HOOK-016a.3/reason.
	Check string
	// Clause is the clause's id alone.
	Clause string
	// Line opens the scope, and End is its last line: what follows is another
	// scope's, or the control's, or empty.
	Line, End int
	// Row is that of the table's row that the check is of; 0 for none. The lines
	// are the same for all rows.
	Row int
	// Needs are those of the case that are the check's, and that the requirement's
	// own checks decide.
	Needs []Need
}

// A Need is what has to hold of another requirement before checks can be judged.
type Need struct {
	// Of is the requirement, or one of its clauses.
	Of string
	// Checks are those that need it; all of the case for none.
	Checks []string
	Line   int
	// Here tells that assertions of the case itself decide; else it is the
	// requirement's own checks, wherever they stand.
	Here bool
}

// A File is one of a case's files.
type File struct {
	Name string
	// Line is the one that names it; its text begins behind.
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

// Hooks are the names of the hooks that the case makes, in the order of the
// script, each once. Conditions in the script are not looked at.
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

// Lines gives lines of the case's file, from the first to the last named.
func (c Case) Lines(first, last int) string {
	lines := strings.Split(string(c.Text), "\n")
	first, last = max(first, 1), min(last, len(lines))
	if first > last {
		return ""
	}
	return strings.Join(lines[first-1:last], "\n")
}

// ScopeText gives the lines of a scope, for a table's row as they were filled in.
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

// Runnable gives the text of the case as it runs, in which tables are spelled out,
// with what f returns in front of each command, behind conditions and negation.
// The second result are the lines of the file from which those of the script
// come.
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

// A Part is what can be taken out of a case by itself: its first and its last
// line.
type Part struct{ First, Last int }

// Parts are the tables as wholes, the lines of the script and of the files, and
// the files as wholes. Of the header it is what the case needs alone, for a case is nothing
// without the rest; comments are none.
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

// Without gives the case without a part, or why what is left is none.
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
	faults = append(faults, circles(all)...)
	return all, errors.Join(append(faults, err)...)
}

// Parse reads one case file: a title, header lines, the script, and behind it
// the files of the case. All faults are reported at once, each with name and
// line.
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
