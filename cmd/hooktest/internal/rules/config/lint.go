// Package config finds mistakes in hook settings and suggests fixes, without running anything.
//
// A Linter's Settings returns the findings of one file and the
// agents to which each applies. It reads the file as each agent does, by its contract, and tests
// matchers on the agent's known tools. It reports only what is certain: if a contract does not
// know, or only a shell could tell, there is no finding.
//
// The package starts no process, prints nothing and changes no file. Package script handles
// scripts; package finding handles what a hook's run shows.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// A File is a settings file.
type File struct {
	// Path is the file's name in findings.
	Path string
	Text []byte
	// Places resolve the paths in its commands.
	Places commandfile.Places
	// Shared is set for a project's settings, which other users have as well. Personal is set for
	// settings of all projects. If neither is set, the use is unknown.
	Shared, Personal bool
	// Package is the folder of the plugin or extension with the file; empty for settings.
	Package string
	// Within is set if the hooks are in a document's YAML frontmatter. The base of relative paths
	// is unknown there.
	Within bool
	// Own are the folders in which programs may be made executable without asking.
	Own []string
	// Unread is set if the file is in a folder with the agent's settings and is not one of them.
	Unread bool
	// Agents are those that read the file, its owner first. For the others only differences are
	// reported, unless Asked is set.
	Agents []*dialect.Contract
	Asked  bool
	// Whole disables the limit on findings, for callers that judge each hook by its own.
	Whole bool
}

// A Report is the result for a settings file.
type Report struct {
	// Findings are in the order of their places.
	Findings []finding.Finding
	// Cut is set if some findings were left out.
	Cut bool
	// Starts are the existing files that hooks start, in their order.
	Starts []Start
}

// A Start is a file that a hook of an agent starts.
type Start struct {
	Agent *dialect.Contract
	Event hook.Event
	// Tools are those for which the hook is known to run.
	Tools []string
	// Servers is set if the matcher mentions tools of MCP servers.
	Servers bool
	// File is what Command starts. Without a path, the command itself is a program, and At is its
	// place.
	File    commandfile.File
	Command string
	At      document.Position
	// Background is set if the agent does not wait for it.
	Background bool
}

// A Linter checks settings files. It caches the results of matchers, and the answers of Program.
type Linter struct {
	// Program reports whether a program can be started by its name alone.
	Program func(name string) bool

	results  map[matchKey]matchResult
	programs map[string]bool
}

// starts reports whether a program can be started by its name alone.
func (l *Linter) starts(name string) bool {
	if l.programs == nil {
		l.programs = map[string]bool{}
	}
	if _, asked := l.programs[name]; !asked {
		l.programs[name] = l.Program(name)
	}
	return l.programs[name]
}

// A check is the function that reports a rule's mistakes: in a file, or in each hook or command of a
// file.
type check struct {
	id      string
	find    func(*view)
	hook    func(*view, registry.Surveyed)
	command func(*view, command)
}

func (c check) findings(v *view) []finding.Finding {
	v.found = nil
	switch {
	case c.find != nil:
		c.find(v)
	case c.hook != nil:
		for _, h := range v.survey.Hooks {
			c.hook(v, h)
		}
	default:
		for _, one := range v.commands {
			c.command(v, one)
		}
	}
	return finding.By(c.id, limited(v, v.found))
}

// A view is a file as one agent reads it.
type view struct {
	File
	linter *Linter
	agent  *dialect.Contract
	// broken is the error if no agent can read the file, refused if this agent can't; both are nil
	// if it can.
	broken, refused *document.SyntaxError
	// root is nil if the file is broken, hooks if it has none.
	root, hooks *document.Node
	survey      registry.Survey
	wrong       []fault
	commands    []command
	// ofMatchers has the issues of all matchers once they are judged.
	ofMatchers []issue
	judged     bool
	// found are the findings of the rule that is being checked.
	found []finding.Finding
	// cut is set if some findings were left out.
	cut bool
}

// most limits the findings of one rule in a file. All hooks are checked.
const most = 500

func limited[T any](v *view, all []T) []T {
	if v.Whole {
		return all
	}
	v.cut = v.cut || len(all) > most
	return all[:min(len(all), most)]
}

// Settings checks one file.
func (l *Linter) Settings(f File) Report {
	var r Report
	parsed := parse(f)
	for i, agent := range f.Agents {
		v := l.view(f, parsed, agent)
		found := v.findings()
		r.Cut = r.Cut || v.cut
		if i == 0 || f.Asked {
			more, starts := l.inOtherForms(v, parsed)
			found = append(found, more...)
			r.Starts = append(append(r.Starts, v.starts()...), starts...)
		}
		if i > 0 && !f.Asked {
			found = ht132(v, found, r.Findings)
		}
		for _, one := range found {
			r.add(one, agent)
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Place.Position.Offset, b.Place.Position.Offset), strings.Compare(a.Rule.ID, b.Rule.ID))
	})
	return r
}

// add merges equal findings of several agents.
func (r *Report) add(one finding.Finding, agent *dialect.Contract) {
	i := slices.IndexFunc(r.Findings, func(f finding.Finding) bool { return same(f, one) && f.Text == one.Text && f.Fix == one.Fix })
	if i < 0 {
		i = len(r.Findings)
		r.Findings = append(r.Findings, one)
	}
	r.Findings[i].Agents = append(r.Findings[i].Agents, agent.Name)
}

func same(a, b finding.Finding) bool { return a.Rule.ID == b.Rule.ID && a.Place == b.Place }

// parsed is a file's syntax tree and its errors as plain JSON.
type parsed struct {
	root   *document.Node
	broken *document.SyntaxError
	plain  bool
}

// Root returns the file's value, if some agent can read it; nil if none can.
func (f File) Root() *document.Node { return parse(f).root }

func parse(f File) parsed {
	var p parsed
	if f.Within {
		// The caller has parsed it before, so there is no error.
		p.root, _ = frontmatter(f.Path, f.Text)
		p.plain = true
		return p
	}
	root, err := hooksettings.Parse(f.Path, f.Text, document.Options{})
	p.plain = err == nil && !bytes.HasPrefix(f.Text, []byte("\ufeff"))
	if err != nil {
		root, err = hooksettings.Parse(f.Path, f.Text, document.Options{AllowComments: true, AllowTrailingCommas: true})
	}
	p.root = root
	p.broken, _ = errors.AsType[*document.SyntaxError](err)
	return p
}

func (l *Linter) view(f File, p parsed, agent *dialect.Contract) *view {
	v := &view{File: f, linter: l, agent: agent, root: p.root, broken: p.broken}
	if p.broken != nil || p.root == nil {
		return v
	}
	if !p.plain {
		_, err := document.Parse(f.Path, f.Text, hooksettings.Syntax(agent))
		v.refused, _ = errors.AsType[*document.SyntaxError](err)
	}
	if f.Package != "" {
		v.root = PackageRoot(p.root, agent)
	}
	if hooks, ok := v.root.Field(agent.Settings.Hooks); ok {
		v.hooks = hooks
		v.survey = registry.Look(agent, hooks)
		v.survey.Faults = limited(v, v.survey.Faults)
		v.wrong = v.faults()
		for _, h := range v.survey.Hooks {
			if handler, _ := agent.Handlers.Handler(h.Type); handler.Command && handler.Starts && h.Command != "" && len(h.Command) <= longestCommand {
				v.commands = append(v.commands, v.command(h))
			}
		}
	}
	return v
}

func (v *view) findings() []finding.Finding {
	var all []finding.Finding
	for _, c := range checks() {
		if v.Within && c.id == "HT131" {
			// The effect of such a mistake in frontmatter has not been observed.
			continue
		}
		found := c.findings(v)
		for i := range found {
			if hooksettings.IsTOML(v.Path) || v.Within {
				// Edits are JSON, and so are fixes that have quotes with a backslash: neither fits
				// here.
				found[i].Repair = finding.Repair{}
				found[i].Fix = strings.ReplaceAll(found[i].Fix, `\"`, `"`)
			}
		}
		all = append(all, found...)
	}
	return finding.Together(all)
}

func (v *view) at(position document.Position, text, fix string) finding.Finding {
	return finding.Finding{Place: finding.Place{File: v.Path, Position: position}, Text: text, Fix: fix}
}

// report adds a finding at a place of the file, and returns it for additions.
func (v *view) report(position document.Position, text, fix string) *finding.Finding {
	v.found = append(v.found, v.at(position, text, fix))
	return &v.found[len(v.found)-1]
}

func products(contracts []*dialect.Contract) string {
	return english.And(lists.Once(lists.Of(contracts, func(c *dialect.Contract) string { return c.Product })))
}

// named returns the place of a field's value in a hook or, without the field, of the hook.
func (v *view) named(h registry.Surveyed, field string) document.Position {
	if node, ok := h.Action.Field(field); ok {
		return node.Position()
	}
	return h.Config.Position()
}
