package lint

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/visible"
)

// Overview prints the hooks of the current folder, who starts them, what lint finds, and the
// commands that make sense next. It starts nothing.
func Overview(ctx context.Context, a *console.App) error {
	o := &options{App: a}
	if err := o.configure(); err != nil {
		return err
	}
	l, err := o.check(ctx)
	if err != nil {
		return err
	}
	if l.settings == 0 {
		o.Streams.Out.Printf("No settings with hooks in this folder.\n")
		o.next([]step{
			{"hooktest init", "write a guard, its cases and its settings"},
			{"hooktest run HOOK --bash COMMAND", "see what agents do with a hook that you have"},
		})
		return nil
	}
	width := 0
	for _, f := range l.files {
		width = max(width, len(visible.Line(f.Path)))
	}
	for _, f := range l.files {
		o.Streams.Out.Printf("%-*s  %s\n", width, visible.Line(f.Path), f.readers())
	}
	o.Streams.Out.Printf("%s\n", l.summary())
	steps := []step{{"hooktest lint", "the findings, with their fixes"}}
	if l.count(finding.Error)+l.count(finding.Warning) == 0 {
		steps = nil
	}
	if hook, event := o.first(l); hook != "" {
		steps = append(steps,
			step{"hooktest plan " + event, "which hooks run, and in which order"},
			step{"hooktest run " + hook, "what agents do with this hook"},
			step{"hooktest probe " + hook, "whether it also refuses what is written in another way"})
	}
	o.next(steps)
	return nil
}

// readers names the agents that read the file, with the number of its hooks if it is JSON.
func (f lintedFile) readers() string {
	var all []string
	for _, c := range f.Agents {
		reader := c.Name
		if file, err := settingsfile.Parse(c, f.Path, f.Text); err == nil {
			reader += ": " + english.Count(len(file.Hooks()), "hook")
		}
		all = append(all, reader)
	}
	return strings.Join(all, ", ")
}

// first returns the first script that an agent starts before a tool runs or, if there is none, at
// another event.
func (o *options) first(l linted) (hook, event string) {
	var all []config.Start
	for _, f := range l.files {
		all = append(all, f.starts...)
	}
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

// A step is a command and its purpose.
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
