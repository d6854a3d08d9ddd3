package lint

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

// A Place is where a settings file stands.
type Place struct {
	// Readers are the contracts of the agents that read the file.
	Readers []*dialect.Contract
	// Project is the folder whose settings they are; empty for those of a person or of
	// the whole machine.
	Project string
	// Package is the folder of the plugin or extension that brings the hooks along; empty
	// for settings.
	Package string
	// Within tells that the hooks stand at the top of a document that is for something else.
	Within bool
}

// PlaceOf says who reads a file, by its path, which is absolute, and for what plugins and
// extensions bring by their manifests. In the home directory the project's file is the
// person's.
func PlaceOf(path, home string) Place {
	var personal, shared Place
	for _, c := range dialect.Contracts() {
		for _, file := range c.Settings.Files {
			project, ok := matches(file, path, home)
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

// Places are where the words of commands in the file at a path lead.
func (p Place) Places(path, home string) commandfile.Places {
	switch {
	case p.Package != "":
		// The project is that of whoever installs the package, and not known.
		return commandfile.Places{Home: home, Roots: Roots(p.Package)}
	case p.Project == "" && len(p.Readers) == 0:
		return commandfile.Places{Project: filepath.Dir(path), Home: home}
	}
	// Personal settings hold in every project: p.Project is empty for them.
	return commandfile.Places{Project: p.Project, Home: home}
}

// Asked are the agents that a command asks where the user names none, given the files that each
// reads: every agent that was run and reads one, and of those that only documents describe the
// ones that read a file which no other agent reads.
func Asked(reads func(*dialect.Contract) []string) []*dialect.Contract {
	var asked []*dialect.Contract
	read := map[string]bool{}
	for _, documented := range []bool{false, true} {
		for _, c := range dialect.Contracts() {
			if c.Aside == documented && slices.ContainsFunc(reads(c), func(file string) bool { return !read[file] || !documented }) {
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

// Agents are the readers that are asked where nobody says which, the owner first. Of the contracts
// of one product the first is enough: its findings name what other versions do differently.
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
	return slices.DeleteFunc(slices.Clone(asked), func(c *dialect.Contract) bool { return !c.Aside && first(c) != c })
}

// BesideSettings gives the agent in whose folder of settings a file is that it does not
// read; nil where it is in none.
func BesideSettings(path, home string) *dialect.Contract {
	for _, c := range dialect.Contracts() {
		for _, file := range c.Settings.Files {
			if strings.Contains(file.Path, "*") || !strings.Contains(strings.TrimPrefix(file.Path, "~/"), "/") {
				continue
			}
			beside := filepath.Join(filepath.Dir(path), filepath.Base(file.Path))
			if _, ok := matches(file, beside, home); ok && !c.Aside {
				return c
			}
		}
	}
	return nil
}

// Speakers are the agents that may read a settings file whose place tells nothing, the
// likeliest first: those that have its events. More of them count more, and so do the
// agent's name in the path, its variables in the text, and the folder of its settings.
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
			// Whoever writes it twice means this agent all the same.
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
		if c.Aside {
			score--
		}
		all = append(all, speaker{c, score})
	}
	// Of equal scores the agent with most events comes first: others have taken theirs
	// from it.
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

// matches tells whether a file of a contract is this one, and below which project.
func matches(file dialect.File, path, home string) (project string, ok bool) {
	pattern := file.Path
	if own, has := file.On[runtime.GOOS]; has {
		pattern = own
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

// fits tells whether a path is one of those that a pattern of a contract stands for; what
// stands before the pattern is taken letter by letter.
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
