// Package lint is the lint command: it selects files, applies ignores and fixes, and writes
// reports. The rules are in packages rules/config and rules/script.
package lint

import (
	"context"
	"fmt"
	"os/exec"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/lists"
)

type options struct {
	*console.App
	paths  []string
	agents []string
	// chosen are the agents that --agents or the configuration names.
	chosen []roster.Agent
	config config.Config
	// folder is the current one, once it was asked for.
	folder string
	// configured is the folder of the configuration, or "" if there is none.
	configured string
	// repository is the current folder's repository, or "" if there is none.
	repository string
	// user includes the user's and the machine's settings.
	user, strict bool
	// fix applies fixes. dryRun only shows them.
	fix, dryRun bool
	watch       bool
	// hook answers an agent that has written a file.
	hook bool
	// baseline is a report whose findings are not shown. baselineGiven is set if it was named on
	// the command line, and not in the configuration.
	baseline      string
	baselineGiven bool
	reports       console.ReportFlags[linted]
	// checked, if not nil, gets each settings file that was checked.
	checked func(config.File)
	// open, if not nil, returns the text of a file that is open in an editor.
	open func(path string) (text []byte, ok bool)
	// alone, if not empty, is the only script to check.
	alone string
}

// text returns the text of a file: the editor's, or the one on the disk.
func (o *options) text(path string, read func(string) ([]byte, error)) ([]byte, error) {
	if o.open != nil {
		if text, ok := o.open(path); ok {
			return text, nil
		}
	}
	return read(path)
}

// New returns the lint command.
func New(a *console.App) *cobra.Command {
	o := options{App: a}
	cmd := &cobra.Command{
		Use:     "lint [PATH...]",
		GroupID: console.GroupAuthors,
		Short:   "Say what is wrong with settings and hooks before anything runs",
		Long: "lint reads settings of hooks and the scripts that they start, and reports what\n" +
			"keeps a hook from guarding: a file that is missing, a matcher that matches\n" +
			"nothing, an entry that disables others. It starts nothing.\n\n" +
			"A PATH is a settings file, a script, or a folder that is searched; without one\n" +
			"it is the current folder, and what agents have around it up to the repository's\n" +
			"folder. Each file is read as its agents read it. An error ends the command with\n" +
			"exit code 1, with --strict a warning does as well. 'hooktest explain HT104'\n" +
			"explains a finding.\n\n" +
			"The file .hooktest.yaml of the project names the agents whose rules apply, and\n" +
			"says which findings are not reported and how severe others are. In a script, a\n" +
			"comment silences a finding of the same line and of the next:\n" +
			"'# hooktest: ignore HT306 REASON'. With a baseline, only new findings are\n" +
			"reported. docs/configuration.md has all of it.\n\n" +
			"With --hook, lint is a hook for the event after a tool: it reads the payload\n" +
			"on stdin, and gives the model the findings of the file that was written, in\n" +
			"the form of the agent that sent it. docs/editors.md shows how to install it.",
		Example: `  hooktest lint
  hooktest lint .claude/settings.json
  hooktest lint --agents claude,copilot-claude .claude
  hooktest lint --user --strict
  hooktest lint --fix --dry-run
  hooktest lint --report json=known.json; hooktest lint --baseline known.json
  hooktest lint --report sarif=lint.sarif --report junit=lint.xml`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths, o.baselineGiven = args, cmd.Flags().Changed("baseline")
			if o.hook {
				if len(args) > 0 || cmd.Flags().NFlag() > 1 {
					return console.Usage("--hook is used alone: the payload names the file", "hooktest lint --hook")
				}
				o.serve(cmd.Context())
				return nil
			}
			if o.dryRun && !o.fix {
				return console.Usage("--dry-run is about --fix", "hooktest lint --fix --dry-run")
			}
			if err := o.reports.Check(); err != nil {
				return err
			}
			if err := o.configure(); err != nil {
				return err
			}
			if o.watch {
				return o.keepLinting(cmd.Context())
			}
			return o.lint(cmd.Context())
		},
	}
	cmd.Flags().StringSliceVar(&o.agents, "agents", nil, "read files as these `agents`, files of contracts among them, or as all that read them (default: those whose files they are)")
	console.CompleteFlag(cmd, "agents", roster.NamesAndAll)
	cmd.Flags().BoolVar(&o.user, "user", false, "look at your own settings and those of this machine, too")
	cmd.Flags().BoolVar(&o.fix, "fix", false, "fix what can be fixed without asking, and show how")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "with --fix: show alone, and change nothing")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "a warning is an error")
	cmd.Flags().BoolVar(&o.watch, "watch", false, "look again whenever settings or a script change")
	cmd.Flags().BoolVar(&o.hook, "hook", false, "be a hook: read the payload of a written file, and give the model its findings")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "do not tell the findings that this `file` has, a report as JSON (default: that of .hooktest.yaml)")
	o.reports.Register(cmd, report.Of(linted.model, report.Text("pretty", writePretty), report.Document("json", writeJSON)))
	return cmd
}

// linted is the result of checking all files.
type linted struct {
	// settings and scripts count the checked files, unread the files that could not be read, and
	// closed the folders that could not be listed.
	settings, scripts, unread, closed int
	// cut counts the scripts of which only the first line was checked, refused the files that
	// none of the chosen agents reads.
	cut, refused int
	// findings are grouped by file.
	findings []finding.Finding
	// silenced counts the findings that a comment or the configuration ignores. unused are the
	// ignores that match no finding.
	silenced int
	unused   []silencer
	// hook is a script that an agent starts on the event, as a word of a shell; empty if none does.
	hook, event string
	// given are the files and folders that the user named.
	given []string
	// fixed counts the findings that --fix has fixed.
	fixed  int
	strict bool
}

// A silencer is a comment or a configuration entry that ignores a rule.
type silencer struct {
	id, reason string
	at         document.Position
}

func (l linted) count(s finding.Severity) int {
	return len(lists.Where(l.findings, func(f finding.Finding) bool { return f.Rule.Severity == s }))
}

func (o *options) lint(ctx context.Context) error {
	l, err := o.check(ctx)
	if err != nil {
		return err
	}
	if err := o.reports.Write(o.App, l); err != nil {
		return err
	}
	return l.end()
}

// check checks all files, and applies the ignores.
func (o *options) check(ctx context.Context) (linted, error) {
	l := linted{strict: o.strict}
	files, named, err := o.find(ctx, &l)
	if err != nil {
		return l, err
	}
	return l, o.examine(ctx, files, named, &l)
}

// examine checks these settings files and scripts, and the scripts that the settings start.
func (o *options) examine(ctx context.Context, files []candidate, named []string, l *linted) error {
	scripts := newLintedScripts(named)
	var looked []string
	var starts []config.Start
	var across []config.Looked
	linter := &config.Linter{Program: func(name string) bool { _, err := exec.LookPath(name); return err == nil }}
	for _, c := range files {
		if ctx.Err() != nil {
			return console.Silent(console.ExitInterrupted)
		}
		text, err := o.text(c.path, settings.Text)
		if err != nil {
			l.unread++
			o.unreadable(c.path, err)
			continue
		}
		place := config.PlaceOf(c.path, o.Getenv("HOME"))
		if place.Within {
			if _, fault := config.HasFrontmatter(o.near(c.path), text); fault != nil {
				l.unread++
				o.Streams.Err.Error(fmt.Sprintf("%v: the hooks of this file can't be looked at", fault), "fix the YAML between the lines of dashes")
				continue
			}
		}
		file, ok := o.settingsFile(c, place, text)
		if !ok {
			if c.named && len(o.chosen) > 0 {
				l.refused++
			}
			continue
		}
		l.settings++
		left := fixFile(o, c.path, text, func(text []byte) judged[config.Report] {
			file.Text = text
			r := linter.Settings(file)
			return judged[config.Report]{text, r, r.Findings}
		}, l)
		r := left.report
		file.Text = left.text
		l.findings = append(l.findings, left.findings...)
		if r.Cut {
			o.Warn(file.Path+" has more findings than are reported", "all hooks were checked, and the first few hundred findings of each kind are reported")
		}
		looked = append(looked, file.Path)
		if o.checked != nil {
			o.checked(file)
		}
		starts = append(starts, r.Starts...)
		across = append(across, config.Looked{Project: file.Places.Project, Agents: file.Agents, Starts: r.Starts})
		scripts.started(r.Starts)
	}
	for _, one := range config.Across(across) {
		next := slices.IndexFunc(l.findings, func(f finding.Finding) bool { return f.Place.File > one.Place.File })
		if next < 0 {
			next = len(l.findings)
		}
		l.findings = slices.Insert(l.findings, next, one)
	}
	lookAtCommands(scripts.inline, l)
	if o.alone != "" {
		scripts.paths = slices.DeleteFunc(scripts.paths, func(path string) bool { return path != o.alone })
	}
	looked = append(looked, o.lookAtScripts(ctx, scripts, l)...)
	l.hook, l.event = o.first(starts)
	l.given = o.paths
	return o.silence(ctx, l, looked)
}

// end returns the error that sets the command's exit code.
func (l linted) end() error {
	switch {
	case l.unread > 0:
		return console.Silent(console.ExitUntestable)
	case l.settings+l.scripts == 0 && l.refused > 0:
		return console.Silent(console.ExitUsage)
	case l.settings+l.scripts == 0:
		return &console.Failure{Code: console.ExitNothing, Message: "there are no settings of hooks here", Hint: "name a file or a folder, or add --user for your own settings"}
	case l.count(finding.Error) > 0 || l.strict && l.count(finding.Warning) > 0:
		return console.Silent(console.ExitAgainst)
	}
	return nil
}

func (o *options) unreadable(path string, err error) {
	o.Streams.Err.Error(fmt.Sprintf("%s can't be looked at: %v", o.near(path), err), "")
}
