// Package contractfile reads contracts that users write: a YAML file that names a contract to
// extend, and the differences. It turns such a file into the same type as the contracts of
// package dialect, and the type into a JSON Schema.
//
// Most callers need Load and Is. The keys of a file are the fields of dialect.Contract, found by
// reflection, so a file can contain every value that the built-in contracts have. Tables add what
// reflection can't see: which lists have named rows, which words a value may have, and which
// fields can't be set.
//
// The package starts no process and judges no hook.
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

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/spelling"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// An Error has all faults of a file.
type Error struct{ Faults []Fault }

// A Fault is what is wrong at one place. Hint suggests what was meant, or is empty.
type Fault struct {
	Position      document.Position
	Message, Hint string
}

func (f Fault) String() string { return f.Position.String() + ": " + f.Message }

// Error returns one line for each fault.
func (e *Error) Error() string {
	lines := lists.Of(e.Faults, Fault.String)
	return strings.Join(lines, "\n")
}

// Is reports whether a name is that of a file, not of a built-in contract.
func Is(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(name)) || strings.ContainsAny(name, `/\`)
}

// most is the maximum size of a file. All built-in contracts together are smaller.
const most = 1 << 20

// Load reads the contract in a file. The error is an *Error for invalid content, or else the
// error of reading the file.
func Load(path string) (*dialect.Contract, error) { return load(path, nil, true) }

// Parse is Load for the text of a file.
func Parse(path string, text []byte) (*dialect.Contract, error) { return parse(path, text, nil, true) }

// Builtin reads a built-in contract: NAME.yaml in a folder. It may extend another one there by
// name, or none. It may set any field of a contract.
func Builtin(folder, name string) (*dialect.Contract, error) {
	return load(filepath.Join(folder, name+".yaml"), nil, false)
}

// load reads a contract. from are the files that extend it, directly or indirectly. own is set
// for a user's contract, and not for a built-in one.
func load(path string, from []string, own bool) (*dialect.Contract, error) {
	text, err := read(path)
	if err != nil {
		return nil, err
	}
	return parse(path, text, from, own)
}

func parse(path string, text []byte, from []string, own bool) (*dialect.Contract, error) {
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
	var inherited []Fault
	if broken, ok := errors.AsType[*Error](err); ok {
		inherited = broken.Faults
	} else if err != nil {
		return nil, err
	}
	orphan := parent == nil
	if orphan {
		parent = &dialect.Contract{}
	}
	r := newReader(parent, root, path, own)
	r.orphan = orphan
	if fault != nil {
		r.faults = append(r.faults, *fault)
	}
	c := r.contract()
	slices.SortStableFunc(r.faults, func(a, b Fault) int { return a.Position.Line - b.Position.Line })
	if all := slices.Concat(inherited, r.faults); len(all) > 0 {
		return nil, &Error{all}
	}
	return c, nil
}

// read refuses files that may not end or that are too large.
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

// parentOf returns the contract that a file extends: a built-in one, or the one in another file,
// with a path relative to this one.
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

// meant returns a hint with the most similar word, or "" if none is similar.
func meant[T ~string](word T, known []T) string {
	near, ok := spelling.Nearest(word, known)
	if !ok {
		return ""
	}
	return fmt.Sprintf("did you mean %s?", near)
}

// simple matches valid names of contracts. They are prefixes of fact ids, and values of flags.
var simple = lazyregexp.New(`^[a-z][a-z0-9-]*$`)

// nameFor returns the name of a contract whose file sets none. It is derived from the file's
// name.
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
