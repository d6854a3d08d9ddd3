// Package settingsfile changes settings files of agents as a careful person would: what
// has to be another value becomes one, what is to be there is added, and every other
// byte stays, comments and indentation included.
//
// Most callers need Read, Hooks for what stands in the file, and Commit. The package
// knows where hooks stand from contracts; it judges none.
package settingsfile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// A File is the text of a settings file, and what it says.
type File struct {
	Path     string
	Contract *dialect.Contract
	// Missing tells that there is no such file; Data is empty then.
	Missing bool
	Data    []byte
	root    *document.Node
}

// Read reads a settings file of an agent. The error of a text that is no JSON, as the
// agent takes it, is a *document.SyntaxError.
func Read(contract *dialect.Contract, path string) (*File, error) {
	data, err := settings.Text(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Parse(contract, path, nil)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return Parse(contract, path, data)
}

// Parse is Read for a text; nil stands for a file that is missing.
func Parse(contract *dialect.Contract, path string, data []byte) (*File, error) {
	if settings.IsTOML(path) {
		return nil, fmt.Errorf("%s: settings in TOML are read and never written: name a JSON file of %s", path, contract.Product)
	}
	f := &File{Path: path, Contract: contract, Data: data, Missing: data == nil}
	text := data
	if f.Missing {
		text = []byte("{}")
	}
	var err error
	if f.root, err = document.Parse(path, text, document.Options{AllowComments: contract.Settings.Comments}); err != nil {
		return nil, err
	}
	if f.root.Kind() != document.Object {
		return nil, fmt.Errorf("%s: must be an object, not %s", f.root.Position(), f.root.Kind().Article())
	}
	return f, nil
}

// Root is the file's object, an empty one where there is no file.
func (f *File) Root() *document.Node { return f.root }

// Commit has the file hold another text, if it holds still what was read; otherwise the
// error is atomicfile.ErrChanged. Nobody sees half of it.
func (f *File) Commit(text []byte) error {
	if f.Missing {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			return err
		}
		err := atomicfile.Create(f.Path, 0o644, text)
		if errors.Is(err, fs.ErrExist) {
			return atomicfile.ErrChanged
		}
		return err
	}
	return atomicfile.Replace(f.Path, f.Data, text)
}

// Sum tells texts apart.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
