package lint

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/engine/dialect"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
)

// A Tree is what there is to look at below a folder.
type Tree struct {
	// Settings are files of agents' settings, and such as stand where those would;
	// Scripts are programs in the folders where people keep hooks, or beside cases of theirs.
	// All are sorted.
	Settings, Scripts []string
	// Uncovered are files of agents that no contract describes, the first of each agent.
	Uncovered []Uncovered
	// Unread are the folders that can't be looked into, with the reason.
	Unread []error
}

// Below looks through a folder, which is absolute. It follows no links to folders, and
// leaves out what belongs to other people's packages.
func Below(ctx context.Context, root, home string) (Tree, error) {
	var t Tree
	folders := agentFolders()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			t.note(path)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			t.Unread = append(t.Unread, err)
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir() && isSettings(path) && len(PlaceOf(path, home).Readers) > 0:
			// No agent can read it: whoever reads the settings says so.
			t.Settings = append(t.Settings, path)
			return fs.SkipDir
		case d.IsDir():
			if IsForeign(d.Name()) && path != root {
				return fs.SkipDir
			}
		case isSettings(path) && (len(PlaceOf(path, home).Readers) > 0 || !hooksettings.IsTOML(path) && BesideSettings(path, home) != nil):
			t.Settings = append(t.Settings, path)
		case frontmatterOf(path, home).Within && mayHaveHooks(path):
			t.Settings = append(t.Settings, path)
		case !isSettings(path) && (keepsHooks(filepath.Dir(path), root, folders) || hasCases(path)) && IsScript(path):
			t.Scripts = append(t.Scripts, path)
		}
		return nil
	})
	return t, err
}

// note adds a file of an agent that no contract describes, unless the agent is known by another.
func (t *Tree) note(path string) {
	found, ok := uncoveredIn(path)
	if ok && !slices.ContainsFunc(t.Uncovered, func(u Uncovered) bool { return u.Product == found.Product }) {
		t.Uncovered = append(t.Uncovered, found)
	}
}

// mayHaveHooks tells whether a document has hooks at its top, or seems to.
func mayHaveHooks(path string) bool {
	ok, fault := HasFrontmatter(path, path)
	return ok || fault != nil
}

// Repository is the folder of the repository that a folder, which is absolute, lies in; empty
// where it lies in none.
func Repository(folder string) string {
	for {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			return ""
		}
		folder = above
	}
}

// Above looks through the folders around one, up to that of its repository, as far as agents have
// their settings there. The home directory is left out: what stands there is a person's.
func Above(ctx context.Context, folder, home string) (Tree, error) {
	var t Tree
	repository := Repository(folder)
	if repository == "" {
		return t, nil
	}
	for at := folder; at != repository; {
		at = filepath.Dir(at)
		if at == filepath.Clean(home) {
			continue
		}
		for _, name := range agentFolders() {
			own := filepath.Join(at, name)
			if info, err := os.Stat(own); err != nil || !info.IsDir() {
				continue
			}
			one, err := Below(ctx, own, home)
			if err != nil {
				return t, err
			}
			t.Settings, t.Scripts, t.Unread = append(t.Settings, one.Settings...), append(t.Scripts, one.Scripts...), append(t.Unread, one.Unread...)
		}
	}
	return t, nil
}

// IsForeign tells by the name of a folder that it holds what others have written.
func IsForeign(folder string) bool {
	return slices.Contains([]string{".git", "node_modules", "vendor", ".venv"}, folder)
}

// agentFolders are those in a project where agents have their settings.
func agentFolders() []string {
	var all []string
	for _, c := range dialect.Contracts() {
		for _, file := range c.Settings.Files {
			if first, _, ok := strings.Cut(file.Path, "/"); ok && strings.HasPrefix(first, ".") && !slices.Contains(all, first) {
				all = append(all, first)
			}
		}
	}
	return all
}

// keepsHooks tells whether a folder is for hooks: the one that was asked for, or the
// folder hooks of an agent.
func keepsHooks(folder, root string, agents []string) bool {
	return folder == root && filepath.Base(root) == "hooks" ||
		filepath.Base(folder) == "hooks" && slices.Contains(agents, filepath.Base(filepath.Dir(folder)))
}

// hasCases tells whether a program stands beside the cases that it has to pass.
func hasCases(path string) bool {
	_, err := os.Stat(strings.TrimSuffix(path, filepath.Ext(path)) + casefile.Suffix)
	return err == nil
}

// isSettings tells whether a file is named as settings are.
func isSettings(path string) bool { return filepath.Ext(path) == ".json" || hooksettings.IsTOML(path) }

// IsSource tells whether a file is called as scripts are, whoever starts it.
func IsSource(path string) bool {
	return slices.Contains([]string{".sh", ".bash", ".py", ".js", ".cjs", ".mjs"}, filepath.Ext(path))
}

// IsScript tells whether a file is a program that is made of text, and may be started.
func IsScript(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return false
	}
	return strings.HasPrefix(beginning(path), "#!")
}

// isProgram tells whether a system could start a file if it were executable. Not every
// file that a command names is a program, and a link is left alone, since it stands for
// another file.
func isProgram(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	begins := beginning(path)
	return slices.ContainsFunc([]string{
		"#!", "\x7fELF",
		// Mach-O for 32 and 64 bits in either order, and for several processors.
		"\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe",
	}, func(magic string) bool { return strings.HasPrefix(begins, magic) })
}

// beginning is that of a file; empty where it can't be read.
func beginning(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	start := make([]byte, 4)
	n, _ := io.ReadFull(f, start)
	return string(start[:n])
}

// within tells whether a file lies in one of some folders, wherever links on the way lead.
func within(path string, folders []string) bool {
	at, err := filepath.EvalSymlinks(path)
	return err == nil && slices.ContainsFunc(folders, func(folder string) bool {
		folder, err := filepath.EvalSymlinks(folder)
		if err != nil {
			return false
		}
		rest, err := filepath.Rel(folder, at)
		return err == nil && filepath.IsLocal(rest)
	})
}
