// Package capture holds the commands for recorded runs: record and replay.
package capture

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/interpose"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/visible"
)

type recordOptions struct {
	*console.App
	start, stop bool
	once        string
	file        string
	agent       string
	event       string
	hook        string
	project     string
	user        bool
	cassette    string
}

// Record returns the record command.
func Record(a *console.App) *cobra.Command {
	o := &recordOptions{App: a}
	cmd := &cobra.Command{
		Use:   "record [SETTINGS]",
		Short: "Record what an agent gives its hooks, and what they answer",
		Long: `record --start puts a recorder in front of the hooks of a settings file. From
then on each run of a hook is a line of the cassette, with the payload, both
streams and the exit code; the hook gets and answers what it would have
anyway. record --stop restores the settings byte for byte, also after a crash;
if a file was changed meanwhile, only the recorders are removed from it.

record --once EVENT shows the next payload of an event and records nothing.
record by itself says what is being recorded.

Keys, passwords, tokens, home directories and the user's name are taken out
before anything is written; look at a cassette before you share it all the
same. Settings are those of the project; the user's own only with --user.`,
		Example: `  hooktest record --start .claude/settings.json
  hooktest record --start --agents gemini --event BeforeTool
  hooktest record --stop
  hooktest record --once PreToolUse --agents claude > payload.json
  hooktest replay .hooktest/cassette.jsonl`,
		GroupID: console.GroupAuthors,
		Args:    console.MaximumArgs(1, "hooktest record --start SETTINGS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.file = args[0]
			}
			return o.record(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.start, "start", false, "put recorders in front of hooks")
	f.BoolVar(&o.stop, "stop", false, "take all recorders out again")
	f.StringVar(&o.once, "once", "", "show the next payload of this `event`")
	f.StringVar(&o.agent, "agents", "", "the `agent` whose settings they are (default: the one that has a file of that name)")
	f.StringVarP(&o.event, "event", "e", "", "only hooks of this event")
	f.StringVar(&o.hook, "hook", "", "only hooks with this `text` in their command")
	f.StringVar(&o.project, "project", ".", "the project `folder`")
	f.BoolVar(&o.user, "user", false, "the settings in your home directory instead of the project's")
	f.StringVar(&o.cassette, "cassette", "", "write to this `file` (default: .hooktest/cassette.jsonl)")
	cmd.MarkFlagsMutuallyExclusive("start", "stop", "once")
	console.CompleteFlag(cmd, "agents", roster.Names)
	console.CompleteFlag(cmd, "event", roster.EventNames)
	console.CompleteFlag(cmd, "once", roster.EventNames)
	return cmd
}

func (o *recordOptions) record(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	switch {
	case o.start:
		return o.begin()
	case o.stop:
		return o.end()
	case o.once != "":
		return o.next(ctx)
	}
	return o.status()
}

// check makes paths absolute and refuses flags that can't be carried out.
func (o *recordOptions) check() error {
	if runtime.GOOS == "windows" && (o.start || o.once != "") {
		return console.Usage("hooks are recorded only where a POSIX shell starts them", "run hooktest where the agent runs, such as in WSL")
	}
	if o.agent != "" {
		if err := console.CheckChoice("agent", o.agent, roster.Names()); err != nil {
			return err
		}
	}
	if err := project.CheckFolder(o.project); err != nil {
		return err
	}
	if o.file != "" && !o.start && !o.stop && o.once == "" {
		return console.Usage(fmt.Sprintf("unexpected argument %q", o.file), "a settings file goes with --start or --stop: hooktest record --start "+o.file)
	}
	if o.file != "" && o.user {
		return console.Usage("--user and a settings file exclude each other", "")
	}
	below := o.project
	if o.user {
		home, err := os.UserHomeDir()
		if err != nil {
			return console.Usage(err.Error(), "")
		}
		below = home
	}
	if o.cassette == "" {
		o.cassette = filepath.Join(below, ".hooktest", "cassette.jsonl")
	}
	var err error
	if o.cassette, err = filepath.Abs(o.cassette); err != nil {
		return console.Fault(err)
	}
	return nil
}

// onceCassette is the path for the journal of --once, which is separate from the cassette's.
func (o *recordOptions) onceCassette() string { return filepath.Join(filepath.Dir(o.cassette), "once") }

// begin puts recorders in front of hooks.
func (o *recordOptions) begin() error {
	program, err := os.Executable()
	if err != nil {
		return console.Fault(err)
	}
	if info, err := os.Lstat(o.cassette); err == nil && !info.Mode().IsRegular() {
		return console.Usage(fmt.Sprintf("%s is not a regular file", console.Near(o.cassette)), "name another with --cassette")
	}
	files, err := o.files()
	if err != nil {
		return err
	}
	if o.event != "" {
		if err := o.checkEvent(files, o.event); err != nil {
			return err
		}
	}
	plan, recorded, seen := interpose.New(program, o.cassette), 0, 0
	for _, file := range files {
		plan.Wrap(file, func(h settingsfile.Hook) bool {
			seen++
			if interpose.IsRecorder(h.Command.Text(), h.Args()) {
				recorded++
			}
			whole := strings.Join(append([]string{h.Command.Text()}, h.Args()...), " ")
			if h.Shell != "" {
				o.Note(fmt.Sprintf("%s: not recorded, since its shell is %s", console.Near(h.Command.Position().String()), visible.Line(h.Shell)))
				return false
			}
			if !h.Plain() {
				o.Note(fmt.Sprintf("%s: not recorded, since its arguments are not all texts", console.Near(h.Command.Position().String())))
				return false
			}
			return (o.event == "" || string(h.Event) == o.event) && strings.Contains(whole, o.hook)
		})
	}
	switch {
	case plan.Len() == 0 && recorded > 0:
		return console.Usage("these hooks have recorders already", "hooktest record --stop takes them out")
	case plan.Len() == 0 && seen > 0:
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("none of the %s of %s is such a one", english.Count(seen, "hook"), english.And(paths(files)))}
	case plan.Len() == 0:
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("no hook with a command in %s", english.And(paths(files)))}
	}
	if err := o.commit(plan); err != nil {
		return err
	}
	for _, file := range plan.Edits() {
		for _, edit := range file.Edits {
			o.Streams.Out.Printf("%s: %s %s\n", visible.Line(console.Near(edit.Where)), edit.Event, visible.Clip(visible.Line(strings.Join(append([]string{edit.From}, edit.Args...), " ")), 60))
		}
	}
	o.Note(fmt.Sprintf("recording to %s; agents that read settings once see it in their next session, and those that trust hooks by their text ask again", console.Near(o.cassette)))
	if !o.Quiet {
		o.Note("to stop: hooktest record --stop" + o.where(files))
	}
	return nil
}

// where returns the flags that find the recording of some files again.
func (o *recordOptions) where(files []*settingsfile.File) string {
	words := ""
	if o.user {
		words += " --user"
	}
	if own := filepath.Join(".hooktest", "cassette.jsonl"); !o.user && console.Near(o.cassette) != own {
		words += " --cassette " + shellword.Of(console.Near(o.cassette))
	}
	if o.project != "." {
		words += " --project " + shellword.Of(o.project)
	}
	for _, file := range files {
		if o.file != "" && !(&recordOptions{project: o.project}).meant(file.Contract, file.Path) {
			words += " " + shellword.Of(console.Near(file.Path))
		}
	}
	return words
}

// commit creates the cassette's folder and applies a plan.
func (o *recordOptions) commit(plan *interpose.Plan) error {
	if err := os.MkdirAll(filepath.Dir(o.cassette), 0o700); err != nil {
		return console.Usage(fmt.Sprintf("the cassette's folder can't be made: %v", err), "name another cassette with --cassette")
	}
	o.ignoreFolder()
	switch err := plan.Start(); {
	case errors.Is(err, interpose.ErrRecording):
		return console.Usage("hooks are being recorded already, or a recording was killed", "hooktest record --stop"+o.where(plan.Files())+" takes the recorders out")
	case err != nil:
		return console.Usage(err.Error(), "")
	}
	return nil
}
