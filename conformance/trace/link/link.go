// Package link turns the //hooktest:impl directives of a source tree into links:
// which declaration says that it implements which requirement.
//
// It binds directives by the syntax tree and judges only their form; whether an
// id exists is for those to say who know the catalogue.
package link

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// namespace begins all directives of this project, of which there is one.
const namespace = "//hooktest:"

// Limit is how many ids one declaration may name.
const Limit = 3

// A Declaration is one that names requirements.
type Declaration struct {
	// File is the path from the root, with slashes.
	File string
	// Name is such as (*Handler).Fire, Event or Options.Reads; the first name of a
	// declaration with several.
	Name string
	// Line and EndLine are those of the declaration without its doc.
	Line, EndLine int
	// At is the line of the first directive that names an id.
	At int
	// IDs are in the order in which they stand there, each once; never empty.
	IDs []string
	// Runs tells whether it has statements that can run.
	Runs bool
	// Digest is over the declaration's tokens: neither comments nor layout change
	// it.
	Digest string
}

// A FaultKind says what is wrong with a directive.
type FaultKind string

const (
	// Misplaced: it stands on no declaration, or only looks like a directive.
	Misplaced FaultKind = "misplaced"
	// Wide: its declaration names more than Limit ids, or is a group of types.
	Wide FaultKind = "wide"
	// Duplicate: it names an id twice.
	Duplicate FaultKind = "duplicate"
	// Empty: it names nothing.
	Empty FaultKind = "empty"
)

// A Fault is a directive that can't be taken.
type Fault struct {
	Kind FaultKind
	File string
	Line int
	// Subject is the declaration, the repeated id or, where there is neither, the
	// file.
	Subject string
	Message string
}

// Read reads every Go file below a folder of a root in the order of their paths,
// but for tests and for what the go command ignores. The error joins those of
// files which can't be read or are no Go.
func Read(root fs.FS, folder string) ([]Declaration, []Fault, error) {
	var declarations []Declaration
	var faults []Fault
	var broken []error
	err := fs.WalkDir(root, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		ignored := entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), "_") || strings.HasPrefix(entry.Name(), ".")
		switch {
		case entry.IsDir() && ignored && name != folder:
			return fs.SkipDir
		case entry.IsDir(), ignored, path.Ext(name) != ".go", strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		d, f, err := ReadFile(name, text)
		declarations, faults = append(declarations, d...), append(faults, f...)
		if err != nil {
			broken = append(broken, err)
		}
		return nil
	})
	return declarations, faults, errors.Join(append(broken, err)...)
}
