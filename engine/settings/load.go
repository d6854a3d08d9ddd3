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

// An Error holds every fault that kept settings files from being read.
type Error struct {
	// Faults are in the order of the files; at most one per file.
	Faults []Fault
}

// A Fault is what is wrong with one settings file.
type Fault struct {
	// Position has a line and a column where the fault is in the text, and the
	// file alone where the file can't be read.
	Position hook.Position
	Message  string
}

func (f Fault) String() string { return f.Position.String() + ": " + f.Message }

// Error gives one line per fault.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Load reads the settings files and the extensions. A file that does not exist
// counts as empty; a file that stands for two scopes is read once. Comments are
// the contract's to allow, trailing commas are not allowed.
//
// The error is an *Error with the faults of all settings files; there is no
// document then. A fault in an extension costs that extension alone and becomes
// a warning.
//
//hooktest:impl HOOK-084
func Load(contract *dialect.Contract, paths Paths) (*Document, error) {
	loader := loader{comments: contract.Settings.Comments}
	for i, path := range paths.Files {
		loader.load(path, paths.scope(contract.Settings, i))
	}
	// A file that can't be read at all is refused whatever the agent makes of others.
	unread := slices.ContainsFunc(loader.faults, func(f Fault) bool { return f.Position.Line == 0 })
	if len(loader.faults) > 0 && (contract.Reading == nil || unread) {
		return nil, &Error{Faults: loader.faults}
	}
	doc := LoadGiven(contract, paths, loader.files)
	for _, fault := range loader.faults {
		// Other agents go on without the file.
		doc.Warnings = append(doc.Warnings, hook.Warning{
			Rule: contract.Settings.Breach(dialect.WrongSyntax, "").Fact, Position: fault.Position,
			Text: fault.Message + ": no hook of this file applies",
		})
	}
	return doc, nil
}

// find notes which files there are beside the settings themselves.
func (doc *Document) find(rules dialect.Settings, paths Paths, roots []*document.Node) {
	for _, root := range roots {
		doc.Files = append(doc.Files, root.Position().File)
	}
	doc.loadExtensions(rules, paths)
}

type loader struct {
	comments bool
	files    []Given
	infos    []fs.FileInfo
	faults   []Fault
}

func (l *loader) load(path, scope string) {
	if path == "" || l.again(path) {
		return
	}
	root, fault := readObject(path, l.comments)
	switch {
	case fault != nil:
		l.faults = append(l.faults, *fault)
	case root != nil:
		l.files = append(l.files, Given{scope, root})
	}
}

// again tells whether the file has been read for another scope: in the home
// directory the project's file is the user's.
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

// readObject reads an object. Where there is no such
// file, it gives neither a node nor a fault.
func readObject(path string, comments bool) (*document.Node, *Fault) {
	data, err := readRegular(path)
	switch {
	case missing(err):
		return nil, nil
	case err != nil:
		return nil, &Fault{Position: hook.Position{File: path}, Message: err.Error()}
	}
	root, err := Parse(path, data, document.Options{AllowComments: comments})
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

// Parse reads the text of a settings file: TOML where its name says so, else JSON with what
// the options allow. The error is a *document.SyntaxError.
func Parse(path string, data []byte, options document.Options) (*document.Node, error) {
	if IsTOML(path) {
		return tomltext.Parse(path, data)
	}
	return document.Parse(path, data, options)
}

// IsTOML tells whether a settings file is written in TOML, by its name.
func IsTOML(path string) bool { return filepath.Ext(path) == ".toml" }

// Text is a settings file as it was written, within the limits of Load, for whoever looks
// for what is wrong with it.
func Text(path string) ([]byte, error) { return readRegular(path) }

// maxSize is how many bytes a settings file, or an extension's, may have. People
// write some kilobytes; read, a file takes up to a hundred times its size.
const maxSize = 10 << 20

// readRegular refuses what could block or never end, such as a pipe, and what is
// too large to be read.
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
	// It may grow while it is read.
	data, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	if err == nil && len(data) > maxSize {
		return nil, fmt.Errorf("larger than %d MiB, the most that is read", maxSize>>20)
	}
	return data, cause(err)
}

var errIrregular = errors.New("not a regular file")

// openRegular opens a file without waiting for anybody to write into it: since somebody
// last looked, a pipe may have come in its place.
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

// missing tells whether there is no such file, also because a file stands where
// its directory would.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
