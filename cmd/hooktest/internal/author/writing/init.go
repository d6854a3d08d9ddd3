// Package writing holds the commands that write hooks and settings: init and convert.
package writing

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/skeleton"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/starter"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/skills"
)

type initOptions struct {
	*console.App
	language string
	event    string
	agents   []string
	dir      string
	project  string
	write    bool
	skill    bool
	extras   starter.Extras
}

// Init returns the init command.
func Init(a *console.App) *cobra.Command {
	o := &initOptions{App: a}
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a hook to start from, with cases and settings",
		Long: `init writes a guard of shell commands that refuses as all of the agents
understand, and its cases. It prints the settings that have each agent start
the guard; with --write it adds them to the settings of the project instead,
where the rest stays as it is. No file is overwritten.

With --event, the hook is for another event: one that reads what it is given
and objects to nothing yet, with a case. The event may be called as any agent
calls it.

With --skill, init writes no hook, but the text of hooktest skill into the
project's folder of skills of each agent: the agent then tests the hooks it
writes.`,
		Example: `  hooktest init --agents claude
  hooktest init --lang python --agents claude,codex,gemini --write --ci
  hooktest init --event Stop --agents claude,qwen
  hooktest init --skill --agents claude,codex
  hooktest test hooks`,
		GroupID: console.GroupAuthors,
		Args:    console.MaximumArgs(0, "hooktest init --lang sh --agents claude"),
		RunE:    func(*cobra.Command, []string) error { return o.init() },
	}
	f := cmd.Flags()
	f.StringVar(&o.language, "lang", "sh", "the hook's `language`: "+english.Or(starter.Languages()))
	f.StringSliceVar(&o.agents, "agents", nil, "the `agents` that are to start the hook (default: asked for on a terminal, else claude)")
	f.StringVar(&o.dir, "dir", "hooks", "the hook's `folder` in the project")
	f.StringVar(&o.project, "project", ".", "the project `folder`")
	f.BoolVar(&o.write, "write", false, "add the hook to the settings of the project")
	f.StringVarP(&o.event, "event", "e", "", "the `event` that the hook serves (default: the one before a tool runs)")
	f.BoolVar(&o.extras.Workflow, "ci", false, "write a GitHub workflow that runs the cases, too")
	f.BoolVar(&o.extras.Schema, "schema", false, "write the schema of case files, too, so that editors complete and check them")
	f.BoolVar(&o.skill, "skill", false, "write the skill of hooktest for the agents, and no hook")
	cmd.MarkFlagsMutuallyExclusive("skill", "event")
	console.CompleteFlag(cmd, "event", roster.EventNames)
	console.CompleteFlag(cmd, "lang", starter.Languages)
	console.CompleteFlag(cmd, "agents", roster.Names)
	return cmd
}

// settingsOfGuard are the settings of one agent, with the guard in them.
type settingsOfGuard struct {
	contract *dialect.Contract
	file     *settingsfile.File
	text     []byte
}

func (o *initOptions) init() error {
	guard, err := o.guard()
	if err != nil {
		return err
	}
	if o.skill {
		return o.writeSkill(guard.Agents)
	}
	files, err := guard.Files(o.extras)
	if err != nil {
		return console.Usage(err.Error(), "leave it out of --agents")
	}
	var all []settingsOfGuard
	for _, c := range guard.Agents {
		p, err := o.place(guard, c)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(all, func(other settingsOfGuard) bool { return other.file.Path == p.file.Path }); i >= 0 {
			o.noted(fmt.Sprintf("%s reads the settings of %s, too", c.Product, all[i].contract.Product))
			continue
		}
		all = append(all, p)
	}
	paths, err := skeleton.Place(o.project, files)
	if err != nil {
		return console.Usage(err.Error(), "name another folder with --dir")
	}
	for _, path := range paths {
		o.Streams.Out.Printf("%s\n", path)
	}
	for _, p := range all {
		if guard.Repository == "" && starter.NeedsRepository(p.contract) {
			o.Warn(fmt.Sprintf("%s is not in a git repository, which %s needs to find the hook from any of its folders: the command has the path on this machine", console.Near(guard.Project), p.contract.Product),
				"after git init, write $(git rev-parse --show-toplevel) instead")
		}
		if o.write {
			if err := p.file.Commit(p.text); err != nil {
				return console.Usage(fmt.Sprintf("%s: %v", console.Near(p.file.Path), err), "the hook is there; print its settings by init in another --dir")
			}
			o.Streams.Out.Printf("%s\n", console.Near(p.file.Path))
			continue
		}
		event, entry, err := guard.Entry(p.contract)
		if err != nil {
			return console.Fault(err)
		}
		o.Streams.Out.Printf("\n%s, for %s:\n%s", console.Near(p.file.Path), p.contract.Product, string(settingsfile.Whole(p.contract, event, entry)))
	}
	o.noted("next: hooktest test " + filepath.ToSlash(filepath.Join(o.project, o.dir)))
	return nil
}

// writeSkill writes the skill into the folder of each agent that does not have it.
func (o *initOptions) writeSkill(contracts []*dialect.Contract) error {
	var files []skeleton.File
	for _, c := range contracts {
		if c.Skills.Folder == "" {
			return console.Usage("it is not known where "+c.Product+" looks for skills", "leave it out of --agents, and put the text of hooktest skill where it does")
		}
		f := skeleton.File{Path: path.Join(c.Skills.Folder, "hooktest", "SKILL.md"), Text: []byte(skills.Hooktest)}
		if there, err := os.ReadFile(filepath.Join(o.project, filepath.FromSlash(f.Path))); err == nil && bytes.Equal(there, f.Text) {
			continue
		}
		if !slices.ContainsFunc(files, func(other skeleton.File) bool { return other.Path == f.Path }) {
			files = append(files, f)
		}
	}
	paths, err := skeleton.Place(o.project, files)
	if err != nil {
		return console.Usage(err.Error(), "hooktest skill prints the text")
	}
	for _, path := range paths {
		o.Streams.Out.Printf("%s\n", path)
	}
	return nil
}

// noted writes a note if the output is a terminal. Programs that read it get no notes.
func (o *initOptions) noted(message string) {
	if o.Streams.Out.IsTerminal() {
		o.Note(message)
	}
}

// askAgents asks the user for the agents. Without a terminal or an answer, it uses Claude Code.
func (o *initOptions) askAgents() {
	if len(o.agents) == 0 {
		line := o.Typed(fmt.Sprintf("agents (%s) [claude]: ", strings.Join(products(), ", ")))
		o.agents = strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(", \t", r) })
	}
	if len(o.agents) == 0 {
		o.agents = []string{"claude"}
	}
}

// products returns the name of the first contract of each product.
func products() []string {
	of := lists.Groups(dialect.Contracts(), func(a, b *dialect.Contract) bool { return a.Product == b.Product })
	return lists.Of(of, func(same []*dialect.Contract) string { return same[0].Name })
}

// guard validates the flags.
func (o *initOptions) guard() (starter.Guard, error) {
	if err := console.CheckChoice("language", o.language, starter.Languages()); err != nil {
		return starter.Guard{}, err
	}
	if o.event != "" {
		if err := console.CheckChoice("event", o.event, roster.EventNames()); err != nil {
			return starter.Guard{}, err
		}
	}
	if err := project.CheckFolder(o.project); err != nil {
		return starter.Guard{}, err
	}
	dir := path.Clean(filepath.ToSlash(o.dir))
	if !filepath.IsLocal(filepath.FromSlash(dir)) || strings.ContainsAny(dir, " \t\n'\"$`\\") {
		return starter.Guard{}, console.Usage(fmt.Sprintf("--dir %s: it has to be a folder in the project, without spaces and quotes", o.dir), "such as --dir hooks")
	}
	o.askAgents()
	folder, err := filepath.Abs(o.project)
	if err != nil {
		return starter.Guard{}, console.Fault(err)
	}
	guard := starter.Guard{Language: o.language, Event: o.event, Dir: dir, Project: folder, Repository: config.Repository(folder)}
	for _, name := range o.agents {
		if err := console.CheckChoice("agent", name, roster.Names()); err != nil {
			return starter.Guard{}, err
		}
		contract, _ := dialect.Named(name)
		if !slices.Contains(guard.Agents, contract) {
			guard.Agents = append(guard.Agents, contract)
		}
	}
	guard.Agents = onceEach(guard.Agents)
	return guard, nil
}

// onceEach takes, for an agent that also reads the settings of another one of them, the contract
// for those settings: with settings of its own it would start the hook twice.
func onceEach(chosen []*dialect.Contract) []*dialect.Contract {
	var own, shared []*dialect.Contract
	for _, c := range chosen {
		i := slices.IndexFunc(dialect.Contracts(), func(sibling *dialect.Contract) bool {
			return sibling.Product == c.Product && slices.ContainsFunc(chosen, func(other *dialect.Contract) bool {
				return other.Product != c.Product && sameSettings(sibling, other)
			})
		})
		if i < 0 {
			own = append(own, c)
		} else if sibling := dialect.Contracts()[i]; !slices.Contains(shared, sibling) {
			shared = append(shared, sibling)
		}
	}
	return append(own, shared...)
}

// sameSettings reports whether two agents read the same settings of a project.
func sameSettings(a, b *dialect.Contract) bool {
	of, err := starter.Settings(a, ".")
	also, fault := starter.Settings(b, ".")
	return err == nil && fault == nil && of == also
}

// place finds the settings of an agent, and adds the guard.
func (o *initOptions) place(guard starter.Guard, c *dialect.Contract) (settingsOfGuard, error) {
	where, err := starter.Settings(c, o.project)
	if err != nil {
		return settingsOfGuard{}, console.Usage(err.Error(), "leave it out of --agents")
	}
	if where, err = filepath.Abs(where); err != nil {
		return settingsOfGuard{}, console.Fault(err)
	}
	file, err := project.ReadSettings(c, where)
	if err != nil {
		return settingsOfGuard{}, err
	}
	event, entry, err := guard.Entry(c)
	if err != nil {
		return settingsOfGuard{}, console.Usage(err.Error(), "leave it out of --agents")
	}
	text, _, err := file.Added(event, entry)
	if err != nil {
		return settingsOfGuard{}, console.Usage(console.Near(err.Error()), "nothing was changed")
	}
	if bytes.Contains(file.Data, []byte(guard.Script())) {
		return settingsOfGuard{}, console.Usage(fmt.Sprintf("%s speaks of %s already", console.Near(where), guard.Script()), "name another folder with --dir")
	}
	with, err := settingsfile.Parse(c, where, text)
	if err != nil {
		return settingsOfGuard{}, console.Fault(errors.New("the settings would be broken: " + err.Error()))
	}
	if on, ok := with.SwitchedOn(); ok {
		text = on
	}
	return settingsOfGuard{c, file, text}, nil
}
