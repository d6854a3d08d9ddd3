// Package proof is what a proof is made of, for those who make one and those who report
// it: mutants, what became of each, which lines each case runs, the ledger of the mutants
// that operators make with its excuses, and digests of all that this rests on.
//
// It builds no engine and judges none.
package proof

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/internal/source"
)

// Command makes proofs: a tool of the source, which the released program does not hold.
const Command = "go run ./conformance/prove"

// Folder is where the files of mutants are, Engine is what they edit, both from
// the module's root.
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
	// Check names the one check that has to notice; empty for any of the clause.
	Check string `json:"check,omitempty"`
	// Says is text that a mismatch of the noticing check contains; empty for any.
	Says string `json:"says,omitempty"`
	// Position is the place of the definition, from the root.
	Position source.Position `json:"position"`
	// Offsets are where the edits fall in their files, for a mutant that an operator
	// made; nil where each text is found by occurring once.
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

// A Set is what the files hold, in the order of clauses and names.
type Set struct {
	Mutants     []Mutant
	Equivalents []Equivalent
}

// A Site is where an edit falls.
type Site struct {
	File string `json:"file"`
	// Line and EndLine are the first and the last line of the replaced text,
	// counted from 1.
	Line    int `json:"line"`
	EndLine int `json:"endLine"`
	// Function is the enclosing declaration, such as (*Handler).Fire; empty for
	// an edit outside of function bodies.
	Function string `json:"function,omitempty"`
	// Entry is the first line of the innermost statement that holds the text, with
	// all that is chosen in it, as by a switch: nothing is different before it runs.
	// It is 0 for an edit outside of function bodies.
	Entry int `json:"-"`
}

// Root finds the module's root from a folder upwards: the folder with go.mod
// and the files of mutants. The error says that there is none.
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
