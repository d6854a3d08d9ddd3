// Package settingsfile edits the settings files of agents: it changes or adds values, and preserves
// every other byte, including comments and indentation.
//
// Most callers need Read, Hooks for the hooks in the file, and Commit. The package locates hooks by
// the contracts, and judges none.
package settingsfile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/lists"
)

// A File is a parsed settings file.
type File struct {
	Path     string
	Contract *dialect.Contract
	// Missing is set if the file does not exist; Data is empty then.
	Missing bool
	Data    []byte
	root    *document.Node
}

// Read reads a settings file of an agent. If the text is not valid JSON for the agent, the error is
// a *document.SyntaxError.
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

// Parse is Read for a text; nil means a missing file.
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
	if f.root, err = document.Parse(path, text, settings.Syntax(contract)); err != nil {
		return nil, err
	}
	if f.root.Kind() != document.Object {
		return nil, fmt.Errorf("%s: must be an object, not %s", f.root.Position(), f.root.Kind().Article())
	}
	return f, nil
}

// Root returns the file's object, empty for a missing file.
func (f *File) Root() *document.Node { return f.root }

// Commit atomically replaces the file's text if it is still the one that was read; otherwise the
// error is atomicfile.ErrChanged.
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

// Sum returns a checksum of a text.
func Sum(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// Files returns the writable settings files that an agent reads for a project or, if user is set,
// those in the home directory, whether they exist or not.
func Files(contract *dialect.Contract, user bool) []dialect.File {
	return lists.Where(contract.Settings.Files, func(file dialect.File) bool {
		return strings.HasPrefix(file.Path, "~/") == user && !strings.HasPrefix(file.Path, "/") && !settings.IsTOML(file.Path)
	})
}
