package lsp

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/plan"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/topic"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/visible"
)

// mostHooks is how many hooks of a group a hover describes.
const mostHooks = 5

// An explainer has what explain and contract say, read when it is first needed.
type explainer struct {
	library *topic.Library
	sheets  map[string]sheet.Sheet
}

func (e *explainer) sheetOf(c *dialect.Contract) (sheet.Sheet, error) {
	if s, ok := e.sheets[c.Name]; ok {
		return s, nil
	}
	requirements, err := catalogue.Load()
	if err != nil {
		return sheet.Sheet{}, err
	}
	if e.sheets == nil {
		e.sheets = map[string]sheet.Sheet{}
	}
	e.sheets[c.Name] = sheet.Of(c, sheet.Titles(requirements))
	return e.sheets[c.Name], nil
}

// event returns what explain says about an event first.
func (e *explainer) event(name string, readers []*dialect.Contract) (lines []string, err error) {
	if e.library == nil {
		if e.library, err = topic.Load(); err != nil {
			return nil, err
		}
	}
	t, ok := e.library.Find(name)
	if !ok {
		return nil, nil
	}
	lines = []string{"**" + t.ID + "**: " + t.Title}
	for _, section := range t.Sections[:min(1, len(t.Sections))] {
		lines = append(lines, section.Text...)
		for _, item := range section.Items {
			if slices.ContainsFunc(readers, func(c *dialect.Contract) bool { return c.Name == item.Label }) {
				lines = append(lines, "- "+item.Label+": "+item.Text)
			}
		}
	}
	return lines, nil
}

// fields returns what the contracts say about a field of hooks: its type, its unit, its effect.
func (e *explainer) fields(name, event string, readers []*dialect.Contract) ([]string, error) {
	var lines []string
	for _, c := range readers {
		s, err := e.sheetOf(c)
		if err != nil {
			return nil, err
		}
		var all []sheet.Line
		for _, part := range s.Parts {
			all = append(all, part.Lines...)
		}
		for _, one := range s.Events {
			if string(one.Name) == event && name == "matcher" {
				all = append(all, one.Lines(sheet.Rules)...)
			}
		}
		for _, l := range all {
			if l.What == name || l.What == "type of "+name || name == "matcher" && l.What == "matchers" {
				lines = append(lines, fmt.Sprintf("- %s: %s: %s", c.Name, l.What, l.Says))
			}
		}
	}
	if len(lines) > 0 {
		lines = slices.Insert(lines, 0, "**"+name+"**")
	}
	return lines, nil
}

// A place is what is under the cursor.
type place struct {
	offset, from, to int
	// event is the event whose name or hooks are there, onEvent set for the name itself.
	event   string
	onEvent bool
	// field is the innermost field there.
	field string
}

// look finds what is at an offset of a settings file.
func look(root *document.Node, offset int, readers []*dialect.Contract) place {
	p := place{offset: offset}
	for at := root; at != nil; {
		var next *document.Node
		for _, f := range at.Fields() {
			from := f.NamePosition.Offset
			if offset < from || offset >= f.Value.End() {
				continue
			}
			next, p.field, p.from, p.to = f.Value, f.Name, from, f.Value.End()
			p.onEvent = offset < f.Value.Position().Offset
			if isEvent(f.Name, readers) {
				p.event = f.Name
			} else {
				named := f.Value.Text()
				p.onEvent = isEvent(named, readers) && slices.ContainsFunc(readers, func(c *dialect.Contract) bool { return c.Settings.Shape.Event == f.Name })
				if p.onEvent {
					p.event = named
				}
			}
		}
		for _, item := range at.Items() {
			if item.Position().Offset <= offset && offset < item.End() {
				next, p.field, p.onEvent, p.from, p.to = item, "", false, item.Position().Offset, item.End()
			}
		}
		at = next
	}
	return p
}

func isEvent(name string, readers []*dialect.Contract) bool {
	return slices.ContainsFunc(readers, func(c *dialect.Contract) bool { return (roster.Agent{Contract: c}).Knows(name) })
}

// hover explains what is at an offset of a document; nil if there is nothing to explain.
func (s *server) hover(ctx context.Context, d *openDocument, offset int) *hover {
	file := d.result.File
	if len(file.Agents) == 0 {
		return nil
	}
	file.Text = d.text.bytes
	root := file.Root()
	if root == nil {
		return nil
	}
	at := look(root, offset, file.Agents)
	var lines []string
	var err error
	switch {
	case at.onEvent:
		lines, err = s.explainer.event(at.event, file.Agents)
	case at.field != "" && at.event != "":
		lines, err = s.explainer.fields(at.field, at.event, file.Agents)
	}
	if err != nil {
		lines = []string{err.Error()}
	}
	if !at.onEvent {
		for _, c := range file.Agents {
			if ctx.Err() != nil {
				return nil
			}
			lines = append(lines, s.verdict(d, file, root, at, c)...)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	kind := "markdown"
	if s.plain {
		kind = "plaintext"
	}
	where := d.text.span(at.from, at.to)
	return &hover{markup{kind, visible.Text(strings.Join(lines, "\n"))}, &where}
}

// verdict returns what an agent does with the hooks at a place, and what it ignores there.
func (s *server) verdict(d *openDocument, file config.File, root *document.Node, at place, c *dialect.Contract) []string {
	if file.Package != "" {
		root = config.PackageRoot(root, c)
	}
	hooks, ok := root.Field(c.Settings.Hooks)
	if !ok || at.offset < hooks.Position().Offset || at.offset >= hooks.End() {
		return nil
	}
	within := func(n *document.Node) bool { return n.Position().Offset <= at.offset && at.offset < n.End() }
	all := registry.Look(c, hooks).Hooks
	in := slices.DeleteFunc(slices.Clone(all), func(h registry.Surveyed) bool { return !within(h.Config) })
	if len(in) == 0 {
		in = slices.DeleteFunc(slices.Clone(all), func(h registry.Surveyed) bool { return !within(h.Group) })
	}
	name := fmt.Sprintf("- **%s** (%s) ", c.Product, c.Name)
	if len(in) == 0 {
		if at.field == "" {
			return nil
		}
		return append([]string{name + "finds no hook here"}, ignored(d, c, func(o int) bool { return at.from <= o && o < at.to })...)
	}
	var lines []string
	for _, h := range in[:min(len(in), mostHooks)] {
		lead := name
		if len(in) > 1 {
			lead += "`" + visible.Line(h.Title()) + "`: "
		}
		told, err := s.planned(d, file, root, h.Entry, c)
		if err != nil {
			told = []string{err.Error()}
		}
		for _, line := range told {
			lines = append(lines, lead+line)
			lead = "  - "
		}
		lines = append(lines, ignored(d, c, func(at int) bool { return h.Config.Position().Offset <= at && at < h.Config.End() })...)
	}
	group := in[0].Group
	lines = append(lines, ignored(d, c, func(at int) bool {
		return group.Position().Offset <= at && at < group.End() &&
			!slices.ContainsFunc(all, func(h registry.Surveyed) bool { return h.Config.Position().Offset <= at && at < h.Config.End() })
	})...)
	if more := len(in) - mostHooks; more > 0 {
		lines = append(lines, fmt.Sprintf("%sand %d more", name, more))
	}
	return lines
}

// planned describes a hook as plan does. Nothing is started.
func (s *server) planned(d *openDocument, file config.File, root *document.Node, entry hook.Entry, c *dialect.Contract) ([]string, error) {
	folder := cmp.Or(file.Places.Project, file.Package, filepath.Dir(d.path))
	if file.Personal && len(s.roots) > 0 {
		folder = s.roots[0]
	}
	source := project.Source{Project: folder, Whose: roster.Agent{Contract: c}}
	editor := s.editor()
	doc, err := source.Given(d.path, root, func(path string) ([]byte, error) {
		if text, ok := editor.Open(path); ok {
			return text, nil
		}
		return settings.Text(path)
	})
	if err != nil {
		return nil, err
	}
	p, err := plan.Make(plan.Options{Source: source, Event: entry.Event}, doc, nil)
	if err != nil {
		return nil, err
	}
	return p.Told(entry), nil
}

// ignored lists the findings about an agent at the offsets for which in is true.
func ignored(d *openDocument, c *dialect.Contract, in func(int) bool) []string {
	var lines []string
	for _, f := range d.result.Findings {
		if at, _ := d.text.at(f.Place.Position); in(at) && slices.Contains(f.Agents, c.Name) {
			lines = append(lines, "  - "+f.Rule.ID+": "+f.Text)
		}
	}
	return lines
}
