package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/starter"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/portion"
)

const cookbookSettingsHead = `# Settings for the recipes

<!-- Written by go test ./cmd/hooktest -run Cookbook -update from cookbook.md. -->

What [the cookbook](cookbook.md) puts into ` + "`.claude/settings.json`, as `hooktest convert`" + ` writes it for each other agent that a
recipe is for, and what is lost on the way. Each of these files starts the hook of its recipe, which tests see to. Copilot
CLI reads Claude Code's settings as well (copilot-claude) and needs none of its own; with both, a hook runs twice.
`

// A recipe is a section of the cookbook with a hook, its settings and its cases. The test does
// what a reader would: lint reports nothing, the cases pass, probe reports nothing, and commands
// print the output shown. The table between the marks has the agents' verdicts on the cases. The
// settings that convert writes start the hook in each agent, and are on a separate page.
func TestTheCookbookWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("some hundred hooks are run, by commands that the scripts have, too")
	}
	for _, program := range []string{"jq", "python3", "node", "git"} {
		ok, err := condition("program:" + program)
		require.NoError(t, err)
		if !ok {
			t.Skip(program + " is missing, which CI must have")
		}
	}
	bin := hooktestProgram(t)
	withoutShims(t)
	d := readPage(t, "../../docs/cookbook.md")
	settings := bytes.NewBufferString(cookbookSettingsHead)
	written := 0 // fewer than all with -run, or where a recipe fails
	recipes := d.sections()
	if !*update {
		recipes = portion.Of(recipes, 6, 0)
	}
	for _, title := range recipes {
		files := d.files(title)
		t.Run(title, func(t *testing.T) {
			r := &recipe{project: newProject(t, bin), title: title}
			for name, text := range files {
				r.put(t, name, text)
				if strings.HasSuffix(name, caseFile) {
					r.cases = name
				}
			}
			require.NotEmpty(t, r.cases, "a recipe has cases")
			r.succeeds(t, "hooktest lint --strict")
			table := r.verdicts(t)
			d.between(t, title, "verdicts", table)
			d.run(t, r.project, title)
			r.convert(t, settings)
			written++
			r.probe(t, d)
		})
	}
	d.write(t)
	if written == len(d.sections()) {
		sameFile(t, "../../docs/cookbook-settings.md", settings.String())
	}
}

// withoutShims puts the interpreters themselves first on the PATH. A version manager may replace
// them with bash scripts, whose failures would not be the hook's fault.
func withoutShims(t *testing.T) {
	for _, script := range []string{"python3 -c 'import sys; print(sys.executable)'", "node -p process.execPath"} {
		out, err := exec.Command("sh", "-c", script).Output()
		require.NoError(t, err)
		t.Setenv("PATH", filepath.Dir(strings.TrimSpace(string(out)))+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
}

const caseFile = ".hooktest.yaml"

type recipe struct {
	*project
	title string
	// cases is the case file. scripts are the hooks that it tests.
	cases   string
	scripts []string
	// asked has the result of each case for each agent that it names.
	asked []asked
}

// asked is the part of hooktest test's report about a case under one agent.
type asked struct {
	Hook, Case, Agent, Problem string
	Mismatches                 []struct{ Field, Got string }
	Run                        struct {
		Event, Tool, Verdict string
		Effects              struct {
			ModelSees, UserSees *string
			Change              *struct{ What string }
		}
	}
}

// agentLine matches the line of a case file that names its agents.
var agentLine = regexp.MustCompile(`(?m)^agents: \[(.*)\]$`)

// products returns the contracts of agents that people use. It leaves out claude-seed, which is
// an early schema of Claude Code.
func products() []*dialect.Contract {
	return slices.DeleteFunc(slices.Clone(dialect.Contracts()), func(c *dialect.Contract) bool { return c.Name == "claude-seed" })
}

// verdicts returns a table of each agent's verdicts on the cases. For the agents that the recipe
// names, the cases must pass. The others run too, to show their verdicts.
func (r *recipe) verdicts(t *testing.T) string {
	data, err := os.ReadFile(filepath.Join(r.folder, r.cases))
	require.NoError(t, err)
	line := agentLine.FindStringSubmatch(string(data))
	require.NotNil(t, line, "%s names its agents in one line", r.cases)
	r.asked = r.ask(t, r.cases, true)
	var others []string
	for _, c := range products() {
		if !slices.Contains(strings.Split(line[1], ", "), c.Name) {
			others = append(others, c.Name)
		}
	}
	all := slices.Clone(r.asked)
	if len(others) > 0 {
		name := strings.Replace(r.cases, caseFile, "-elsewhere"+caseFile, 1)
		r.put(t, name, strings.Replace(string(data), line[1], line[1]+", "+strings.Join(others, ", "), 1))
		all = append(all, r.ask(t, name+" --agents "+strings.Join(others, ","), false)...)
		require.NoError(t, os.Remove(filepath.Join(r.folder, name)))
	}

	var names []string
	for _, one := range r.asked {
		if !slices.Contains(names, one.Case) {
			names = append(names, one.Case)
		}
		if !slices.Contains(r.scripts, one.Hook) {
			r.scripts = append(r.scripts, one.Hook)
		}
	}
	// Agents with the same results share a row, in the order of the contracts. Agents without
	// such an event share a line below.
	var rows, without sharing
	for _, c := range products() {
		name := c.Name
		if slices.Contains(others, name) {
			name = "*" + name + "*"
		}
		cells := make([]string, len(names))
		absent := true
		for i, of := range names {
			cells[i] = "–"
			for _, one := range all {
				if one.Case == of && one.Agent == c.Name {
					cells[i] = one.cell()
					absent = absent && one.Run.Event == ""
				}
			}
		}
		if absent {
			without.add(cells[0], name)
		} else {
			rows.add(strings.Join(cells, " | "), name)
		}
	}
	table := "| agents | " + strings.Join(names, " | ") + " |\n|" + strings.Repeat("---|", len(names)+1) + "\n"
	for _, key := range rows.order {
		table += "| " + strings.Join(rows.names[key], ", ") + " | " + key + " |\n"
	}
	if len(without.order) > 0 {
		table += "\n"
	}
	for _, key := range without.order {
		table += "- " + strings.Join(without.names[key], ", ") + ": " + key + "\n"
	}
	return table
}

// sharing groups names by a common key, in the order in which the keys were first added.
type sharing struct {
	order []string
	names map[string][]string
}

func (s *sharing) add(key, name string) {
	if s.names == nil {
		s.names = map[string][]string{}
	}
	if s.names[key] == nil {
		s.order = append(s.order, key)
	}
	s.names[key] = append(s.names[key], name)
}

// ask runs a case file and returns the results.
func (r *recipe) ask(t *testing.T, file string, holds bool) []asked {
	out, err := r.command("hooktest test " + file + " --format json").Output()
	if holds && err != nil {
		r.succeeds(t, "hooktest test "+file) // which says why
	}
	var report struct{ Results []asked }
	require.NoError(t, json.Unmarshal(out, &report), "%s", out)
	require.NotEmpty(t, report.Results)
	return report.Results
}

// probed matches the line with the command to probe, if that is not the script with its cases
// but, for example, the command in the settings, which denies if the script can't be started.
var probed = regexp.MustCompile(`<!-- probe: (.*) -->`)

func (r *recipe) probe(t *testing.T, d *page) {
	from, to := d.section(r.title)
	if own := probed.FindStringSubmatch(d.text[from:to]); own != nil {
		r.succeeds(t, "hooktest probe --strict --agents claude "+own[1])
		return
	}
	for _, script := range r.scripts {
		r.succeeds(t, "hooktest probe --strict --agents claude "+script)
	}
}

// cell describes in a few words what an agent does.
func (a asked) cell() string {
	if a.Run.Verdict == "" || a.Run.Verdict == "absent" {
		for _, m := range a.Mismatches {
			if m.Field == "verdict" {
				return strings.TrimPrefix(m.Got, "absent: ")
			}
		}
		return cmp.Or(a.Problem, "absent")
	}
	words := []string{a.Run.Verdict}
	switch e := a.Run.Effects; {
	case e.Change != nil:
		words = append(words, e.Change.What+" changed")
	case e.ModelSees != nil && *e.ModelSees != "":
		words = append(words, "model told")
	case e.UserSees != nil && *e.UserSees != "":
		words = append(words, "user told")
	}
	return strings.Join(words, ", ")
}

// convert writes the settings of each other agent that the recipe is for. Their lint must report
// nothing, and their hook must fire.
func (r *recipe) convert(t *testing.T, out *bytes.Buffer) {
	out.WriteString("\n## " + r.title + "\n")
	for _, c := range products() {
		at := slices.IndexFunc(r.asked, func(one asked) bool { return one.Agent == c.Name && one.Run.Event != "" })
		if at < 0 || c.Name == "claude" || c.Name == "copilot-claude" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			var lost bytes.Buffer
			cmd := r.command("hooktest convert --quiet --from claude --to " + c.Name + " .claude/settings.json")
			cmd.Stderr = &lost
			text, err := cmd.Output()
			require.NoError(t, err, "%s", lost.String())
			where, err := starter.Settings(c, "")
			require.NoError(t, err)
			where = filepath.ToSlash(where)

			other := newProject(t, r.bin)
			require.NoError(t, os.CopyFS(filepath.Join(other.folder, "hooks"), os.DirFS(filepath.Join(r.folder, "hooks"))))
			other.put(t, where, string(text))
			other.succeeds(t, "hooktest lint --strict --agents "+c.Name+" "+where)
			run := r.asked[at].Run
			other.succeeds(t, "hooktest plan "+run.Event+" "+run.Tool+" --agents "+c.Name+" --expect fires")

			out.WriteString("\n`" + where + "` for " + c.Product + " (" + c.Name + "):\n\n```json\n" + string(text) + "```\n")
			for line := range strings.Lines(lost.String()) {
				out.WriteString("\n- " + strings.TrimPrefix(line, "warning: "))
			}
		})
	}
}
