package config

import (
	"bytes"
	"cmp"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// A Place describes a settings file's path.
type Place struct {
	// Readers are the contracts of the agents that read the file.
	Readers []*dialect.Contract
	// Project is the folder of the project's settings; empty for personal or machine-wide ones.
	Project string
	// Package is the folder of the plugin or extension with the hooks; empty for settings.
	Package string
	// Within is set if the hooks are in the frontmatter of a document with another purpose.
	Within bool
}

// PlaceOf returns the place of an absolute path: by the contracts' settings files, and for plugins
// and extensions by their manifests. In the home directory, project settings are personal.
func PlaceOf(path, home string) Place {
	var personal, shared Place
	for _, c := range dialect.Contracts() {
		for _, file := range c.Settings.Files {
			project, ok := matches(c, file, path, home)
			if !ok {
				continue
			}
			into := &shared
			if project == "" {
				into = &personal
			}
			into.Readers, into.Project = append(into.Readers, c), project
		}
	}
	switch {
	case len(personal.Readers) > 0:
		return personal
	case len(shared.Readers) > 0:
		return shared
	}
	if place := frontmatterOf(path, home); place.Within {
		return place
	}
	return packageOf(path)
}

// Places returns the folders for resolving the paths in a file's commands.
func (p Place) Places(path, home string) commandfile.Places {
	switch {
	case p.Package != "":
		// The project of the user who installs the package is unknown.
		return commandfile.Places{Home: home, Roots: Roots(p.Package)}
	case p.Project == "" && len(p.Readers) == 0:
		return commandfile.Places{Project: filepath.Dir(path), Home: home}
	}
	// Personal settings apply to every project: p.Project is empty for them.
	return commandfile.Places{Project: p.Project, Home: home}
}

// Asked returns the agents that a command uses by default, given the files that each reads: every
// agent that was run and reads one, and those known only from documentation if they read a file
// that no other agent reads.
func Asked(reads func(*dialect.Contract) []string) []*dialect.Contract {
	var asked []*dialect.Contract
	read := map[string]bool{}
	for _, documented := range []bool{false, true} {
		for _, c := range dialect.Contracts() {
			if c.OnlyNamed == documented && slices.ContainsFunc(reads(c), func(file string) bool { return !read[file] || !documented }) {
				asked = append(asked, c)
			}
		}
		for _, c := range asked {
			for _, file := range reads(c) {
				read[file] = true
			}
		}
	}
	return asked
}

// Agents returns the readers that are used by default, the owner first. One contract per product is
// enough: its findings name the differences of other versions.
func (p Place) Agents() []*dialect.Contract {
	asked := Asked(func(c *dialect.Contract) []string {
		if slices.Contains(p.Readers, c) {
			return []string{""}
		}
		return nil
	})
	first := func(c *dialect.Contract) *dialect.Contract {
		return asked[slices.IndexFunc(asked, func(other *dialect.Contract) bool { return other.Product == c.Product })]
	}
	return slices.DeleteFunc(slices.Clone(asked), func(c *dialect.Contract) bool { return !c.OnlyNamed && first(c) != c })
}

// SettingsFolderOwner returns the agent whose settings folder contains a file that it does not read; nil
// if there is none.
func SettingsFolderOwner(path, home string) *dialect.Contract {
	for _, c := range dialect.Contracts() {
		for _, file := range c.Settings.Files {
			if strings.Contains(file.Path, "*") || !strings.Contains(strings.TrimPrefix(file.Path, "~/"), "/") {
				continue
			}
			sibling := filepath.Join(filepath.Dir(path), filepath.Base(file.Path))
			if _, ok := matches(c, file, sibling, home); ok && !c.OnlyNamed {
				return c
			}
		}
	}
	return nil
}

// Speakers returns the agents that may read a settings file in an unknown place, the likeliest
// first. An agent scores by its events, by its name in the path, by its variables in the text, and
// by its settings folder.
func Speakers(path string, text []byte) []*dialect.Contract {
	p := parse(File{Path: path, Text: text})
	if p.root == nil {
		return nil
	}
	type speaker struct {
		*dialect.Contract
		score int
	}
	var all []speaker
	for _, c := range dialect.Contracts() {
		hooks, _ := around(p.root, c).Field(c.Settings.Hooks)
		if hooks == nil {
			continue
		}
		if inner, ok := hooks.Field(c.Settings.Hooks); ok {
			// Events nested twice still mean this agent.
			hooks = inner
		}
		score := 0
		for _, field := range hooks.Fields() {
			if _, ok := c.Event(hook.Event(field.Name)); ok {
				score += 4
			}
		}
		if score == 0 {
			continue
		}
		name, _, _ := strings.Cut(c.Name, "-")
		own := func(variable string) bool { return bytes.Contains(text, []byte(variable)) }
		if strings.Contains(strings.ToLower(path), name) || own(strings.ToUpper(name)+"_") || slices.ContainsFunc(c.Launch.Variables, own) {
			score += 3
		}
		if slices.ContainsFunc(c.Settings.Files, func(f dialect.File) bool { return filepath.Base(filepath.Dir(path)) == filepath.Dir(f.Path) }) {
			score += 3
		}
		if c.OnlyNamed {
			score--
		}
		all = append(all, speaker{c, score})
	}
	// On equal scores the agent with most events comes first, because others have copied its
	// events.
	slices.SortStableFunc(all, func(a, b speaker) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(b.Events), len(a.Events)))
	})
	var agents []*dialect.Contract
	for _, s := range all {
		if !slices.ContainsFunc(agents, func(c *dialect.Contract) bool { return c.Product == s.Product }) {
			agents = append(agents, s.Contract)
		}
	}
	return agents
}

// matches reports whether a path is a contract's settings file, and of which project. An agent may
// read the former place of a file.
func matches(c *dialect.Contract, file dialect.File, path, home string) (project string, ok bool) {
	for _, pattern := range c.Settings.Usual(file, runtime.GOOS) {
		if project, ok = matchesPattern(pattern, path, home); ok {
			break
		}
	}
	return project, ok
}

func matchesPattern(pattern, path, home string) (project string, ok bool) {
	if !glob(filepath.Base(pattern), filepath.Base(path)) {
		return "", false
	}
	if rest, personal := strings.CutPrefix(pattern, "~/"); personal {
		return "", home != "" && fits(filepath.Join(home, filepath.FromSlash(rest)), path)
	}
	if filepath.IsAbs(pattern) {
		return "", fits(pattern, path)
	}
	pattern = filepath.FromSlash(pattern)
	project = path
	for range strings.Count(pattern, string(filepath.Separator)) + 1 {
		project = filepath.Dir(project)
	}
	return project, fits(filepath.Join(project, pattern), path)
}

// fits reports whether a path matches a contract's pattern. The part before the pattern is literal.
func fits(pattern, path string) bool {
	if !strings.Contains(pattern, "*") {
		return pattern == path
	}
	folder, name := filepath.Split(pattern)
	return glob(name, filepath.Base(path)) && fits(filepath.Clean(folder), filepath.Dir(path))
}

func glob(pattern, name string) bool {
	ok, err := filepath.Match(pattern, name)
	return ok && err == nil
}
