package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/watch"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// descends reports whether the agent's settings are those of a contract: its own, or the one that
// a user's contract extends.
func descends(a roster.Agent, c *dialect.Contract) bool {
	return a.Name == c.Name || a.Extends == c.Name
}

// A candidate is a settings file to check.
type candidate struct {
	path string
	// named is set if the command line names the file.
	named bool
}

// places returns the paths to search.
func (o *options) places() []string {
	if len(o.paths) == 0 {
		return []string{"."}
	}
	return o.paths
}

// find returns the settings and scripts below all paths, each once.
func (o *options) find(ctx context.Context, l *linted) (files []candidate, scripts []string, err error) {
	home := o.Getenv("HOME")
	for _, given := range o.places() {
		path, err := filepath.Abs(given)
		if err != nil {
			return nil, nil, console.Fault(err)
		}
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, nil, console.Usage("no such file or folder: "+given, "")
		case err != nil:
			return nil, nil, console.Unreadable(given, err)
		case info.IsDir():
			tree, err := config.Below(ctx, path, home)
			if err != nil {
				return nil, nil, console.Silent(console.ExitInterrupted)
			}
			if len(o.paths) == 0 {
				above, err := o.above(ctx, path)
				if err != nil {
					return nil, nil, console.Silent(console.ExitInterrupted)
				}
				tree.Settings, tree.Scripts, tree.Unread = append(tree.Settings, above.Settings...), append(tree.Scripts, above.Scripts...), append(tree.Unread, above.Unread...)
			}
			l.closed += len(tree.Unread)
			for _, unread := range tree.Unread {
				o.Warn(fmt.Sprintf("not looked into: %v", unread), "")
			}
			for _, other := range tree.Uncovered {
				o.Note(fmt.Sprintf("%s's hooks are here (%s); hooktest has no contract for %s", other.Product, o.near(other.Path), other.Product))
			}
			for _, file := range tree.Settings {
				files = append(files, candidate{path: file})
			}
			scripts = append(scripts, tree.Scripts...)
		case config.IsSource(path) || config.IsScript(path):
			scripts = append(scripts, path)
		default:
			files = append(files, candidate{path: path, named: true})
		}
	}
	if o.user {
		personal, err := personalSettings()
		if err != nil {
			return nil, nil, err
		}
		files = append(files, personal...)
	}
	slices.SortStableFunc(files, func(a, b candidate) int { return cmp.Compare(a.path, b.path) })
	slices.Sort(scripts)
	return slices.CompactFunc(files, func(a, b candidate) bool { return a.path == b.path }), slices.Compact(scripts), nil
}

// above returns the agents' settings in the parent folders, and notes that they were checked.
func (o *options) above(ctx context.Context, folder string) (config.Tree, error) {
	t, err := config.Above(ctx, folder, o.Getenv("HOME"))
	if err != nil || len(t.Settings) == 0 {
		return t, err
	}
	var folders []string
	for _, path := range t.Settings {
		near := filepath.ToSlash(o.near(path))
		up := near[:strings.LastIndex(near, "../")+len("..")]
		if !slices.Contains(folders, up) {
			folders = append(folders, up)
		}
	}
	o.Note(fmt.Sprintf("looked at %s in %s as well; an agent that is started here may not read what is above", english.Count(len(t.Settings), "settings file"), english.And(folders)))
	return t, nil
}

// personalSettings returns the existing settings files of the user and the machine.
func personalSettings() ([]candidate, error) {
	var all []candidate
	for _, a := range roster.Where(func(roster.Agent) bool { return true }) {
		paths, err := settings.DefaultPaths(a.Contract, ".")
		if err != nil {
			return nil, console.Usage(err.Error(), "")
		}
		for _, path := range paths.Files {
			if _, err := os.Stat(path); err == nil && !strings.HasPrefix(path, paths.ProjectDir+string(filepath.Separator)) {
				all = append(all, candidate{path: path})
			}
		}
	}
	return all, nil
}

// settingsFile determines which agents read a file at its place. ok is false if none of the chosen
// agents does.
func (o *options) settingsFile(c candidate, place config.Place, text []byte) (file config.File, ok bool) {
	home := o.Getenv("HOME")
	if place.Within {
		if ok, _ := config.HasFrontmatter(file.Path, text); !ok {
			o.Warn(o.near(c.path)+": no hooks in its frontmatter", "")
			return file, false
		}
	}
	file = config.File{
		Path: o.near(c.path), Text: text, Shared: place.Project != "", Personal: place.Project == "" && len(place.Readers) > 0,
		Places: place.Places(c.path, home), Package: place.Package, Within: place.Within,
		Agents: place.Agents(), Asked: len(o.chosen) > 0,
	}
	if place.Package != "" {
		file.Agents = config.Likeliest(c.path, text, file.Agents)
	}
	file.Own = []string{cmp.Or(place.Package, place.Project, filepath.Dir(c.path))}
	if o.user && home != "" {
		file.Own = append(file.Own, home)
	}
	switch {
	case file.Asked:
		var owner *dialect.Contract
		if len(place.Readers) == 0 {
			owner = config.SettingsFolderOwner(c.path, home)
		}
		file.Agents, file.Unread = nil, owner != nil
		for _, a := range o.chosen {
			mine := slices.ContainsFunc(place.Readers, func(c *dialect.Contract) bool { return descends(a, c) })
			if mine || len(place.Readers) == 0 && (c.named && owner == nil || owner != nil && descends(a, owner)) {
				file.Agents = append(file.Agents, a.Contract)
			}
		}
		if len(file.Agents) == 0 && c.named {
			o.unasked(file.Path, place.Agents(), owner)
		}
	case len(place.Readers) == 0:
		if owner := config.SettingsFolderOwner(c.path, home); owner != nil {
			file.Agents, file.Unread = []*dialect.Contract{owner}, true
		} else {
			file.Agents = o.speakers(c.path, text)
		}
	}
	return file, len(file.Agents) > 0
}

// unasked warns of a file that none of the chosen agents reads, and names its readers.
func (o *options) unasked(path string, readers []*dialect.Contract, owner *dialect.Contract) {
	asked := lists.Of(o.chosen, func(a roster.Agent) string { return a.Name })
	others := lists.Of(readers, func(c *dialect.Contract) string { return c.Name })
	hint := "it is read by " + english.And(others)
	if owner != nil {
		hint = "it is among the settings of " + owner.Name + ", which does not read it either"
	}
	o.Warn(path+": "+english.Or(asked)+" does not read this file", hint)
}

// speakers returns the agent that a file's events suggest, for a file that is not in any agent's
// place.
func (o *options) speakers(path string, text []byte) []*dialect.Contract {
	all := config.Speakers(path, text)
	if _, err := document.Parse(o.near(path), text, document.Options{AllowComments: true, AllowTrailingCommas: true}); err != nil {
		o.Warn(fmt.Sprintf("%v: no agent can read this file", err), "")
		return nil
	}
	if len(all) == 0 {
		o.Warn(o.near(path)+": no agent is known to read this file", "--agents says whose settings they are")
		return nil
	}
	names := lists.Of(all, func(c *dialect.Contract) string { return c.Name })
	note := fmt.Sprintf("%s is read as settings of %s", o.near(path), names[0])
	if len(names) > 1 {
		note += fmt.Sprintf("; %s have such events, too (--agents chooses others)", english.And(names[1:]))
	}
	o.Note(note)
	return all[:1]
}

// keepLinting checks again whenever something has changed, including the configuration.
func (o *options) keepLinting(ctx context.Context) error {
	return watch.Keep(ctx, o.App, o.watched, func(ctx context.Context) error {
		if err := o.configure(); err != nil {
			return err
		}
		return o.lint(ctx)
	})
}

// watched returns the files that findings depend on. Settings can refer to scripts anywhere in
// their project or package, so those are watched whole. Next to a user's own settings, agents
// keep many files that change often, so only the hooks folder is watched there.
func (o *options) watched() watch.Files {
	files := watch.Files{Alone: []string{config.ConfigFile}, Own: o.reports.Paths(), Skips: config.IsForeign}
	person := func(path string) {
		files.Alone = append(files.Alone, path)
		files.Trees = append(files.Trees, filepath.Join(filepath.Dir(path), "hooks"))
	}
	for _, path := range o.places() {
		at, err := filepath.Abs(path)
		if err != nil {
			continue
		}
		place := config.PlaceOf(at, o.Getenv("HOME"))
		info, err := os.Stat(at)
		switch around := cmp.Or(place.Package, place.Project); {
		case len(o.paths) == 0 && o.repository != "":
			files.Trees = append(files.Trees, o.repository)
			files.Alone = append(files.Alone, filepath.Join(o.repository, config.ConfigFile))
		case err == nil && info.IsDir():
			files.Trees = append(files.Trees, path)
		case around != "":
			files.Trees = append(files.Trees, around)
		case len(place.Readers) > 0:
			person(path)
		default:
			files.Trees = append(files.Trees, path)
		}
	}
	if o.user {
		// Without a home directory there are no personal settings. The run itself reports that.
		personal, _ := personalSettings()
		for _, c := range personal {
			person(c.path)
		}
	}
	return files
}
