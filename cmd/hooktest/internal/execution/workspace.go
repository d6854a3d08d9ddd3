package execution

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/canary"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/machine"
)

// A Workspace is a sandbox directory for a hook: a project folder, a home, and a temporary folder.
// Close removes it.
type Workspace struct {
	// Root holds the others, and additional files of the caller.
	Root, Project, Home, Temp string
	remove                    func()
}

// Folder creates a folder for a run's additional files, and returns its path without links, and a
// function that removes it. It is removed at the latest when this process ends.
func Folder(name string) (folder string, remove func(), err error) {
	parent, err := filepath.EvalSymlinks(os.TempDir())
	if err == nil {
		folder, err = os.MkdirTemp(parent, name)
	}
	if err != nil {
		return "", nil, fmt.Errorf("making a folder: %w", err)
	}
	done := guard.Folder(folder)
	return folder, func() {
		discard(folder)
		done()
	}, nil
}

// stuck are the folders that could not be removed.
var stuck struct {
	sync.Mutex
	reasons []string
}

// discard removes a folder, or notes why it can't be removed.
func discard(folder string) {
	if err := guard.Remove(folder); err != nil {
		stuck.Lock()
		defer stuck.Unlock()
		stuck.reasons = append(stuck.reasons, err.Error())
	}
}

// Stuck returns the errors of the temporary folders of this process that could not be removed, each
// with its path.
func Stuck() []string {
	stuck.Lock()
	defer stuck.Unlock()
	return slices.Clone(stuck.reasons)
}

// copyLimit and copyFiles limit the copy of a project: a hook does not read more, and copying it
// would take longer than the hook.
const (
	copyLimit = 256 << 20
	copyFiles = 20_000
)

// TooLarge is the error for a project above these limits.
type TooLarge struct{ Project string }

func (t *TooLarge) Error() string {
	return fmt.Sprintf("%s is too large to be copied: more than %d files or %d MiB", t.Project, copyFiles, copyLimit>>20)
}

// NewWorkspace creates a sandbox directory whose project folder has the given name and is a copy of
// project, or empty if project is "". The caller closes it.
func NewWorkspace(name, project string) (*Workspace, error) {
	root, remove, err := Folder("hooktest-sandbox-")
	if err != nil {
		return nil, err
	}
	s := &Workspace{remove: remove}
	// On a full disk, every hook that writes would fail.
	const least = 64 << 10
	if err := machine.Room(root, least); err != nil {
		s.Close()
		return nil, err
	}
	// Hooks that compare paths see the resolved one.
	if s.Root, err = filepath.EvalSymlinks(root); err != nil {
		s.Root = root
		s.Close()
		return nil, fmt.Errorf("finding the folder: %w", err)
	}
	s.Project, s.Home, s.Temp = filepath.Join(s.Root, name), filepath.Join(s.Root, "home"), filepath.Join(s.Root, "tmp")
	for _, folder := range []string{s.Project, s.Home, s.Temp} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			s.Close()
			return nil, fmt.Errorf("making a folder: %w", err)
		}
	}
	if project != "" {
		if err := copyProject(s.Project, project); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// copyProject copies folders, files and links, and skips everything else. The temporary folder may be
// inside the project: hooktest's own folders there are skipped, and may be removed at any moment.
func copyProject(target, project string) error {
	temporary, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil {
		return err
	}
	own := func(path string) bool {
		if !strings.HasPrefix(filepath.Base(path), "hooktest-") {
			return false
		}
		above, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err == nil {
			above, err = filepath.Abs(above)
		}
		return err == nil && above == temporary
	}
	bytes, files := int64(0), 0
	return filepath.WalkDir(project, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && own(path) {
			return filepath.SkipDir
		}
		to, err := filepath.Rel(project, path)
		if err != nil {
			return err
		}
		to = filepath.Join(target, to)
		info, err := entry.Info()
		if err != nil {
			return err
		}
		files++
		bytes += info.Size()
		switch {
		case files > copyFiles || bytes > copyLimit:
			return &TooLarge{project}
		case entry.IsDir():
			return os.MkdirAll(to, 0o755)
		case info.Mode()&fs.ModeSymlink != 0:
			points, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(points, to)
		case info.Mode().IsRegular():
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(to, text, info.Mode().Perm())
		}
		return nil
	})
}

// managers are programs that choose an interpreter's version by files in the home folder, with the
// variables for that folder.
var managers = []struct{ variable, folder string }{
	{"PYENV_ROOT", ".pyenv"}, {"RBENV_ROOT", ".rbenv"}, {"NVM_DIR", ".nvm"}, {"VOLTA_HOME", ".volta"},
	{"ASDF_DATA_DIR", ".asdf"}, {"MISE_DATA_DIR", ".local/share/mise"}, {"RUSTUP_HOME", ".rustup"}, {"CARGO_HOME", ".cargo"},
}

// Environ returns an environment with the sandbox directories in place of the user's own.
func (s *Workspace) Environ(inherited []string) []string {
	had := map[string]string{}
	for _, variable := range inherited {
		name, value, _ := strings.Cut(variable, "=")
		had[name] = value
	}
	ours := []string{"HOME=" + s.Home, "USERPROFILE=" + s.Home, "TMPDIR=" + s.Temp, "TMP=" + s.Temp, "TEMP=" + s.Temp,
		// A repository that contains the temporary folder is not the project's.
		"GIT_CEILING_DIRECTORIES=" + s.Root}
	for _, m := range managers {
		if home := had["HOME"]; had[m.variable] == "" && home != "" {
			folder := filepath.Join(home, m.folder)
			if info, err := os.Stat(folder); err == nil && info.IsDir() {
				ours = append(ours, m.variable+"="+folder)
			}
		}
	}
	return With(slices.DeleteFunc(slices.Clone(inherited), func(variable string) bool {
		return strings.HasPrefix(variable, "XDG_")
	}), ours...)
}

// With returns an environment with variables set or replaced.
func With(environ []string, set ...string) []string {
	all := slices.DeleteFunc(slices.Clone(environ), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.ContainsFunc(set, func(s string) bool { return strings.HasPrefix(s, name+"=") })
	})
	return append(all, set...)
}

// Left returns the hook's leftovers. Programs that still run get a second to remove their files.
// Only Linux can list the programs.
func (s *Workspace) Left() finding.Left {
	for until := time.Now().Add(time.Second); ; time.Sleep(20 * time.Millisecond) {
		left := s.leftNow()
		if len(left.Files) == 0 || len(left.Programs) == 0 && runtime.GOOS == "linux" || time.Now().After(until) {
			return left
		}
	}
}

func (s *Workspace) leftNow() finding.Left {
	var left finding.Left
	// A folder that can't be read counts as empty.
	entries, _ := os.ReadDir(s.Temp)
	for _, entry := range entries {
		left.Files = append(left.Files, entry.Name())
	}
	for _, p := range s.leftovers() {
		left.Programs = append(left.Programs, p.name)
	}
	return left
}

// A leftover is a process that outlives the hook.
type leftover struct {
	id   int
	name string
}

// executed reports whether a canary was executed, also by a program that outlives the hook by up to
// a second.
func (s *Workspace) executed() bool {
	for until := time.Now().Add(time.Second); ; time.Sleep(20 * time.Millisecond) {
		// A process that ends after this check may have left the mark before.
		over := len(s.leftovers()) == 0 || time.Now().After(until)
		if canary.In(s.Root) {
			return true
		}
		if over {
			return false
		}
	}
}

// Close kills the leftover processes and removes the directory, including folders that a hook has
// made read-only.
func (s *Workspace) Close() {
	for _, p := range s.leftovers() {
		if process, err := os.FindProcess(p.id); err == nil {
			_ = process.Kill()
		}
	}
	s.remove()
}
