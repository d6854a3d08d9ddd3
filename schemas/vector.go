package schemas

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Vector is a value with the expected result of its schema.
type Vector struct {
	Schema string
	// Name is the schema's name and the vector's own, such as settings/matcher-a-list.
	Name string
	// Data is the value as JSON.
	Data []byte
	// Pointer and Keyword describe the only fault; Keyword is empty for a value that
	// fits.
	Pointer, Keyword string
}

const (
	archiveSuffix = ".txtar"
	// refusedName is the part of an archive that contains rows. Every other part is a
	// value that fits, under its own name.
	refusedName = "refused"
	columns     = "name | base | edit | place and keyword"
)

// Vectors reads the archives of all schemas, <schema>.txtar each: values that
// fit, and under refused one row each for values that do not, which are one edit
// away from one that fits. Those that fit come first, the others in their rows'
// order. A schema without an archive has none.
//
// The error joins what can't be read, with its line; the vectors are then those
// of the rest.
func Vectors(archives fs.FS) ([]Vector, error) {
	var all []Vector
	var faults []error
	for _, name := range Names() {
		data, err := fs.ReadFile(archives, name+archiveSuffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("reading vectors: %w", err))
			continue
		}
		a := archive{schema: name, values: map[string]any{}}
		a.read(txtar.Parse(data))
		all, faults = append(all, a.vectors...), append(faults, a.faults...)
	}
	return all, errors.Join(faults...)
}

// archive is the content of one archive.
type archive struct {
	schema  string
	vectors []Vector
	values  map[string]any
	faults  []error
}

func (a *archive) read(text *txtar.Archive) {
	line := strings.Count(string(text.Comment), "\n") + 1
	rows, rowsAt := "", 0
	for _, file := range text.Files {
		if file.Name == refusedName {
			rows, rowsAt = string(file.Data), line+1
		} else {
			a.fits(line+1, file)
		}
		line += strings.Count(string(file.Data), "\n") + 1
	}
	for i, row := range strings.Split(strings.TrimRight(rows, "\n"), "\n") {
		if err := a.refused(row); rows != "" && err != nil {
			a.fault(rowsAt+i, err)
		}
	}
}

func (a *archive) fault(line int, err error) {
	a.faults = append(a.faults, fmt.Errorf("%s%s:%d: %w", a.schema, archiveSuffix, line, err))
}

func (a *archive) fits(line int, file txtar.File) {
	value, err := jsonvalue.Parse(file.Data)
	if err == nil {
		a.values[file.Name] = value
		err = a.add(Vector{Name: file.Name, Data: file.Data})
	}
	if err != nil {
		a.fault(line, err)
	}
}

// refused reads a row. Only the edit may contain the column separator.
func (a *archive) refused(row string) error {
	name, rest, _ := strings.Cut(row, "|")
	base, rest, _ := strings.Cut(rest, "|")
	end := strings.LastIndex(rest, "|")
	if end < 0 {
		return fmt.Errorf("a row reads %s", columns)
	}
	said := strings.Fields(rest[end+1:])
	if len(said) == 1 {
		said = slices.Insert(said, 0, "")
	}
	if len(said) != 2 {
		return errors.New("the last column is a JSON Pointer, left out for the whole value, and a keyword")
	}
	value, ok := a.values[strings.TrimSpace(base)]
	if !ok {
		return fmt.Errorf("no value that fits is called %q", strings.TrimSpace(base))
	}
	e, err := parseEdit(strings.TrimSpace(rest[:end]))
	if err != nil {
		return err
	}
	if value, err = e.apply(value); err != nil {
		return err
	}
	return a.add(Vector{Name: strings.TrimSpace(name), Data: jsonvalue.Marshal(value), Pointer: said[0], Keyword: said[1]})
}

func (a *archive) add(v Vector) error {
	v.Schema, v.Name = a.schema, path.Join(a.schema, v.Name)
	if slices.ContainsFunc(a.vectors, func(other Vector) bool { return other.Name == v.Name }) {
		return fmt.Errorf("there are two values %s", v.Name)
	}
	a.vectors = append(a.vectors, v)
	return nil
}
