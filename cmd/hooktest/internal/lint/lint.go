// Package lint says what is wrong with the settings of hooks, and how it is mended,
// before anything runs.
//
// Rules declares every finding once, and a Linter's Settings gives those of one file,
// with the agents that each holds for. The file is read as its agents read it, by their
// contracts; a matcher is tried on the tools that they are known to have. A finding
// holds or is not made: where a contract does not know, or a shell would have to be
// asked, the package is silent.
//
// It starts nothing, prints nothing and changes no file. Scripts belong to package
// script, what shows when a hook runs to package finding.
package lint

import (
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
)

// A File is a settings file.
type File struct {
	// Path is how findings call it.
	Path string
	Text []byte
	// Places are where the words of its commands lead.
	Places commandfile.Places
	// Shared tells that it is the project's, which other people have as well, Personal
	// that it holds in every project; of neither nobody knows where it is to be used.
	Shared, Personal bool
	// Package is the folder of the plugin or extension that the file belongs to; empty for
	// settings.
	Package string
	// Within tells that the hooks stand at the top of a document, in YAML: where a relative path
	// begins nobody knows there.
	Within bool
	// Own are the folders in which programs may be made executable without asking.
	Own []string
	// Unread tells that it stands where its agent has settings and is none of them.
	Unread bool
	// Agents are those that read the file, its owner first. Of the others only that is
	// told in which they differ, unless Asked.
	Agents []*dialect.Contract
	Asked  bool
	// Whole has every finding told, for callers that judge each hook by its own.
	Whole bool
}

// A Report is what there is to say about a settings file.
type Report struct {
	// Findings stand in the order of their places.
	Findings []finding.Finding
	// Cut tells that the file has more findings than are told.
	Cut bool
	// Starts are the files that hooks start and that are there, in their order.
	Starts []Start
}

// A Start is a file that a hook of an agent starts.
type Start struct {
	Agent *dialect.Contract
	Event hook.Event
	// Tools are those that the hook is known to run for.
	Tools []string
	// Servers tells that the matcher speaks of tools of MCP servers.
	Servers bool
	// File is what Command starts; without a path the command is a program itself, which
	// stands At.
	File    commandfile.File
	Command string
	At      document.Position
	// Background tells that the agent does not wait for it.
	Background bool
}

// A Linter looks at settings files. It remembers what it has tried.
type Linter struct {
	// Program tells whether a program can be started by its name alone.
	Program func(name string) bool

	trials map[trialKey]trial
}

// A rule is one kind of finding, and what finds it.
type rule struct {
	finding.Rule
	find func(*view) []finding.Finding
}

// Rules gives every rule about settings.
func Rules() []finding.Rule {
	var all []finding.Rule
	for _, r := range rules() {
		all = append(all, r.Rule)
	}
	return all
}

// RuleOf is a rule about settings by its id, which there is.
func RuleOf(id string) finding.Rule {
	all := Rules()
	return all[slices.IndexFunc(all, func(r finding.Rule) bool { return r.ID == id })]
}

func rules() []rule {
	return slices.Concat(configurationRules(), commandRules(), matcherRules(), platformRules(), budgetRules(), recorderRules())
}

// A view is a file as one agent reads it.
type view struct {
	File
	linter *Linter
	agent  *dialect.Contract
	// broken is why nobody can read the file, refused why this agent does not; nil where
	// it can be read.
	broken, refused *document.SyntaxError
	// root is nil where the file is broken, hooks where it has none.
	root, hooks *document.Node
	survey      registry.Survey
	wrong       []fault
	commands    []command
	// cut tells that there are more findings than are told.
	cut bool
}

// most is how many findings of one rule are told of a file: more than anybody reads. All hooks
// are looked at.
const most = 500

func limited[T any](v *view, all []T) []T {
	if v.Whole {
		return all
	}
	v.cut = v.cut || len(all) > most
	return all[:min(len(all), most)]
}

// Settings looks at one file.
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
			found = v.beside(found, r.Findings)
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

// add joins what holds for several agents.
func (r *Report) add(one finding.Finding, agent *dialect.Contract) {
	i := slices.IndexFunc(r.Findings, func(f finding.Finding) bool { return same(f, one) && f.Text == one.Text && f.Fix == one.Fix })
	if i < 0 {
		i = len(r.Findings)
		r.Findings = append(r.Findings, one)
	}
	r.Findings[i].Agents = append(r.Findings[i].Agents, agent.Name)
}

func same(a, b finding.Finding) bool { return a.Rule.ID == b.Rule.ID && a.Place == b.Place }

// parsed is the text of a file, with what is wrong with it as plain JSON where it is one.
type parsed struct {
	root   *document.Node
	broken *document.SyntaxError
	plain  bool
}

func parse(f File) parsed {
	var p parsed
	if f.Within {
		// The caller has parsed it before, so there is no error.
		p.root, _ = frontmatter(f.Path, f.Text)
		p.plain = true
		return p
	}
	root, err := hooksettings.Parse(f.Path, f.Text, document.Options{})
	p.plain = err == nil
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
		_, err := document.Parse(f.Path, f.Text, document.Options{AllowComments: agent.Settings.Comments})
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
		v.readCommands()
	}
	return v
}

func (v *view) findings() []finding.Finding {
	var all []finding.Finding
	for _, r := range rules() {
		if v.Within && r.ID == "HT131" {
			// What such a mistake costs in frontmatter has not been observed.
			continue
		}
		found := limited(v, r.find(v))
		for i := range found {
			found[i].Rule = r.As(found[i])
			if hooksettings.IsTOML(v.Path) || v.Within {
				// Mends are written in JSON, and so are fixes that have quotes with a
				// backslash: neither is right here.
				found[i].Mend = finding.Mend{}
				found[i].Fix = strings.ReplaceAll(found[i].Fix, `\"`, `"`)
			}
		}
		all = append(all, found...)
	}
	return finding.Together(all)
}

// at makes a finding at a place of the file.
func (v *view) at(position document.Position, text, fix string) finding.Finding {
	return finding.Finding{Place: finding.Place{File: v.Path, Position: position}, Text: text, Fix: fix}
}

// beside are the findings of an agent that reads another agent's file: those that the
// owner has as well, and the others as findings about a second reader.
func (v *view) beside(found, owners []finding.Finding) []finding.Finding {
	var left []finding.Finding
	for _, one := range found {
		switch i := slices.IndexFunc(owners, func(f finding.Finding) bool { return same(f, one) }); {
		case i >= 0 && owners[i].Text == one.Text && owners[i].Fix == one.Fix:
			left = append(left, one)
		case i < 0 && one.Rule.Severity != finding.Info && one.Rule.ID != "HT211":
			// A hook that other agents run more often is one all the same.
			other := v.at(one.Place.Position, v.agent.Product+" reads this file, too: "+one.Text+" ("+one.Rule.ID+")", one.Fix)
			other.Rule = otherReader()
			left = append(left, other)
		}
	}
	return left
}

// products are the agents that have something in common.
func products(contracts []*dialect.Contract) string {
	var names []string
	for _, c := range contracts {
		if !slices.Contains(names, c.Product) {
			names = append(names, c.Product)
		}
	}
	return english.And(names)
}
