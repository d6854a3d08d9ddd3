// Package cassettes holds the commands about recorded runs: record and replay.
package cassettes

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/recording"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// recordOptions are what a person says to record.
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

// Record is the command record.
func Record(a *console.App) *cobra.Command {
	o := &recordOptions{App: a}
	cmd := &cobra.Command{
		Use:   "record [SETTINGS]",
		Short: "Record what an agent gives its hooks, and what they answer",
		Long: `record --start puts a recorder in front of the hooks of a settings file. From
then on each run of a hook is a line of the cassette, with the payload, both
streams and the exit code; the hook gets and answers what it would have
anyway. record --stop restores the settings byte for byte, also after a crash;
of a file that somebody has changed meanwhile only the recorders are taken out.

record --once EVENT shows the next payload of an event and records nothing.
record by itself says what is being recorded.

Keys, passwords, tokens, home directories and the user's name are taken out
before anything is written; look at a cassette before you share it all the
same. Settings are those of the project; the user's own only with --user.`,
		Example: `  hooktest record --start .claude/settings.json
  hooktest record --start --agent gemini --event BeforeTool
  hooktest record --stop
  hooktest record --once PreToolUse --agent claude > payload.json
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
	f.StringVar(&o.agent, "agent", "", "the agent whose settings they are (default: the one that has a file of that name)")
	f.StringVarP(&o.event, "event", "e", "", "only hooks of this event")
	f.StringVar(&o.hook, "hook", "", "only hooks with this `text` in their command")
	f.StringVar(&o.project, "project", ".", "the project `folder`")
	f.BoolVar(&o.user, "user", false, "the settings in your home directory instead of the project's")
	f.StringVar(&o.cassette, "cassette", "", "write to this `file` (default: .hooktest/cassette.jsonl)")
	cmd.MarkFlagsMutuallyExclusive("start", "stop", "once")
	console.CompleteFlag(cmd, "agent", agents.Names())
	console.CompleteFlag(cmd, "event", agents.EventNames())
	console.CompleteFlag(cmd, "once", agents.EventNames())
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

// check makes paths absolute and refuses what can't be carried out.
func (o *recordOptions) check() error {
	if runtime.GOOS == "windows" && (o.start || o.once != "") {
		return console.Usage("hooks are recorded only where a POSIX shell starts them", "run hooktest where the agent runs, such as in WSL")
	}
	if o.agent != "" {
		if err := console.CheckChoice("agent", o.agent, agents.Names()); err != nil {
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

// onceCassette stands for what --once installs, which has a journal of its own.
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
	plan, recorded, seen := recording.New(program, o.cassette), 0, 0
	for _, file := range files {
		plan.Wrap(file, func(h settingsfile.Hook) bool {
			seen++
			if recording.IsRecorder(h) {
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
		return console.Usage("recorders stand in front of these hooks already", "hooktest record --stop takes them out")
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

// where are the words by which the recording of some files is found again.
func (o *recordOptions) where(files []*settingsfile.File) string {
	words := ""
	if o.user {
		words += " --user"
	}
	if own := filepath.Join(".hooktest", "cassette.jsonl"); !o.user && console.Near(o.cassette) != own {
		words += " --cassette " + trial.Quoted([]string{console.Near(o.cassette)})
	}
	if o.project != "." {
		words += " --project " + trial.Quoted([]string{o.project})
	}
	for _, file := range files {
		if o.file != "" && !(&recordOptions{project: o.project}).meant(file.Contract, file.Path) {
			words += " " + trial.Quoted([]string{console.Near(file.Path)})
		}
	}
	return words
}

// commit makes the cassette's folder and carries a plan out.
func (o *recordOptions) commit(plan *recording.Plan) error {
	if err := os.MkdirAll(filepath.Dir(o.cassette), 0o700); err != nil {
		return console.Usage(fmt.Sprintf("the cassette's folder can't be made: %v", err), "name another cassette with --cassette")
	}
	switch err := plan.Start(); {
	case errors.Is(err, recording.ErrRecording):
		return console.Usage("hooks are being recorded already, or a recording was killed", "hooktest record --stop"+o.where(plan.Files())+" takes the recorders out")
	case err != nil:
		return console.Usage(err.Error(), "")
	}
	return nil
}

// files are the settings files whose hooks are meant, with the agents whose they are.
func (o *recordOptions) files() ([]*settingsfile.File, error) {
	if o.file != "" {
		contract, err := o.owner()
		if err != nil {
			return nil, err
		}
		path, err := filepath.Abs(o.file)
		if err != nil {
			return nil, console.Fault(err)
		}
		file, err := project.ReadSettings(contract, path)
		if err == nil && file.Missing && o.once == "" {
			return nil, console.Usage(fmt.Sprintf("no such settings file: %s", o.file), console.SimilarFile(o.file))
		}
		return []*settingsfile.File{file}, err
	}
	if o.agent == "" && o.once == "" {
		return nil, o.unnamed()
	}
	contract, err := o.owner()
	if err != nil {
		return nil, err
	}
	files, err := o.filesOf(contract)
	if err != nil {
		return nil, err
	}
	there := slices.DeleteFunc(slices.Clone(files), func(f *settingsfile.File) bool { return f.Missing })
	switch {
	case len(files) == 0:
		return nil, console.Usage(fmt.Sprintf("nobody has said where settings of %s are", contract.Product), "name the file")
	case len(there) == 0 && o.once == "":
		return nil, console.Usage(fmt.Sprintf("no settings of %s here: %s", contract.Product, english.Or(paths(files))), "--project names another folder, --user has it be your own settings")
	case len(there) == 0:
		return files[:1], nil
	}
	return there, nil
}

// filesOf are an agent's files of the project, or of the user.
func (o *recordOptions) filesOf(contract *dialect.Contract) ([]*settingsfile.File, error) {
	some := *contract
	some.Settings.Files = settingsfile.Files(contract, o.user)
	places, err := settings.DefaultPaths(&some, o.project)
	if err != nil {
		return nil, console.Usage(err.Error(), "")
	}
	var files []*settingsfile.File
	for _, path := range places.Files {
		file, err := project.ReadSettings(contract, path)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// owner is the agent whose settings are meant: the one that is named, that has a file
// of this name, or that has such an event.
func (o *recordOptions) owner() (*dialect.Contract, error) {
	if o.agent != "" {
		named, _ := dialect.Named(o.agent)
		return named, nil
	}
	var found []*dialect.Contract
	for _, c := range dialect.Contracts() {
		switch {
		case c.Aside:
		case o.file != "" && reads(c, o.file):
			found = append(found, c)
		case o.file == "" && o.once != "" && (agents.Agent{Contract: c}).Knows(o.once):
			found = append(found, c)
		}
	}
	if o.file == "" {
		// Of those that have such an event, the ones that are used here.
		used := slices.DeleteFunc(slices.Clone(found), func(c *dialect.Contract) bool {
			files, err := o.filesOf(c)
			return err != nil || !slices.ContainsFunc(files, func(f *settingsfile.File) bool { return !f.Missing })
		})
		if len(used) > 0 {
			found = used
		}
	}
	switch {
	case len(found) == 0 && o.file == "":
		return nil, console.CheckChoice("event", o.once, agents.EventNames())
	case len(found) == 0:
		return nil, console.Usage(fmt.Sprintf("no agent is known to read a file called %s", o.file), "name the agent with --agent: "+english.Or(agents.Names()))
	case len(found) > 1:
		var others []string
		for _, c := range found[1:] {
			others = append(others, c.Name)
		}
		o.Note(fmt.Sprintf("taken for %s; --agent names %s instead", found[0].Name, english.Or(others)))
	}
	return found[0], nil
}

// reads tells whether a file is where an agent looks for settings, in any folder.
func reads(c *dialect.Contract, file string) bool {
	path, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	path = filepath.ToSlash(path)
	for _, own := range c.Settings.Files {
		pattern := strings.TrimPrefix(own.Path, "~/")
		parts := strings.Split(path, "/")
		tail := strings.Join(parts[max(0, len(parts)-1-strings.Count(pattern, "/")):], "/")
		if ok, err := filepath.Match(pattern, tail); err == nil && ok {
			return true
		}
	}
	return false
}

// unnamed says which settings there are.
func (o *recordOptions) unnamed() error {
	var found []string
	for _, c := range dialect.Contracts() {
		files, err := o.filesOf(c)
		if c.Aside || err != nil {
			continue
		}
		for _, file := range files {
			if len(file.Hooks()) > 0 && !slices.Contains(found, console.Near(file.Path)) {
				found = append(found, console.Near(file.Path))
			}
		}
	}
	if len(found) == 0 {
		return console.Usage("no settings file given, and none with hooks is here", "such as: hooktest record --start .claude/settings.json")
	}
	return console.Usage("no settings file given", fmt.Sprintf("hooks stand in %s: hooktest record --start %s", english.And(found), found[0]))
}

func (o *recordOptions) checkEvent(files []*settingsfile.File, event string) error {
	for _, file := range files {
		if err := (agents.Agent{Contract: file.Contract}).CheckEvent(event); err != nil {
			return err
		}
	}
	return nil
}

// end takes all recorders out.
func (o *recordOptions) end() error {
	stopped := false
	for _, at := range []string{o.onceCassette(), o.cassette} {
		journal, err := recording.Load(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return console.Usage(err.Error(), "")
		}
		stopped = true
		restored, err := journal.Stop(o.meant)
		o.tell(restored)
		if doubted, ok := errors.AsType[*recording.Disbelieved](err); ok {
			return console.Usage(console.Near(err.Error()), fmt.Sprintf("a settings file elsewhere has to be named: hooktest record --stop SETTINGS; remove %s if you did not record", visible.Line(console.Near(doubted.Journal))))
		}
		if err != nil {
			return console.Usage(console.Near(err.Error()), "the rest is restored by another --stop")
		}
	}
	if !stopped {
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("nothing is recorded to %s", console.Near(o.cassette)), Hint: "--project, --user or --cassette say where else"}
	}
	if err := o.recorded(); err != nil {
		return err
	}
	o.removeFolder()
	return nil
}

// meant tells whether a path is that of an agent's settings for this project or for the
// user, or the person has named it.
func (o *recordOptions) meant(contract *dialect.Contract, path string) bool {
	if named, err := filepath.Abs(o.file); err == nil && o.file != "" && named == path {
		return true
	}
	some := *contract
	some.Settings.Files = slices.Concat(settingsfile.Files(contract, false), settingsfile.Files(contract, true))
	places, err := settings.DefaultPaths(&some, o.project)
	return err == nil && slices.Contains(places.Files, path)
}

// removeFolder removes the cassette's folder if nothing is in it.
func (o *recordOptions) removeFolder() { _ = os.Remove(filepath.Dir(o.cassette)) }

// tell says what became of settings files.
func (o *recordOptions) tell(restored []recording.Restored) {
	for _, r := range restored {
		path := visible.Line(console.Near(r.Path))
		switch r.How {
		case recording.Whole:
			o.Streams.Out.Printf("restored %s, byte for byte\n", path)
		case recording.Untouched:
			o.Streams.Out.Printf("%s is as it was\n", path)
		case recording.Gone:
			o.Streams.Out.Printf("%s is gone, and stays so\n", path)
		case recording.Mended:
			o.Streams.Out.Printf("%s was changed by somebody else: %d of %s taken out, the rest stays as it is\n", path, r.Taken, english.Count(r.Of, "recorder"))
		}
	}
}

// recorded says what is in the cassette.
func (o *recordOptions) recorded() error {
	records, faults, err := cassette.Load(o.cassette)
	if errors.Is(err, fs.ErrNotExist) {
		o.Note("no hook has run")
		return nil
	}
	if err != nil {
		return console.Unreadable(console.Near(o.cassette), err)
	}
	o.warnOfFaults(o.cassette, faults)
	o.Streams.Out.Printf("%s in %s%s\n", english.Count(len(records), "run"), visible.Line(console.Near(o.cassette)), scrubbed(records))
	return nil
}

func (o *recordOptions) warnOfFaults(path string, faults []cassette.Fault) {
	for _, fault := range faults {
		o.Warn(fmt.Sprintf("%s:%d: %s", console.Near(path), fault.Line, fault.Message), "")
	}
}

// scrubbed says what was taken out of records.
func scrubbed(records []cassette.Record) string {
	counts := scrub.Counts{}
	for _, r := range records {
		counts.Add(r.Scrubbed)
	}
	var kinds []string
	for _, kind := range counts.Kinds() {
		kinds = append(kinds, english.Count(counts[kind], kind))
	}
	if len(kinds) == 0 {
		return ""
	}
	return "; taken out: " + english.And(kinds)
}

// status says what is recorded now.
func (o *recordOptions) status() error {
	journal, err := recording.Load(o.cassette)
	if errors.Is(err, fs.ErrNotExist) {
		o.Note("nothing is recorded now; hooktest record --start SETTINGS begins")
		return o.recorded()
	}
	if err != nil {
		return console.Usage(err.Error(), "")
	}
	for _, file := range journal.Files {
		o.Streams.Out.Printf("recording %s of %s since %s\n", english.Count(len(file.Edits), "hook"), visible.Line(console.Near(file.Path)), journal.Began.Local().Format("2006-01-02 15:04"))
	}
	return o.recorded()
}

// paths are those of files, as short as they can be named here.
func paths(files []*settingsfile.File) []string {
	var names []string
	for _, f := range files {
		names = append(names, console.Near(f.Path))
	}
	return names
}
