// Package starter turns a language, an event and some agents into what an author of hooks
// starts from: a guard that refuses as all of these agents understand, or a hook that objects
// to nothing yet, its cases, the lines of their settings, and a workflow that runs the cases.
//
// What the guard reads, and what settings look like, is from the contracts of the
// agents. The package writes no file.
package starter

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/skeleton"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/schemas"
)

//go:embed files
var files embed.FS

// Languages are those that there is a guard in.
func Languages() []string { return []string{"sh", "python", "node"} }

// endings are those of the hooks' files.
var endings = map[string]string{"sh": ".sh", "python": ".py", "node": ".mjs"}

// A Guard is a hook that is to be written: one that judges shell commands or, on another
// event, one that objects to nothing yet.
type Guard struct {
	// Language is one of Languages.
	Language string
	// Event is what some agent calls the event; empty for the one before a tool runs.
	Event string
	// Dir is the folder of the hook below the project, with slashes.
	Dir    string
	Agents []*dialect.Contract
}

// Extras are files that not everybody wants.
type Extras struct {
	// Workflow runs the cases in CI; Schema has an editor check the case file.
	Workflow, Schema bool
}

// schemaFile is the schema of case files, beside the cases.
const schemaFile = "case-file.schema.json"

// name is that of the hook's file, without the ending.
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

// judgesCommands tells whether each agent has the event before a tool runs.
func (g Guard) judgesCommands() bool {
	return g.Event == "" || !slices.ContainsFunc(g.Agents, func(c *dialect.Contract) bool {
		event, _ := occasion.Event(c, g.Event)
		row, ok := c.Event(event)
		return !ok || row.Moment != dialect.ToolBefore
	})
}

// Script is the hook's file, below the project.
func (g Guard) Script() string { return path.Join(g.Dir, g.name()+endings[g.Language]) }

// Files are the hook and its cases, below the project, and what else is wanted.
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
	var queries []string
	for _, p := range paths {
		queries = append(queries, "."+strings.Join(p, "."))
	}
	cases := g.name() + ".hooktest.yaml"
	data := struct{ Products, S, JQ, List, Cases, Script, Agents, Dir, Event, Name, Schema string }{
		english.And(products), map[bool]string{true: "s"}[len(products) == 1], strings.Join(queries, " // "),
		strings.ReplaceAll(string(list), ",", ", "), cases, path.Base(g.Script()), strings.Join(names, ", "), g.Dir, g.Event, g.name(), "",
	}
	var all []skeleton.File
	if extras.Schema {
		text, err := schemas.Source("case-file")
		if err != nil {
			return nil, err
		}
		data.Schema = schemaFile
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
		text, err := template.ParseFS(files, "files/"+w.template+".tmpl")
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := text.Execute(&out, data); err != nil {
			return nil, err
		}
		all = append(all, skeleton.File{Path: w.path, Text: out.Bytes(), Executable: w.executable})
	}
	return all, nil
}

// commandPath is where the shell command stands in what an agent's hooks read before a
// tool runs.
func commandPath(c *dialect.Contract) ([]string, error) {
	const mark = "the command itself"
	happens, err := occasion.Call(c, "", dialect.RunShell, mark)
	if err != nil {
		return nil, err
	}
	if p := pathOf(happens.Fields, mark); p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("nobody has said how %s gives hooks a shell command", c.Product)
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

// Entry is the hook in the settings of an agent, and the event that it stands below.
func (g Guard) Entry(c *dialect.Contract) (hook.Event, any, error) {
	if !g.judgesCommands() {
		event, ok := occasion.Event(c, g.Event)
		if !ok {
			return "", nil, occasion.Without(c, g.Event)
		}
		return event, settingsfile.Entry(c, "", g.command(c)), nil
	}
	happens, err := occasion.Call(c, "", dialect.RunShell, "true")
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

// command starts the guard from wherever the agent does. The variable stands in braces,
// which every shell expands and no agent replaces by itself.
func (g Guard) command(c *dialect.Contract) string {
	switch {
	case len(c.Launch.Variables) > 0:
	case c.Launch.SessionFolder:
		return `"$(git rev-parse --show-toplevel)/` + g.Script() + `"`
	default:
		return "./" + g.Script()
	}
	return `"${` + c.Launch.Variables[0] + `}/` + g.Script() + `"`
}

// Settings is the settings file of a project that the guard belongs into.
func Settings(c *dialect.Contract, project string) (string, error) {
	for _, file := range settingsfile.Files(c, false) {
		if file.Scope == "project" {
			return filepath.Join(project, filepath.FromSlash(strings.ReplaceAll(file.Path, "*", "guard"))), nil
		}
	}
	return "", fmt.Errorf("nobody has said where settings of %s are in a project", c.Product)
}
