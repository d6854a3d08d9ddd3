// Package proof has the data of proofs, for the packages that make and that report
// them: mutants, their results, the lines that each case runs, the ledger of the
// mutants that operators make with its excuses, and digests of all inputs.
//
// It builds no engine and judges none.
package proof

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/internal/source"
)

// Command is the command that makes proofs. It needs the source and is not part of the
// released program.
const Command = "go run ./conformance/prove"

// Folder has the files of mutants, and Engine the files that they edit. Both paths are
// from the module's root.
const (
	Folder = "conformance/mutants"
	Engine = "engine"
)

// A Mutant is one deliberate violation of one clause.
type Mutant struct {
	// ID is the clause and the name, as in HOOK-010.1/disabled-still-fires.
	ID string `json:"id"`
	// Clause is the clause, or the interpretation, that is violated.
	Clause string `json:"clause"`
	// Violates says in one line what the broken engine does.
	Violates string `json:"violates"`
	Edits    []Edit `json:"edits"`
	// Check is the check that must notice; empty for any check of the clause.
	Check string `json:"check,omitempty"`
	// Says is a text that a mismatch of the noticing check must contain; empty for any.
	Says string `json:"says,omitempty"`
	// Position is the definition's path from the root, and its line.
	Position source.Position `json:"position"`
	// Offsets are the offsets of the edits, for a mutant that an operator made; nil if
	// each text occurs exactly once.
	Offsets []int `json:"-"`
}

// An Edit replaces text that occurs exactly once in a file.
type Edit struct {
	// File is the path from the module's root, with slashes; it is in Engine.
	File string `json:"file" yaml:"file"`
	Old  string `json:"old" yaml:"old"`
	New  string `json:"new" yaml:"new"`
}

// An Equivalent is a clause that no edit of the engine can violate.
type Equivalent struct {
	Clause, Reason string
}

// A Set has all mutants of the files, in the order of clauses and names.
type Set struct {
	Mutants     []Mutant
	Equivalents []Equivalent
}

// A Site is the position of an edit.
type Site struct {
	File string `json:"file"`
	// Line and EndLine are the first and the last line of the replaced text,
	// counted from 1.
	Line    int `json:"line"`
	EndLine int `json:"endLine"`
	// Function is the enclosing declaration, such as (*Handler).Fire; empty for
	// an edit outside of function bodies.
	Function string `json:"function,omitempty"`
	// Entry is the first line of the innermost statement that contains the text,
	// including all branches of a switch: the mutant has no effect before it runs. It
	// is 0 for an edit outside of function bodies.
	Entry int `json:"-"`
}

// Root returns the module's root of a folder: the nearest parent with go.mod and the
// files of mutants. It is an error if there is none.
func Root(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			if _, err := os.Stat(filepath.Join(at, filepath.FromSlash(Folder))); err == nil {
				return at, nil
			}
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("%s is not inside the source of the reference engine", dir)
		}
	}
}
