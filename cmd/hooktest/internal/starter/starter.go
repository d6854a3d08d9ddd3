// Package starter generates the files from which a hook author starts, for a language, an event and
// some agents: a guard that refuses in a way that all of these agents accept, or a hook that does
// not refuse yet, its cases, its settings, and a workflow that runs the cases.
//
// The guard's input and the settings' format come from the contracts of the agents. The package
// writes no file.
package starter

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/skeleton"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/schemas"
)

//go:embed files
var files embed.FS

// Languages returns the languages with a guard.
func Languages() []string { return []string{"sh", "python", "node"} }

// endings are the extensions of the hooks' files.
var endings = map[string]string{"sh": ".sh", "python": ".py", "node": ".mjs"}

// A Guard describes a hook to generate: one that judges shell commands or, on another event, one
// that does not refuse yet.
type Guard struct {
	// Language is one of Languages.
	Language string
	// Event is some agent's name of the event; empty for the one before a tool runs.
	Event string
	// Dir is the hook's folder relative to the project, with slashes.
	Dir    string
	Agents []*dialect.Contract
	// Project is the project's absolute path, and Repository that of the git repository that
	// contains it; "" if there is none.
	Project, Repository string
}

// Extras selects optional files.
type Extras struct {
	// Workflow runs the cases in CI; Schema lets an editor check the case file.
	Workflow, Schema bool
}

// schemaFile is the schema of case files, in the folder of the cases.
const schemaFile = "case-file.schema.json"

// name returns the hook's file name without extension.
func (g Guard) name() string {
	if g.judgesCommands() {
		return "guard"
	}
	var b strings.Builder
	for i, r := range g.Event {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.ReplaceAll(b.String(), "_", "-")
}

// judgesCommands reports whether the event is the one before a tool runs, for each agent.
func (g Guard) judgesCommands() bool {
	return g.Event == "" || !slices.ContainsFunc(g.Agents, func(c *dialect.Contract) bool {
		event, _ := eventinput.Event(c, g.Event)
		row, ok := c.Event(event)
		return !ok || row.Moment != dialect.ToolBefore
	})
}

// Script returns the hook's path relative to the project.
func (g Guard) Script() string { return path.Join(g.Dir, g.name()+endings[g.Language]) }

// Files returns the hook, its cases and the selected extras, with paths relative to the project.
func (g Guard) Files(extras Extras) ([]skeleton.File, error) {
	var products, names []string
	var paths [][]string
	script, caseText := "hook"+endings[g.Language], "event.yaml"
	if g.judgesCommands() {
		script, caseText = "guard"+endings[g.Language], "cases.yaml"
	}
	for _, c := range g.Agents {
		products, names = append(products, c.Product), append(names, c.Name)
		if !g.judgesCommands() {
			continue
		}
		found, err := commandPath(c)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(paths, func(p []string) bool { return slices.Equal(p, found) }) {
			paths = append(paths, found)
		}
	}
	list, err := json.Marshal(paths)
	if err != nil {
		return nil, err
	}
	queries := lists.Of(paths, func(p []string) string { return "." + strings.Join(p, ".") })
	singular, schemaLine := "", ""
	if len(products) == 1 {
		singular = "s"
	}
	if extras.Schema {
		schemaLine = "# yaml-language-server: $schema=./" + schemaFile + "\n"
	}
	cases := g.name() + ".hooktest.yaml"
	filled := strings.NewReplacer(
		"{{Products}}", english.And(products), "{{S}}", singular, "{{JQ}}", strings.Join(queries, " // "), "{{List}}", strings.ReplaceAll(string(list), ",", ", "),
		"{{Cases}}", cases, "{{Script}}", path.Base(g.Script()), "{{Agents}}", strings.Join(names, ", "), "{{Dir}}", g.Dir, "{{Event}}", g.Event,
		"{{Name}}", g.name(), "{{Schema}}", schemaLine,
	)
	var all []skeleton.File
	if extras.Schema {
		text, err := schemas.Source("case-file")
		if err != nil {
			return nil, err
		}
		all = append(all, skeleton.File{Path: path.Join(g.Dir, schemaFile), Text: text})
	}
	wanted := []struct {
		template, path string
		executable     bool
	}{{script, g.Script(), true}, {caseText, path.Join(g.Dir, cases), false}}
	if extras.Workflow {
		wanted = append(wanted, struct {
			template, path string
			executable     bool
		}{"workflow.yml", ".github/workflows/hooks.yml", false})
	}
	for _, w := range wanted {
		text, err := files.ReadFile("files/" + w.template + ".tmpl")
		if err != nil {
			return nil, err
		}
		all = append(all, skeleton.File{Path: w.path, Text: []byte(filled.Replace(string(text))), Executable: w.executable})
	}
	return all, nil
}

// commandPath returns the path of the shell command in the input of an agent's hooks before a tool
// runs.
func commandPath(c *dialect.Contract) ([]string, error) {
	const mark = "the command itself"
	happens, err := eventinput.Call(c, "", dialect.RunShell, mark)
	if err != nil {
		return nil, err
	}
	if p := pathOf(happens.Fields, mark); p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("it is not known how %s gives hooks a shell command", c.Product)
}

func pathOf(object *jsonvalue.Object, mark string) []string {
	for name, value := range object.All() {
		if value == mark {
			return []string{name}
		}
		if inner, ok := value.(*jsonvalue.Object); ok {
			if p := pathOf(inner, mark); p != nil {
				return append([]string{name}, p...)
			}
		}
	}
	return nil
}

// Entry returns the event and the hook's entry for the settings of an agent.
func (g Guard) Entry(c *dialect.Contract) (hook.Event, any, error) {
	if !g.judgesCommands() {
		event, ok := eventinput.Event(c, g.Event)
		if !ok {
			return "", nil, eventinput.Without(c, g.Event)
		}
		return event, settingsfile.Entry(c, "", g.command(c)), nil
	}
	happens, err := eventinput.Call(c, "", dialect.RunShell, "true")
	if err != nil {
		return "", nil, err
	}
	row, _ := c.Event(happens.Event)
	matcher := ""
	if row.Subject.Tool {
		matcher, _ = happens.Fields.GetString(row.Subject.Field)
	}
	return happens.Event, settingsfile.Entry(c, matcher, g.command(c)), nil
}

// command starts the guard from any folder of the agent. The variable is in braces, which every
// shell expands and no agent replaces itself.
func (g Guard) command(c *dialect.Contract) string {
	switch {
	case len(c.Launch.Variables) > 0:
	case NeedsRepository(c):
		return g.fromTop()
	default:
		return "./" + g.Script()
	}
	return `"${` + c.Launch.Variables[0] + `}/` + g.Script() + `"`
}

// fromTop starts the guard from any folder of the repository or, without one, by its path on this
// machine.
func (g Guard) fromTop() string {
	if g.Repository == "" {
		return shellword.Of(filepath.ToSlash(filepath.Join(g.Project, filepath.FromSlash(g.Script()))))
	}
	// Both paths are absolute, and the project is in the repository.
	within, _ := filepath.Rel(g.Repository, g.Project)
	return `"$(git rev-parse --show-toplevel)"/` + shellword.Of(path.Join(filepath.ToSlash(within), g.Script()))
}

// NeedsRepository reports whether an agent finds the guard from any of its folders only with git.
func NeedsRepository(c *dialect.Contract) bool {
	return len(c.Launch.Variables) == 0 && c.Launch.SessionFolder
}

// Settings returns the path of the project's settings file for the guard.
func Settings(c *dialect.Contract, project string) (string, error) {
	for _, file := range settingsfile.Files(c, false) {
		if file.Scope == "project" {
			return filepath.Join(project, filepath.FromSlash(strings.ReplaceAll(file.Path, "*", "guard"))), nil
		}
	}
	return "", fmt.Errorf("it is not known where settings of %s are in a project", c.Product)
}
