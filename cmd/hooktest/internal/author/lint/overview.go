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
