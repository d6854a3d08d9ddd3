package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/tomltext"
)

// An Error holds every fault that prevented the settings files from being read.
type Error struct {
	// Faults are in the order of the files; at most one per file.
	Faults []Fault
}

// A Fault is a fault in one settings file.
type Fault struct {
	// Position has a line and a column if the fault is in the text, and only the file
	// if the file can't be read.
	Position hook.Position
	Message  string
}

func (f Fault) String() string { return f.Position.String() + ": " + f.Message }

// Error returns one line per fault.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Load reads the settings files and the extensions. A file that does not exist counts
// as empty; a file that serves two scopes is read once. The contract determines whether
// comments are allowed; trailing commas are not.
//
// The error is an *Error with the faults of all settings files; the document is then
// nil. A fault in an extension disables only that extension and becomes a warning.
//
//hooktest:impl HOOK-084
func Load(contract *dialect.Contract, paths Paths) (*Document, error) {
	loader := loader{options: Syntax(contract)}
	for i, path := range paths.Files {
		loader.load(path, paths.scope(contract.Settings, i))
	}
	// An unreadable file is always an error, even if the agent tolerates faulty ones.
	unread := slices.ContainsFunc(loader.faults, func(f Fault) bool { return f.Position.Line == 0 })
	if len(loader.faults) > 0 && (contract.Reading == nil || unread) {
		return nil, &Error{Faults: loader.faults}
	}
	doc := LoadGiven(contract, paths, loader.files)
	for _, fault := range loader.faults {
		breach := contract.Settings.Breach(dialect.WrongSyntax, "", contract.Settings.Scope(fault.Position.File))
		text := fault.Message + ": " + breach.Loses.Effect()
		doc.Warnings = append(doc.Warnings, hook.Warning{Rule: breach.Fact, Position: fault.Position, Text: text})
		doc.Broken = append(doc.Broken, fault.Position.File)
		if breach.Loses == dialect.LosesAgent && !doc.Ends.Ends {
			doc.Ends = hook.Off{Why: fault.Position.String() + ": " + text, Rule: breach.Fact, Ends: true}
		}
	}
	return doc, nil
}

// Syntax returns what an agent's settings may contain beyond JSON.
func Syntax(contract *dialect.Contract) document.Options {
	return document.Options{AllowComments: contract.Settings.Comments, RefuseMark: contract.Settings.MarkFact != ""}
}

// find records which of the other files with hooks exist.
func (doc *Document) find(rules dialect.Settings, paths Paths, roots []*document.Node) {
	for _, root := range roots {
		doc.Files = append(doc.Files, root.Position().File)
	}
	doc.loadExtensions(rules, paths)
}

type loader struct {
	options document.Options
	files   []Given
	infos   []fs.FileInfo
	faults  []Fault
}

func (l *loader) load(path, scope string) {
	if path == "" || l.again(path) {
		return
	}
	root, fault := readObject(path, l.options)
	switch {
	case fault != nil:
		l.faults = append(l.faults, *fault)
	case root != nil:
		l.files = append(l.files, Given{scope, root})
	}
}

// again reports whether the file was already read for another scope: in the home
// directory the project's file is also the user's.
func (l *loader) again(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	if slices.ContainsFunc(l.infos, func(other fs.FileInfo) bool { return os.SameFile(info, other) }) {
		return true
	}
	l.infos = append(l.infos, info)
	return false
}

// readObject reads an object. If the file does not exist, it returns neither a node nor
// a fault.
func readObject(path string, options document.Options) (*document.Node, *Fault) {
	data, err := readRegular(path)
	switch {
	case missing(err):
		return nil, nil
	case err != nil:
		return nil, &Fault{Position: hook.Position{File: path}, Message: err.Error()}
	}
	root, err := Parse(path, data, options)
	if syntax, ok := errors.AsType[*document.SyntaxError](err); ok {
		return nil, &Fault{Position: position(syntax.Position), Message: syntax.Message}
	}
	if err != nil {
		return nil, &Fault{Position: hook.Position{File: path}, Message: err.Error()}
	}
	if root.Kind() != document.Object {
		return nil, &Fault{Position: position(root.Position()), Message: "must be an object, not " + root.Kind().Article()}
	}
	return root, nil
}

// Parse reads the text of a settings file: TOML if its name says so, otherwise JSON
// with the options. The error is a *document.SyntaxError.
func Parse(path string, data []byte, options document.Options) (*document.Node, error) {
	if IsTOML(path) {
		return tomltext.Parse(path, data)
	}
	return document.Parse(path, data, options)
}

// IsTOML reports whether a settings file is TOML, by its name.
func IsTOML(path string) bool { return filepath.Ext(path) == ".toml" }

// Text returns a settings file as written, within the limits of Load.
func Text(path string) ([]byte, error) { return readRegular(path) }

// maxSize is the largest allowed size of a settings or extension file in bytes. People
// write a few kilobytes. In memory, a file takes up to a hundred times its size.
const maxSize = 10 << 20

// readRegular rejects files that could block or never end, such as a pipe, and files
// that are too large.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, cause(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errIrregular
	}
	file, err := openRegular(path)
	if err != nil {
		return nil, cause(err)
	}
	defer func() { _ = file.Close() }()
	// The file may grow while it is read.
	data, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	if err == nil && len(data) > maxSize {
		return nil, fmt.Errorf("larger than %d MiB, the most that is read", maxSize>>20)
	}
	return data, cause(err)
}

var errIrregular = errors.New("not a regular file")

// openRegular opens a file without waiting for a writer: since the last check, a pipe
// may have replaced it.
func openRegular(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errIrregular
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// cause drops the operation and the path, which a Fault names itself.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// missing reports whether a file does not exist, including the case that its
// directory's path is a file.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
