package mutants

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/source"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// document is a file of mutants.
type document struct {
	Mutants     []yamltext.Located[entry]     `yaml:"mutants"`
	Equivalents []yamltext.Located[exception] `yaml:"equivalents"`
}

type entry struct {
	Clause   string       `yaml:"clause"`
	Name     string       `yaml:"name"`
	Violates string       `yaml:"violates"`
	File     string       `yaml:"file"`
	Old      string       `yaml:"old"`
	New      string       `yaml:"new"`
	Edits    []proof.Edit `yaml:"edits"`
	Check    string       `yaml:"check"`
	Says     string       `yaml:"says"`
}

type exception struct {
	Clause string `yaml:"clause"`
	Reason string `yaml:"reason"`
}

// Load reads every file of mutants in the module. The error joins the faults of all
// files, each with file and line.
func Load(root fs.FS, c *catalogue.Catalogue) (proof.Set, error) {
	names, err := fs.Glob(root, proof.Folder+"/*.yaml")
	if err != nil {
		return proof.Set{}, err
	}
	l := loader{catalogue: c, seen: map[string]source.Position{}, excused: map[string]source.Position{}}
	for _, name := range names {
		l.read(root, name)
	}
	for _, m := range l.set.Mutants {
		if at, ok := l.excused[m.Clause]; ok {
			l.fault(m.Position, "%s has a mutant, and %s calls it impossible", m.Clause, at)
		}
	}
	slices.SortFunc(l.set.Mutants, func(a, b proof.Mutant) int {
		return cmp.Or(catalogue.Compare(a.Clause, b.Clause), strings.Compare(a.ID, b.ID))
	})
	slices.SortFunc(l.set.Equivalents, func(a, b proof.Equivalent) int { return catalogue.Compare(a.Clause, b.Clause) })
	return l.set, errors.Join(l.faults...)
}

type loader struct {
	catalogue     *catalogue.Catalogue
	set           proof.Set
	seen, excused map[string]source.Position
	faults        []error
}

func (l *loader) fault(position source.Position, format string, args ...any) {
	l.faults = append(l.faults, fmt.Errorf("%s: %s", position, fmt.Sprintf(format, args...)))
}

func (l *loader) read(root fs.FS, name string) {
	data, err := fs.ReadFile(root, name)
	if err != nil {
		l.faults = append(l.faults, err)
		return
	}
	var doc document
	if err := yamltext.Unmarshal(data, &doc); err != nil {
		l.faults = append(l.faults, yamltext.In(name, err))
		return
	}
	for _, e := range doc.Mutants {
		if e.Err != nil {
			l.faults = append(l.faults, yamltext.In(name, e.Err))
			continue
		}
		l.mutant(e.Value, source.At(name, e.Line))
	}
	for _, e := range doc.Equivalents {
		if e.Err != nil {
			l.faults = append(l.faults, yamltext.In(name, e.Err))
			continue
		}
		l.equivalent(e.Value, source.At(name, e.Line))
	}
}

var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (l *loader) mutant(e entry, position source.Position) {
	m := proof.Mutant{
		ID: e.Clause + "/" + e.Name, Clause: e.Clause, Violates: strings.TrimSpace(e.Violates),
		Edits: e.Edits, Check: e.Check, Says: e.Says, Position: position,
	}
	if e.File != "" || e.Old != "" || e.New != "" {
		m.Edits = append([]proof.Edit{{File: e.File, Old: e.Old, New: e.New}}, m.Edits...)
	}
	l.clause(m.Clause, position)
	switch at, twice := l.seen[m.ID]; {
	case !slug.MatchString(e.Name):
		l.fault(position, "the name %q of a mutant is not lower-case words joined by hyphens", e.Name)
	case twice:
		l.fault(position, "%s is also at %s", m.ID, at)
	}
	if _, twice := l.seen[m.ID]; !twice {
		l.seen[m.ID] = position
	}
	if m.Violates == "" {
		l.fault(position, "%s does not say what it violates", m.ID)
	}
	if m.Check != "" && m.Check != m.Clause && !strings.HasPrefix(m.Check, m.Clause+"/") {
		l.fault(position, "%s requires %s to notice, which is not a check of its clause", m.ID, m.Check)
	}
	if len(m.Edits) == 0 {
		l.fault(position, "%s edits nothing", m.ID)
	}
	for _, edit := range m.Edits {
		switch {
		case !editable(edit.File):
			l.fault(position, "%s edits %q, which is not a Go source of the engine", m.ID, edit.File)
		case edit.Old == "":
			l.fault(position, "%s does not say what it replaces in %s", m.ID, edit.File)
		case edit.Old == edit.New:
			l.fault(position, "%s replaces text in %s by itself", m.ID, edit.File)
		}
	}
	l.set.Mutants = append(l.set.Mutants, m)
}

// editable reports whether a file is a source file of the engine. An edit of another
// file is not a violation by the engine.
func editable(file string) bool {
	return fs.ValidPath(file) && strings.HasPrefix(file, proof.Engine+"/") && path.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go")
}

func (l *loader) equivalent(e exception, position source.Position) {
	l.clause(e.Clause, position)
	if at, twice := l.excused[e.Clause]; twice {
		l.fault(position, "%s is also at %s", e.Clause, at)
	} else {
		l.excused[e.Clause] = position
	}
	if strings.TrimSpace(e.Reason) == "" {
		l.fault(position, "no reason why %s can't be violated", e.Clause)
	}
	l.set.Equivalents = append(l.set.Equivalents, proof.Equivalent{Clause: e.Clause, Reason: strings.TrimSpace(e.Reason)})
}

// clause reports a fault if no test decides the clause.
func (l *loader) clause(id string, position source.Position) {
	if _, ok := l.catalogue.Interpretation(id); ok {
		return
	}
	clause, ok := l.catalogue.Clause(id)
	owner, _ := l.catalogue.Lookup(catalogue.Owner(id))
	switch {
	case owner.MergedInto != "":
		l.fault(position, "%s was merged into %s; name a clause of that", owner.ID, owner.MergedInto)
	case !ok && owner.ID == id:
		l.fault(position, "%s is a requirement; name one of its clauses, such as %s.1", id, id)
	case !ok:
		hint := ""
		if near := l.catalogue.Nearest(id); near != "" {
			hint = "; the nearest id is " + near
		}
		l.fault(position, "there is no clause %q%s", id, hint)
	case clause.Verify != catalogue.ByTest:
		l.fault(position, "%s is decided by an inspection, which no mutant can prove", id)
	}
}
