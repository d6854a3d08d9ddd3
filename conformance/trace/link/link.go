// Package link turns the //hooktest:impl directives of a source tree into links: which
// declaration implements which requirement.
//
// It finds the declaration of a directive in the syntax tree and checks only the form.
// Packages that know the catalogue check whether an id exists.
package link

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// namespace is the prefix of all directives of this project. There is one directive.
const namespace = "//hooktest:"

// Limit is the maximal number of ids for one declaration.
const Limit = 3

// A Declaration is a declaration that names requirements.
type Declaration struct {
	// File is the path from the root, with slashes.
	File string
	// Name is such as (*Handler).Fire, Event or Options.Reads. If a declaration has
	// several names, it is the first.
	Name string
	// Line and EndLine are the lines of the declaration without its doc comment.
	Line, EndLine int
	// At is the line of the first directive that names an id.
	At int
	// IDs are in the order of the directives, each once; never empty.
	IDs []string
	// Runs reports whether it has statements that can run.
	Runs bool
	// Digest is the digest of the declaration's tokens: comments and layout do not
	// change it.
	Digest string
}

// A FaultKind says what is wrong with a directive.
type FaultKind string

const (
	// Misplaced: it is not on a declaration, or only looks like a directive.
	Misplaced FaultKind = "misplaced"
	// Wide: its declaration names more than Limit ids, or is a group of types.
	Wide FaultKind = "wide"
	// Duplicate: it names an id twice.
	Duplicate FaultKind = "duplicate"
	// Empty: it names nothing.
	Empty FaultKind = "empty"
)

// A Fault is an invalid directive.
type Fault struct {
	Kind FaultKind
	File string
	Line int
	// Subject is the declaration, the repeated id or, if there is neither, the file.
	Subject string
	Message string
}

// Read reads every Go file in a folder of a root, in the order of their paths. It skips
// tests and files that the go command ignores. The error joins those of files that
// can't be read or are not Go.
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
