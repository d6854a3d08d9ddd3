package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/hooktest/hooktest/internal/source"
	"github.com/hooktest/hooktest/internal/yamltext"
)

const (
	requirementsGlob    = "requirements/*.yaml"
	interpretationsFile = "interpretations.yaml"
)

// Open reads and checks a catalogue from its folder, such as that of a source tree. The
// error joins every fault of every file, each led by file and line; the Catalogue is nil
// then.
//
// A number without a requirement is not a fault: Ledger names it.
func Open(folder fs.FS) (*Catalogue, error) {
	p, err := read(folder)
	faults := append([]error{err}, p.check()...)
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return assemble(p), nil
}

// parts is the decoded content of the files, before it is checked for consistency.
type parts struct {
	files           []file
	interpretations []located[Interpretation]
}

// file is one decoded section file.
type file struct {
	name         string
	number       int
	title        string
	requirements []located[Requirement]
}

// located is a decoded value with its position.
type located[T any] struct {
	value T
	at    source.Position
}

func (l *located[T]) fault(format string, args ...any) error { return faultAt(l.at, format, args...) }

// requirementDocument is a requirement as written in a file: each clause has its own
// position.
type requirementDocument struct {
	Requirement `yaml:",inline"`
	Clauses     []yamltext.Located[Clause] `yaml:"clauses"`
}

type sectionDocument struct {
	Section      int                                     `yaml:"section"`
	Title        string                                  `yaml:"title"`
	Requirements []yamltext.Located[requirementDocument] `yaml:"requirements"`
}

// read decodes every file. parts has what it could decode, the error joins the rest.
func read(fsys fs.FS) (parts, error) {
	var p parts
	var faults []error
	names, err := fs.Glob(fsys, requirementsGlob)
	if err != nil {
		return p, fmt.Errorf("list requirement files: %w", err)
	}
	for _, name := range names {
		f, err := readSection(fsys, name)
		faults = append(faults, err)
		if f != nil {
			p.files = append(p.files, *f)
		}
	}
	p.interpretations, err = readInterpretations(fsys)
	return p, errors.Join(append(faults, err)...)
}

// readSection returns nil for a file whose outline can't be decoded, and the
// readable requirements for one in which single requirements can't.
func readSection(fsys fs.FS, name string) (*file, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("read requirement file: %w", err)
	}
	name = path.Base(name)
	var doc sectionDocument
	if err := yamltext.Unmarshal(data, &doc); err != nil {
		return nil, yamltext.In(name, err)
	}
	f := &file{name: name, number: doc.Section, title: doc.Title}
	var faults []error
	for _, d := range doc.Requirements {
		if d.Err != nil {
			faults = append(faults, yamltext.In(name, d.Err))
			continue
		}
		r, errs := d.Value.requirement(doc.Section)
		if len(errs) > 0 {
			for _, err := range errs {
				faults = append(faults, yamltext.In(name, err))
			}
			continue
		}
		f.requirements = append(f.requirements, located[Requirement]{r, source.At(name, d.Line)})
	}
	return f, errors.Join(faults...)
}

// requirement joins the located clauses to their requirement, or returns the
// decoder's errors.
func (d requirementDocument) requirement(section int) (Requirement, []error) {
	r := d.Requirement
	r.Section = section
	r.Statement = strings.TrimSpace(r.Statement)
	r.Note = strings.TrimSpace(r.Note)
	var errs []error
	for _, c := range d.Clauses {
		if c.Err != nil {
			errs = append(errs, c.Err)
			continue
		}
		c.Value.ID = clauseID(r.ID, c.Value.Number)
		r.Clauses = append(r.Clauses, c.Value)
	}
	return r, errs
}

func readInterpretations(fsys fs.FS) ([]located[Interpretation], error) {
	data, err := fs.ReadFile(fsys, interpretationsFile)
	if err != nil {
		return nil, fmt.Errorf("read interpretations: %w", err)
	}
	var read []yamltext.Located[Interpretation]
	if err := yamltext.Unmarshal(data, &read); err != nil {
		return nil, yamltext.In(interpretationsFile, err)
	}
	var all []located[Interpretation]
	var faults []error
	for _, d := range read {
		if d.Err != nil {
			faults = append(faults, yamltext.In(interpretationsFile, d.Err))
			continue
		}
		d.Value.Text = strings.TrimSpace(d.Value.Text)
		all = append(all, located[Interpretation]{d.Value, source.At(interpretationsFile, d.Line)})
	}
	return all, errors.Join(faults...)
}

func faultAt(at source.Position, format string, args ...any) error {
	return fmt.Errorf("%s: %s", at, fmt.Sprintf(format, args...))
}
