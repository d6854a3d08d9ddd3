package diagnosis

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/lists"
)

// A text is a file's content, or the error of reading it.
type text struct {
	bytes []byte
	err   error
}

// read returns the text of a settings file, the same on every call.
func (m *Machine) read(path string) ([]byte, error) {
	t, known := m.texts[path]
	if !known {
		t.bytes, t.err = settings.Text(path)
		m.texts[path] = t
	}
	return t.bytes, t.err
}

// parsed returns the value of a settings file, with comments and trailing commas; nil if it can't be
// read or parsed.
func (m *Machine) parsed(path string) *document.Node {
	text, err := m.read(path)
	if err != nil {
		return nil
	}
	root, _ := settings.Parse(path, text, document.Options{AllowComments: true, AllowTrailingCommas: true})
	return root
}

func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// An examination is the state while an agent is examined.
type examination struct {
	machine *Machine
	Agent
	document *settings.Document
	// sheets are the readable files, in order.
	sheets []*sheet
	// all are their hooks.
	all []checkedHook
}

// A sheet is a readable file with lint's report.
type sheet struct {
	File
	// root is nil if the agent can't read it, or does not.
	root *document.Node
	config.Report
	places commandfile.Places
	// parcel is the folder of the plugin or extension with the file, known the name under which the
	// agent stores its hooks; both are empty for settings.
	parcel, known string
	// off is the finding that the parcel is off, so that none of the file's hooks runs.
	off []finding.Finding
}

// look examines all files and hooks of the agent.
func (e *examination) look(ctx context.Context) error {
	paths, err := settings.DefaultPaths(e.Contract, e.machine.Project)
	if err != nil {
		return err
	}
	var infos []fs.FileInfo
	for i, path := range paths.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := File{Scope: paths.Scopes[i], Path: path, State: Found}
		text, err := e.machine.read(path)
		info, _ := os.Stat(path)
		switch {
		case missing(err):
			f.State = Absent
		case err != nil:
			f.State, f.Why = Unreadable, err.Error()
			e.findAbout(&sheet{File: f})
		case slices.ContainsFunc(infos, func(other fs.FileInfo) bool { return os.SameFile(info, other) }):
			f.State = Again
		default:
			infos = append(infos, info)
			e.sheet(f, text)
			continue
		}
		e.Files = append(e.Files, f)
	}
	for _, f := range e.elsewhere(paths.Files) {
		if text, err := e.machine.read(f.Path); err == nil {
			e.sheet(f, text)
		}
	}
	for _, s := range e.sheets {
		e.findAbout(s)
	}
	for _, p := range e.parcels() {
		e.take(p)
	}
	// Skip unreadable files, so that the others can be judged.
	var given []settings.Given
	for _, s := range e.sheets {
		switch {
		case s.State != Found || s.root == nil:
		case s.parcel != "":
			if _, lost := settings.RuinOf(e.Contract.Settings, s.root); lost {
				continue
			}
			given = append(given, settings.Given{Scope: s.Scope, Root: s.root.Only(e.Contract.Settings.Hooks)})
		default:
			given = append(given, settings.Given{Scope: s.Scope, Root: s.root})
		}
	}
	e.document = settings.LoadGiven(e.Contract, paths, given)
	e.extensions()
	for _, s := range e.sheets {
		e.all = append(e.all, slices.DeleteFunc(e.checkedHooksOf(s), e.copied)...)
	}
	return e.judge(ctx)
}

func (e *examination) sheet(f File, text []byte) {
	e.sheetOf(&sheet{File: f, places: commandfile.Places{Project: e.machine.Project, Home: e.machine.Home}}, text)
}

// sheetOf adds a file with hooks.
func (e *examination) sheetOf(s *sheet, text []byte) {
	f := s.File
	shared := e.Contract.Settings.InProject(f.Scope)
	s.Report = e.machine.linter.Settings(config.File{
		Path: f.Path, Text: text, Places: s.places, Shared: shared, Personal: !shared && s.parcel == "", Package: s.parcel,
		Agents: []*dialect.Contract{e.Contract}, Asked: true, Whole: true, Unread: f.State == Unread && f.Scope == "",
	})
	e.Cut = e.Cut || s.Cut
	options := settings.Syntax(e.Contract)
	options.AllowComments = options.AllowComments || f.State == Unread
	root, err := settings.Parse(f.Path, text, options)
	if err == nil && root.Kind() == document.Object {
		if s.root = root; s.parcel != "" {
			s.root = config.PackageRoot(root, e.Contract)
		}
	}
	_, has := e.hooksOf(s)
	if f.State == Unread && !has {
		return
	}
	e.sheets = append(e.sheets, s)
}

func (e *examination) hooksOf(s *sheet) (*document.Node, bool) {
	if s.root == nil {
		return nil, false
	}
	return s.root.Field(e.Contract.Settings.Hooks)
}

// elsewhere returns files next to the agent's settings with a name of some agent's settings, and
// files that the agent does not read because of a variable.
func (e *examination) elsewhere(read []string) []File {
	var files []File
	add := func(scope, path string) {
		if slices.Contains(read, path) || slices.ContainsFunc(files, func(f File) bool { return f.Path == path }) {
			return
		}
		// Skip anything but a regular file: no agent reads it as settings.
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			files = append(files, File{Scope: scope, Path: path, State: Unread})
		}
	}
	for _, file := range e.Contract.Settings.Files {
		for _, usual := range e.usual(file) {
			add(file.Scope, usual)
			if strings.Contains(usual, "*") || !strings.Contains(strings.TrimPrefix(file.Path, "~/"), "/") {
				continue
			}
			for _, name := range names() {
				sibling := filepath.Join(filepath.Dir(usual), name)
				if owner := config.SettingsFolderOwner(sibling, e.machine.Home); owner != nil && owner.Name == e.Contract.Name && len(config.PlaceOf(sibling, e.machine.Home).Readers) == 0 {
					add("", sibling)
				}
			}
		}
	}
	return files
}

// usual returns the paths of a file if no variable changes them: its own, and its former one if it
// has one.
func (e *examination) usual(file dialect.File) []string {
	return lists.Of(e.Contract.Settings.Usual(file, runtime.GOOS), func(path string) string {
		if rest, ok := strings.CutPrefix(path, "~/"); ok {
			return filepath.Join(e.machine.Home, filepath.FromSlash(rest))
		}
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(e.machine.Project, filepath.FromSlash(path))
	})
}

// successor returns the path of the file that replaces the one at a former path; empty if path is
// not such a path.
func (e *examination) successor(path string) string {
	for _, file := range e.Contract.Settings.Files {
		usual := e.usual(file)
		if len(usual) == 1 || usual[1] != path {
			continue
		}
		if at := e.Contract.Settings.Locate(file.Path, runtime.GOOS, e.machine.Getenv); at.Variable != "" {
			return at.Path
		}
		return usual[0]
	}
	return ""
}

// copied reports whether a hook of a former file is also in the file that replaces it, whose hooks
// are in e.all.
func (e *examination) copied(former checkedHook) bool {
	into := e.successor(former.sheet.Path)
	return former.sheet.State == Unread && slices.ContainsFunc(e.all, func(p checkedHook) bool {
		return p.sheet.Path == into && p.Event == former.Event && p.Matcher == former.Matcher && p.Command == former.Command
	})
}

// names returns the names of settings files of all agents.
func names() []string {
	files := slices.Concat(lists.Of(dialect.Contracts(), func(c *dialect.Contract) []dialect.File { return c.Settings.Files })...)
	all := lists.Once(lists.Of(files, func(file dialect.File) string { return path.Base(file.Path) }))
	return lists.Where(all, func(name string) bool { return !strings.Contains(name, "*") })
}
