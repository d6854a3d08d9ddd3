package lint

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/dialect"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/visible"
)

// model returns the result for the formats that all commands share.
func (l linted) model() report.Report {
	return rendering.Model("lint", l.summary(), l.findings, l.strict, l.settings+l.scripts == 0)
}

func (l linted) summary() string {
	looked := english.Count(l.settings, "settings file")
	switch {
	case l.scripts > 0 && l.settings > 0:
		looked += " and " + english.Count(l.scripts, "script")
	case l.scripts > 0:
		looked = english.Count(l.scripts, "script")
	}
	errors, warnings := l.count(finding.Error), l.count(finding.Warning)
	left := l.unread + l.closed
	var said string
	switch {
	case errors+warnings > 0:
		said = fmt.Sprintf("%s, %s", english.Count(errors, "error"), english.Count(warnings, "warning"))
	case l.settings+l.scripts == 0:
		said = "nothing was looked at"
	case left+l.cut > 0:
		said = "no problems found in what was read"
	default:
		said = "no problems found"
	}
	if left > 0 {
		said += fmt.Sprintf(", and %s could not be read or written", english.Plural(left, "file or folder", "files or folders"))
	}
	if l.cut > 0 {
		said += fmt.Sprintf(", and %s too long to be read", english.Plural(l.cut, "script is", "scripts are"))
	}
	if l.fixed > 0 {
		said += fmt.Sprintf(" (%d fixed)", l.fixed)
	}
	if l.silenced > 0 {
		said += fmt.Sprintf(" (%d silenced)", l.silenced)
	}
	return looked + ": " + said
}

func writePretty(w io.Writer, l linted, look report.Look) error {
	var b strings.Builder
	shown := map[bool]bool{}
	for _, f := range l.findings {
		b.WriteString(rendering.Lines(f, look))
		if script := inScript(f); !shown[script] {
			shown[script] = true
			fmt.Fprintf(&b, "    %s %s\n", look.Set(report.Faint, "silence:"), howToSilence(f, script))
		}
	}
	for _, u := range l.unused {
		fmt.Fprintf(&b, "%s: %s %s: it silences nothing\n    %s take it out\n", look.Set(report.Strong, visible.Line(u.at.String())), look.Set(report.Caution, "unused"),
			visible.Line(view.Brief(u.id)), look.Set(report.Faint, "fix:"))
	}
	if len(l.findings)+len(l.unused) > 0 {
		b.WriteString("\n")
	}
	b.WriteString(l.summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// inScript reports whether a finding is in a script file, where a comment can ignore it. A
// command in settings is a script without comments.
func inScript(f finding.Finding) bool {
	return strings.HasPrefix(f.Rule.ID, "HT3") && !slices.Contains([]string{".json", ".toml", ".md"}, filepath.Ext(f.Place.File))
}

func howToSilence(f finding.Finding, script bool) string {
	if script {
		return fmt.Sprintf("a comment above the line, 'hooktest: ignore %s REASON'", f.Rule.ID)
	}
	return fmt.Sprintf("ignore: [{ids: [%s], reason: REASON}] in %s", f.Rule.ID, config.ConfigFile)
}

type jsonReport struct {
	Schema   string             `json:"schema"`
	Settings int                `json:"settings"`
	Scripts  int                `json:"scripts"`
	Findings []rendering.Object `json:"findings"`
	Silenced int                `json:"silenced"`
	Unused   []unusedObject     `json:"unused"`
	Next     []string           `json:"next"`
}

type unusedObject struct {
	ID     string     `json:"id"`
	At     view.Place `json:"at"`
	Reason string     `json:"reason"`
}

// next returns the commands that make sense after the report.
func (l linted) next() []string {
	var others []string
	if slices.ContainsFunc(l.findings, func(f finding.Finding) bool { return !f.Repair.IsZero() }) {
		others = append(others, strings.TrimSpace("hooktest lint --fix "+shellword.Join(l.given)))
	}
	if l.hook != "" && l.count(finding.Error) == 0 {
		others = append(others, "hooktest run "+l.hook+" --format json", "hooktest probe "+l.hook+" --format json")
	}
	return rendering.Next(l.findings, others...)
}

// lintReport is the schema of reports, by which a baseline is recognized.
const lintReport = "urn:hooktest:schema:lint-report"

// writeJSON writes the lint-report document (schemas: lint-report).
func writeJSON(w io.Writer, l linted) error {
	j := jsonReport{Schema: lintReport, Settings: l.settings, Scripts: l.scripts, Findings: rendering.Objects(l.findings), Silenced: l.silenced, Unused: []unusedObject{}, Next: l.next()}
	for _, u := range l.unused {
		j.Unused = append(j.Unused, unusedObject{u.id, view.Place{File: u.at.File, Line: u.at.Line, Column: u.at.Column}, u.reason})
	}
	return layout.Encode(w, j)
}

// Overview prints the hooks of the current folder, who starts them, what lint finds, and the
// commands that make sense next. It starts nothing.
func Overview(ctx context.Context, a *console.App) error {
	o := &options{App: a}
	if err := o.configure(); err != nil {
		return err
	}
	var paths, readers []string
	width := 0
	o.checked = func(file config.File) {
		path := visible.Line(file.Path)
		paths, readers = append(paths, path), append(readers, readersOf(file))
		width = max(width, len(path))
	}
	l, err := o.check(ctx)
	if err != nil {
		return err
	}
	if l.settings+l.unread == 0 {
		o.Streams.Out.Printf("No settings with hooks in this folder.\n")
		o.next([]step{
			{"hooktest init", "write a guard, its cases and its settings"},
			{"hooktest run HOOK --bash COMMAND", "see what agents do with a hook that you have"},
		})
		return nil
	}
	for i, path := range paths {
		o.Streams.Out.Printf("%-*s  %s\n", width, path, readers[i])
	}
	o.Streams.Out.Printf("%s\n", l.summary())
	steps := []step{{"hooktest lint", "the findings, with their fixes"}}
	if l.count(finding.Error)+l.count(finding.Warning) == 0 {
		steps = nil
	}
	if l.hook != "" {
		steps = append(steps,
			step{"hooktest plan " + l.event, "which hooks run, and in which order"},
			step{"hooktest run " + l.hook, "what agents do with this hook"},
			step{"hooktest probe " + l.hook, "whether it also refuses what is written in another way"})
	}
	o.next(steps)
	return nil
}

// readersOf names the agents that read a file, with the number of its hooks if it is JSON.
func readersOf(file config.File) string {
	var all []string
	for _, c := range file.Agents {
		reader := c.Name
		if parsed, err := settingsfile.Parse(c, file.Path, file.Text); err == nil {
			reader += ": " + english.Count(len(parsed.Hooks()), "hook")
		}
		all = append(all, reader)
	}
	return strings.Join(all, ", ")
}

// first returns the first script that an agent starts before a tool runs or, if there is none, at
// another event.
func (o *options) first(all []config.Start) (hook, event string) {
	all = slices.DeleteFunc(all, func(s config.Start) bool { return s.File.Path == "" })
	if len(all) == 0 {
		return "", ""
	}
	one := slices.MinFunc(all, func(a, b config.Start) int { return cmp.Compare(rank(a), rank(b)) })
	return shellword.Of(o.near(one.File.Path)), string(one.Event)
}

func rank(s config.Start) int {
	if row, ok := s.Agent.Event(s.Event); ok && row.Moment == dialect.ToolBefore {
		return 0
	}
	return 1
}

type step struct{ command, does string }

func (o *options) next(steps []step) {
	steps = append(steps, step{"hooktest --help", "all commands"})
	width := 0
	for _, s := range steps {
		width = max(width, len(s.command))
	}
	o.Streams.Out.Printf("\n")
	for i, s := range steps {
		label := "next"
		if i > 0 {
			label = ""
		}
		o.Streams.Out.Printf("%-4s  %-*s  %s\n", label, width, s.command, s.does)
	}
}
