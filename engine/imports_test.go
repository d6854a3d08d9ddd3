package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/goscan"
)

const module = "github.com/hooktest/hooktest"

// A rule is one architecture rule about imports or calls.
type rule struct {
	name   string
	reason string
	// faults returns what breaks the rule; empty if nothing does.
	faults func(goscan.Graph) []string
}

func rules() []rule {
	return []rule{
		{"stages", "a stage takes the value that the stage before it made and knows nothing of that stage, so that each can be tested and replaced alone",
			neverBackwards("engine/settings", "engine/registry", "engine/planner", "engine/runner", "engine/answer", "engine/aggregator", "engine/event")},
		{"process groups", "only the runner starts hook processes, and only the driver starts shipped agents",
			onlyFrom("engine/procgroup", "engine/runner", "cmd/hooktest/internal/driver")},
		{"servers", "one package asks any, for hooks that do",
			neverFrom("engine/...", []string{"net", "net/http"}, "engine/inquiry")},
		{"os/exec", "programs are started by the runner, by the command line and by the suite's own adapters, and by nothing else; the go command lists the packages that are judged, a guard ends leftover processes, a browser shows pages to their tests, and commands are measured",
			onlyFrom("os/exec", "engine/runner", "engine/procgroup", "cmd/...", "conformance/...", "internal/goscan", "internal/browser", "internal/guard", "internal/performance")},
		{"starting processes", "programs are started by the runner, by the command line and by the suite's own adapters, and by nothing else",
			onlyUsedIn([]string{"os.StartProcess", "syscall.StartProcess", "syscall.ForkExec", "syscall.Exec"}, "", "internal/sandbox", "cmd/...", "conformance/...", "internal/guard")},
		{"files", "only settings reads configuration: what the other parts know, they were given",
			onlyUsedIn([]string{"os.ReadFile", "os.Open", "os.OpenFile", "os.OpenRoot", "os.ReadDir", "os.DirFS", "os.Create", "os.WriteFile", "filepath.Walk", "filepath.WalkDir", "filepath.Glob"},
				"engine/...", "engine/settings")},
		{"environment", "only settings looks for its folders there, and only the runner passes it on",
			onlyUsedIn([]string{"os.Getenv", "os.LookupEnv", "os.Environ", "os.ExpandEnv", "os.UserHomeDir"}, "engine/...", "engine/settings", "engine/runner")},
		{"third parties", "replacing a library touches one folder", oneImporter(
			// Every command of hooktest is a cobra command.
			map[string]string{"github.com/spf13/cobra": "cmd/hooktest/internal"},
			// These modules are collections of unrelated packages.
			"github.com/rogpeppe/go-internal", "golang.org/x/tools",
		)},
		{"proof", "people test hooks: what builds and breaks the reference engine is a command of its own, and the libraries that read Go for it stay out of their program",
			// It reads the archives of cases.
			neverBelow("cmd/hooktest", []string{"conformance/prove", "conformance/prove/...", "golang.org/x/tools/..."}, "golang.org/x/tools/txtar")},
		{"site", "what turns documents into a site is a command of its own, and stays out of the program",
			neverBelow("cmd/hooktest", []string{"github.com/yuin/goldmark", "github.com/yuin/goldmark/...", "cmd/hooktest/internal/site"})},
		{"templates", "as soon as a template can run, the linker keeps every exported method of every type, an eighth of the program; cobra runs one only for a command that sets one",
			neverImportedBelow("cmd/hooktest", []string{"text/template", "html/template"}, "github.com/spf13/cobra")},
		{"families", "the commands for one kind of person can be read, and moved, without those for another",
			apart("cmd/hooktest/internal/author", "cmd/hooktest/internal/implementer", "cmd/hooktest/internal/maintainer")},
		{"browser", "what only tests need stays out of the program", onlyFrom("internal/browser")},
		{"portion", "what only tests need stays out of the program", onlyFrom("internal/portion")},
		{"memory", "what only tests need stays out of the program", onlyFrom("internal/memory")},
		{"no back door", "the suite drives the built-in engine like a third-party implementation",
			// A list of known failures is parsed like settings, into a tree with
			// positions. That needs no engine.
			neverFrom("conformance/...", []string{"engine", "engine/..."}, "conformance/adapter/builtin", "conformance/knownfailure")},
		{"events", "facts about an event are in its row: code asks the contract and does not compare names",
			onlyUsedIn(eventNames(), "", "engine/dialect",
				// Requirements prescribe functions with an event in their names, and
				// these packages call them.
				"engine/event", "engine/trigger", "conformance/adapter/builtin",
				// Examples use an agent's names.
				"cmd/hooktest/internal/finding", "cmd/hooktest/internal/probe",
			)},
		{"nothing above", "the engine knows neither the suite nor the command line",
			neverFrom("engine/...", []string{"conformance/...", "cmd/..."})},
		{"vocabulary", "what everybody imports must not bring libraries along",
			standardOnly("engine/hook", "engine/genai", "engine/jsonvalue", "engine/jstext")},
		{"names", "a package is the noun of one subject",
			neverNamed("util", "utils", "common", "helper", "helpers", "type", "types", "misc", "shared", "base")},
		{"pairs", "a reader can't tell two packages apart whose names differ by an ending",
			neverPaired("s", "ing", "ation", "start", "run", "report")},
		{"cycles", "a package can be read before those that import it", noCycles},
		{"terminal", "only main exits, or code that runs before it, and only the terminal package prints", onlyUsedIn(
			[]string{"os.Exit", "fmt.Print", "fmt.Printf", "fmt.Println", "print", "println", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Print", "log.Printf", "log.Println"},
			"", "main", "cmd/hooktest/internal/term",
			// These exit before main, so that the guard and the hook recorder do not
			// start the rest of the program.
			"cmd/hooktest/internal/entry/early:init", "cmd/hooktest/internal/entry/guard:init", "cmd/hooktest/internal/entry/recorder:init",
			// A launcher is replaced by the hook, or exits.
			"cmd/hooktest/internal/entry/sandbox:init",
		)},
		{"panics", "a bad hook, setting or case is an error, never a crash", onlyUsedIn([]string{"panic", "log.Panic", "log.Panicf", "log.Panicln"},
			"", "main", "cmd/hooktest/internal/term",
			// Append's doc says so: a value that is not JSON is a bug in the program.
			"engine/jsonvalue:Append",
		)},
	}
}

// eventNames returns the names of events in package hook.
func eventNames() []string {
	var names []string
	for _, event := range dialect.LLxprt().EventNames() {
		names = append(names, "hook."+string(event))
	}
	return names
}

func TestArchitecture(t *testing.T) {
	g, err := goscan.Load("..", module)
	require.NoError(t, err)
	require.Greater(t, len(g.Packages), 20, "the whole module is judged")
	for _, r := range rules() {
		assert.Empty(t, r.faults(g), "%s: %s", r.name, r.reason)
	}
}

// covers reports whether a pattern matches a path: the path itself or, if the pattern
// ends in /..., any path below it.
func covers(pattern, path string) bool {
	folder, tree := strings.CutSuffix(pattern, "/...")
	return pattern == path || tree && strings.HasPrefix(path, folder+"/")
}

func covered(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return covers(p, path) })
}

// neverBackwards forbids that a stage depends on an earlier one, directly or
// indirectly.
func neverBackwards(stages ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		for i, stage := range stages {
			if g.Find(stage) == nil {
				faults = append(faults, stage+" does not exist")
				continue
			}
			for dependency := range g.Dependencies(stage) {
				if slices.Contains(stages[:i], dependency) {
					faults = append(faults, stage+" depends on "+dependency)
				}
			}
		}
		slices.Sort(faults)
		return faults
	}
}

// onlyFrom forbids that packages import the target, except the allowed ones.
func onlyFrom(target string, allowed ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		for _, p := range g.Own() {
			for _, i := range p.Imports {
				if covers(target, i) && !covered(allowed, p.Path) {
					faults = append(faults, p.Path+" imports "+i)
				}
			}
		}
		return faults
	}
}

// neverFrom forbids that the packages of a tree import any of the targets.
func neverFrom(tree string, targets []string, except ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		for _, p := range g.Own() {
			if !covers(tree, p.Path) || covered(except, p.Path) {
				continue
			}
			for _, i := range p.Imports {
				if covered(targets, i) {
					faults = append(faults, p.Path+" imports "+i)
				}
			}
		}
		return faults
	}
}

// neverBelow forbids that a package depends on any of the targets, directly or
// indirectly.
func neverBelow(path string, targets []string, except ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		if g.Find(path) == nil {
			return []string{path + " does not exist"}
		}
		for dependency := range g.Dependencies(path) {
			if covered(targets, dependency) && !covered(except, dependency) {
				faults = append(faults, path+" depends on "+dependency)
			}
		}
		slices.Sort(faults)
		return faults
	}
}

// neverImportedBelow forbids that a package, or one that it depends on, imports any of
// the targets, except the allowed ones.
func neverImportedBelow(path string, targets []string, allowed ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		if g.Find(path) == nil {
			return []string{path + " does not exist"}
		}
		below := g.Dependencies(path)
		below[path] = true
		for name := range below {
			p := g.Find(name)
			if p == nil || covered(allowed, name) {
				continue
			}
			for _, i := range p.Imports {
				if covered(targets, i) {
					faults = append(faults, name+" imports "+i)
				}
			}
		}
		slices.Sort(faults)
		return faults
	}
}

// apart forbids that a package of one tree imports a package of another.
func apart(trees ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		for _, tree := range trees {
			var others []string
			for _, other := range trees {
				if other != tree {
					others = append(others, other, other+"/...")
				}
			}
			faults = append(faults, neverFrom(tree, others)(g)...)
			faults = append(faults, neverFrom(tree+"/...", others)(g)...)
		}
		return faults
	}
}

// oneImporter forbids that two packages import the same third-party module, unless both
// are in the module's own folder. For a module that is a collection of libraries, each
// package counts separately.
func oneImporter(folders map[string]string, boxes ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		importers := map[string][]string{}
		for _, p := range g.Own() {
			for _, i := range p.Imports {
				library := g.ModuleOf(i)
				if slices.Contains(boxes, library) {
					library = i
				}
				importer := p.Path
				if folder := folders[library]; folder != "" && covers(folder+"/...", importer) {
					importer = folder
				}
				// There is no alternative to the system's own calls, and archives are a format
				// that several packages read, like JSON.
				if library == "" || library == "golang.org/x/sys" || library == "github.com/rogpeppe/go-internal/txtar" || slices.Contains(importers[library], importer) {
					continue
				}
				importers[library] = append(importers[library], importer)
			}
		}
		for library, packages := range importers {
			if len(packages) > 1 {
				faults = append(faults, library+" is imported by "+strings.Join(packages, " and "))
			}
		}
		slices.Sort(faults)
		return faults
	}
}

// standardOnly forbids that the packages depend on third-party modules, directly or
// indirectly.
func standardOnly(packages ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		for _, path := range packages {
			if g.Find(path) == nil {
				faults = append(faults, path+" does not exist")
				continue
			}
			for dependency := range g.Dependencies(path) {
				if g.ModuleOf(dependency) != "" {
					faults = append(faults, path+" depends on "+dependency)
				}
			}
		}
		slices.Sort(faults)
		return faults
	}
}

func neverNamed(names ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		for _, p := range g.Own() {
			for _, word := range append(strings.Split(p.Path, "/"), p.Name) {
				if slices.Contains(names, word) {
					faults = append(faults, p.Path+" is called "+word)
					break
				}
			}
		}
		return faults
	}
}

func neverPaired(endings ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		named := map[string]string{}
		for _, p := range g.Own() {
			named[p.Name] = p.Path
		}
		for _, p := range g.Own() {
			for _, ending := range endings {
				if other, ok := named[p.Name+ending]; ok && p.Name != "main" {
					faults = append(faults, p.Path+" and "+other+" differ by "+ending)
				}
			}
		}
		return faults
	}
}

func noCycles(g goscan.Graph) (faults []string) {
	for _, p := range g.Own() {
		if g.Dependencies(p.Path)[p.Path] {
			faults = append(faults, p.Path+" imports itself by some way")
		}
	}
	return faults
}

// onlyUsedIn forbids the symbols in a tree, or everywhere if the tree is empty. Allowed
// are package patterns, the word main for main packages, and single declarations as
// package:declaration.
func onlyUsedIn(symbols []string, tree string, allowed ...string) func(goscan.Graph) []string {
	return func(g goscan.Graph) (faults []string) {
		for _, p := range g.Own() {
			if tree != "" && !covers(tree, p.Path) || covered(allowed, p.Path) || p.Name == "main" && slices.Contains(allowed, "main") {
				continue
			}
			for _, u := range p.Uses {
				if slices.Contains(symbols, u.Symbol) && !slices.Contains(allowed, p.Path+":"+u.In) {
					faults = append(faults, p.Path+" uses "+u.Symbol+" in "+u.In)
				}
			}
		}
		return faults
	}
}
