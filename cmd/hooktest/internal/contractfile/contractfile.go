// Package contractfile reads contracts that people write themselves: a YAML file that
// names a contract to extend and what is different. It turns such a file into the same
// value as those of package dialect, and into a JSON Schema.
//
// Most callers need Load and Is. The keys of a file are the fields of dialect.Contract,
// found by reflection, so that a value that the contracts of hooktest have can be
// written in a file, too. Tables beside it say what reflection can't see: which lists
// are known by a name, which words a value may have, and what is not to be written.
//
// Nothing here starts a process or judges a hook.
package contractfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/spelling"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// An Error holds every fault of a file.
type Error struct{ Faults []Fault }

// A Fault is what is wrong at one place. Hint says what was probably meant, or is empty.
type Fault struct {
	Position      document.Position
	Message, Hint string
}

func (f Fault) String() string { return f.Position.String() + ": " + f.Message }

// Error gives a line for each fault.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Is tells whether a name is that of a file rather than of a contract of hooktest.
func Is(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(name)) || strings.ContainsAny(name, `/\`)
}

// most is how large a file may be: all contracts of hooktest written out would have less.
const most = 1 << 20

// Load reads the contract in a file. The error is an *Error where the file says
// something that can't be carried out, else that of reading it.
func Load(path string) (*dialect.Contract, error) { return load(path, nil, true) }

// Builtin reads one of hooktest's own contracts: NAME.yaml in a folder. It may extend
// another one there, by its name, or none; and it may hold whatever a contract has.
func Builtin(folder, name string) (*dialect.Contract, error) {
	return load(filepath.Join(folder, name+".yaml"), nil, false)
}

// load reads a contract that the files of from extend, one another in turn. own tells
// that a person wrote it, as another one of hooktest's.
func load(path string, from []string, own bool) (*dialect.Contract, error) {
	text, err := read(path)
	if err != nil {
		return nil, err
	}
	root, err := yamltext.Parse(path, text)
	if broken, ok := errors.AsType[*document.SyntaxError](err); ok {
		return nil, &Error{[]Fault{{Position: broken.Position, Message: broken.Message}}}
	}
	if err != nil {
		return nil, err
	}
	if root.Kind() != document.Object {
		return nil, &Error{[]Fault{{Position: root.Position(), Message: "a contract is a mapping with the key extends, not " + root.Kind().Article()}}}
	}
	parent, fault, err := parentOf(root, path, from, own)
	if err != nil {
		return nil, err
	}
	if fault != nil {
		return nil, &Error{[]Fault{*fault}}
	}
	r := newReader(parent, root, path, own)
	c := r.contract()
	if len(r.faults) > 0 {
		slices.SortStableFunc(r.faults, func(a, b Fault) int { return a.Position.Line - b.Position.Line })
		return nil, &Error{r.faults}
	}
	return c, nil
}

// read refuses what would never end or is no file that a person wrote.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && len(text) > most {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d MiB, the most that a contract may have", most>>20)}
	}
	return text, err
}

// parentOf finds the contract that a file extends: one of hooktest, or the one in
// another file, named from where this one is.
func parentOf(root *document.Node, path string, from []string, own bool) (*dialect.Contract, *Fault, error) {
	node, ok := root.Field("extends")
	if !ok && !own {
		return &dialect.Contract{}, nil, nil
	}
	if !ok || node.Text() == "" {
		return nil, &Fault{Position: root.Position(), Message: "extends is missing, which names the contract that the rest differs from", Hint: "such as extends: claude"}, nil
	}
	name := node.Text()
	if !own {
		name += ".yaml"
	}
	if !Is(name) {
		parent, known := dialect.Named(name)
		if !known {
			fault := &Fault{Position: node.Position(), Message: fmt.Sprintf("unknown contract %q", name), Hint: meant(name, dialect.Names())}
			if fault.Hint == "" {
				fault.Hint = "hooktest contract lists them"
			}
			return nil, fault, nil
		}
		if parent.Reading == nil {
			return nil, &Fault{Position: node.Position(), Message: name + " can't be extended: requirements say what it does, not a table", Hint: "llxprt-shipped is a table of what LLxprt Code does"}, nil
		}
		return parent, nil, nil
	}
	file := name
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(path), file)
	}
	chain := append(slices.Clone(from), path)
	if i := slices.IndexFunc(chain, func(other string) bool { return same(other, file) }); i >= 0 {
		return nil, &Fault{Position: node.Position(), Message: "these contracts extend one another: " + strings.Join(append(chain[i:], file), ", ")}, nil
	}
	parent, err := load(file, chain, own)
	if missing, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, &Fault{Position: node.Position(), Message: fmt.Sprintf("%s: %v", file, missing.Err)}, nil
	}
	return parent, nil, err
}

func same(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// meant is a hint at what was meant instead of a word; empty where nothing comes near.
func meant[T ~string](word T, known []T) string {
	near, ok := spelling.Nearest(word, known)
	if !ok {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", near)
}

// simple are the names that contracts can have: they stand before ids of facts, and
// behind flags.
var simple = lazyregexp.New(`^[a-z][a-z0-9-]*$`)

// nameFor is the name of a contract whose file gives it none: that of the file.
func nameFor(path string) string {
	stem := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, stem)
}
