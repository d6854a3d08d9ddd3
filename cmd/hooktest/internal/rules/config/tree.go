package config

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/engine/dialect"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
)

// A Tree lists the files below a folder that can be checked.
type Tree struct {
	// Settings are files of agents' settings, and files in their places. Scripts are programs in
	// hooks folders or with a case file next to them. All are sorted.
	Settings, Scripts []string
	// Uncovered are files of agents without a contract, the first of each agent.
	Uncovered []Uncovered
	// Unread are the folders that can't be read, with the reason.
	Unread []error
}

// Below searches an absolute folder. It follows no links to folders, and skips third-party
// packages.
func Below(ctx context.Context, root, home string) (Tree, error) {
	var t Tree
	folders := agentFolders()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found, ok := uncoveredIn(path)
			if ok && !slices.ContainsFunc(t.Uncovered, func(u Uncovered) bool { return u.Product == found.Product }) {
				t.Uncovered = append(t.Uncovered, found)
			}
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
			// No agent can read it: reading the settings reports the error.
			t.Settings = append(t.Settings, path)
			return fs.SkipDir
		case d.IsDir():
			if IsForeign(d.Name()) && path != root {
				return fs.SkipDir
			}
		case isSettings(path) && (len(PlaceOf(path, home).Readers) > 0 || !hooksettings.IsTOML(path) && SettingsFolderOwner(path, home) != nil):
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

// mayHaveHooks reports whether a document has hooks in its frontmatter, or seems to.
func mayHaveHooks(path string) bool {
	text, err := hooksettings.Text(path)
	if err != nil {
		return false
	}
	ok, fault := HasFrontmatter(path, text)
	return ok || fault != nil
}

// Repository returns the root of the repository that contains an absolute folder, or "".
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

// Above searches the folders from one up to its repository's root for agents' settings. It skips
// the home directory, because settings there are personal.
func Above(ctx context.Context, folder, home string) (Tree, error) {
	repository := Repository(folder)
	if repository == "" || folder == repository {
		return Tree{}, nil
	}
	return Upwards(ctx, filepath.Dir(folder), repository, home)
}

// Upwards searches the agents' folders in a folder and in its parents up to top, except in the home
// directory.
func Upwards(ctx context.Context, folder, top, home string) (Tree, error) {
	var t Tree
	for at := folder; ; at = filepath.Dir(at) {
		if at != filepath.Clean(home) {
			for _, own := range foldersOfAgents(at) {
				one, err := Below(ctx, own, home)
				if err != nil {
					return t, err
				}
				t.Settings, t.Scripts, t.Unread = append(t.Settings, one.Settings...), append(t.Scripts, one.Scripts...), append(t.Unread, one.Unread...)
			}
		}
		if at == top || at == filepath.Dir(at) {
			return t, nil
		}
	}
}

func foldersOfAgents(folder string) []string {
	var all []string
	for _, name := range agentFolders() {
		own := filepath.Join(folder, name)
		if info, err := os.Stat(own); err == nil && info.IsDir() {
			all = append(all, own)
		}
	}
	return all
}

// ProjectsAbove returns the folders from one up to its repository's root that have a folder of some
// agent, nearest first. It skips the home directory, because settings there are personal.
func ProjectsAbove(folder, home string) []string {
	repository := Repository(folder)
	if repository == "" {
		return nil
	}
	var all []string
	for {
		if folder != filepath.Clean(home) && len(foldersOfAgents(folder)) > 0 {
			all = append(all, folder)
		}
		if folder == repository {
			return all
		}
		folder = filepath.Dir(folder)
	}
}

// IsForeign reports whether a folder has third-party code, by its name.
func IsForeign(folder string) bool {
	return slices.Contains([]string{".git", "node_modules", "vendor", ".venv"}, folder)
}

// agentFolders returns the folders in a project that have agents' settings.
var agentFolders = sync.OnceValue(func() []string {
	var all []string
	for _, c := range dialect.Summaries() {
		for _, file := range c.Files {
			if first, _, ok := strings.Cut(file.Path, "/"); ok && strings.HasPrefix(first, ".") && !slices.Contains(all, first) {
				all = append(all, first)
			}
		}
	}
	return all
})

// MayBeHook reports whether a script is a hook by its place: in the hooks folder of an agent, or next
// to a case file.
func MayBeHook(path string) bool {
	return keepsHooks(filepath.Dir(path), "", agentFolders()) || hasCases(path)
}

// keepsHooks reports whether a folder is for hooks: the root itself, or the hooks folder of an
// agent.
func keepsHooks(folder, root string, agents []string) bool {
	return folder == root && filepath.Base(root) == "hooks" ||
		filepath.Base(folder) == "hooks" && slices.Contains(agents, filepath.Base(filepath.Dir(folder)))
}

// hasCases reports whether a program has a case file next to it.
func hasCases(path string) bool {
	_, err := os.Stat(strings.TrimSuffix(path, filepath.Ext(path)) + casefile.Suffix)
	return err == nil
}

func isSettings(path string) bool { return filepath.Ext(path) == ".json" || hooksettings.IsTOML(path) }

// IsSource reports whether a file has the extension of a script.
func IsSource(path string) bool {
	return slices.Contains([]string{".sh", ".bash", ".py", ".js", ".cjs", ".mjs"}, filepath.Ext(path))
}

// IsScript reports whether a file is an executable script.
func IsScript(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return false
	}
	return strings.HasPrefix(beginning(path), "#!")
}

// beginning returns the first bytes of a file; "" if it can't be read.
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

// within reports whether a file is in one of some folders, after links are resolved.
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

// An Uncovered is a file with hooks of an agent without a contract.
type Uncovered struct{ Product, Path string }

// uncovered are the places of such agents' hooks, in a project or in the home directory. Settings
// count only with a key "hooks".
var uncovered = []struct{ product, path string }{
	{"Cline", ".clinerules/hooks/*"},
	{"Cline", "Documents/Cline/Hooks/*"},
	{"OpenCode", ".opencode/plugin/*"},
	{"OpenCode", ".opencode/plugins/*"},
	{"Antigravity", ".agents/hooks.json"},
	{"Augment", ".augment/settings.json"},
	{"Crush", "crush.json"},
	{"Crush", ".crush.json"},
	{"Qoder", ".qoder/settings.json"},
	{"CodeBuddy", ".codebuddy/settings.json"},
}

// uncoveredIn returns the agent without a contract whose hooks a file has; ok is false if there is
// none.
func uncoveredIn(path string) (found Uncovered, ok bool) {
	slashed := filepath.ToSlash(path)
	for _, one := range uncovered {
		in, all := strings.CutSuffix(one.path, "*")
		switch {
		case all && strings.HasSuffix(filepath.ToSlash(filepath.Dir(path))+"/", "/"+in):
			return Uncovered{one.product, path}, true
		case !all && strings.HasSuffix(slashed, "/"+one.path):
			// A file that can't be read has no such key.
			text, _ := hooksettings.Text(path)
			if root := parse(File{Path: path, Text: text}).root; root != nil {
				if _, has := root.Field("hooks"); has {
					return Uncovered{one.product, path}, true
				}
			}
		}
	}
	return Uncovered{}, false
}
