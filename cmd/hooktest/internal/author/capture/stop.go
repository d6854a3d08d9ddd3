package capture

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/interpose"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// end removes all recorders.
func (o *recordOptions) end() error {
	stopped, moved := false, []string(nil)
	for _, at := range []string{o.onceCassette(), o.cassette} {
		journal, err := interpose.Load(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if errors.Is(err, interpose.ErrMoved) {
			moved = append(moved, interpose.JournalOf(at))
			continue
		}
		if err != nil {
			return console.Usage(err.Error(), "")
		}
		stopped = true
		restored, err := journal.Stop(o.meant)
		o.tell(restored)
		if doubted, ok := errors.AsType[*interpose.Disbelieved](err); ok {
			return console.Usage(console.Near(err.Error()), fmt.Sprintf("a settings file elsewhere has to be named: hooktest record --stop SETTINGS; remove %s if you did not record", visible.Line(console.Near(doubted.Journal))))
		}
		if err != nil {
			return console.Usage(console.Near(err.Error()), "the rest is restored by another --stop")
		}
	}
	taken, err := o.takeOutForgotten()
	if err != nil {
		return err
	}
	for _, journal := range moved {
		if err := os.Remove(journal); err != nil {
			return console.Fault(err)
		}
	}
	if !stopped && taken == 0 && moved == nil {
		atomicfile.Sweep(filepath.Dir(o.cassette))
		o.removeFolder()
		return &console.Failure{Code: console.ExitNothing, Message: fmt.Sprintf("nothing is recorded to %s", console.Near(o.cassette)), Hint: "--project, --user or --cassette say where else"}
	}
	if err := o.recorded(); err != nil {
		return err
	}
	o.removeFolder()
	return nil
}

// takeOutForgotten removes recorders whose journal is missing, for example after git clean or
// after a project was moved. Their own command lines contain the original commands.
func (o *recordOptions) takeOutForgotten() (int, error) {
	all := 0
	for _, contract := range dialect.Contracts() {
		paths := o.pathsOf(contract, o.user)
		if o.file != "" && (o.agent == contract.Name || o.agent == "" && reads(contract, o.file)) {
			paths = append(paths, o.file)
		}
		for _, path := range paths {
			file, err := settingsfile.Read(contract, path)
			if err != nil {
				// Other commands report its faults. Nothing can be removed here.
				continue
			}
			taken, err := interpose.TakeOut(file)
			if err != nil {
				return all, console.Usage(console.Near(err.Error()), "")
			}
			if all += taken; taken > 0 {
				o.Streams.Out.Printf("%s: %s without a journal taken out, by what its own command line says\n", visible.Line(console.Near(path)), english.Count(taken, "recorder"))
			}
		}
	}
	return all, nil
}

// meant reports whether a path is an agent's settings file for this project or for the user, or
// was named by the user. The paths may differ if links lead to a project.
func (o *recordOptions) meant(contract *dialect.Contract, path string) bool {
	known := slices.Concat(o.pathsOf(contract, false), o.pathsOf(contract, true))
	if o.file != "" {
		known = append(known, o.file)
	}
	return slices.ContainsFunc(known, func(one string) bool { return interpose.Same(one, path) })
}

// pathsOf returns an agent's settings of the project, or of the user. There are none if the user
// has no home directory.
func (o *recordOptions) pathsOf(contract *dialect.Contract, user bool) []string {
	some := *contract
	some.Settings.Files = settingsfile.Files(contract, user)
	if !user {
		some.Settings.Extensions.Folder = ""
	}
	places, err := settings.DefaultPaths(&some, o.project)
	if err != nil {
		return nil
	}
	return places.Files
}

// ignoreAll is the content of .hooktest/.gitignore: cassettes hold what people typed.
const ignoreAll = "*\n"

// ignoreFolder makes git ignore hooktest's own folder. It doesn't touch other folders, or an
// existing file.
func (o *recordOptions) ignoreFolder() {
	if folder := filepath.Dir(o.cassette); filepath.Base(folder) == ".hooktest" {
		_ = atomicfile.Create(filepath.Join(folder, ".gitignore"), 0o644, []byte(ignoreAll))
	}
}

// removeFolder removes the cassette's folder if nothing else is in it.
func (o *recordOptions) removeFolder() {
	folder := filepath.Dir(o.cassette)
	ignore := filepath.Join(folder, ".gitignore")
	if entries, err := os.ReadDir(folder); err == nil && len(entries) == 1 && filepath.Base(folder) == ".hooktest" {
		if text, err := os.ReadFile(ignore); err == nil && string(text) == ignoreAll {
			_ = os.Remove(ignore)
		}
	}
	_ = os.Remove(folder)
}

// tell reports what happened to settings files.
func (o *recordOptions) tell(restored []interpose.Restored) {
	for _, r := range restored {
		path := visible.Line(console.Near(r.Path))
		switch r.How {
		case interpose.Whole:
			o.Streams.Out.Printf("restored %s, byte for byte\n", path)
		case interpose.Untouched:
			o.Streams.Out.Printf("%s is as it was\n", path)
		case interpose.Gone:
			o.Streams.Out.Printf("%s is gone, and stays so\n", path)
		case interpose.Partial:
			o.Streams.Out.Printf("%s was changed meanwhile: %d of %s removed, the rest stays as it is\n", path, r.Taken, english.Count(r.Of, "recorder"))
		}
	}
}

// recorded reports what is in the cassette.
func (o *recordOptions) recorded() error {
	records, faults, err := cassette.Load(o.cassette)
	if errors.Is(err, fs.ErrNotExist) {
		o.Note("no hook has run")
		return nil
	}
	if err != nil {
		return console.Unreadable(console.Near(o.cassette), err)
	}
	for _, fault := range faults {
		o.Warn(fmt.Sprintf("%s:%d: %s", console.Near(o.cassette), fault.Line, fault.Message), "")
	}
	o.Streams.Out.Printf("%s in %s%s\n", english.Count(len(records), "run"), visible.Line(console.Near(o.cassette)), scrubbed(records))
	return nil
}

// scrubbed describes what was removed from records.
func scrubbed(records []cassette.Record) string {
	counts := scrub.Counts{}
	for _, r := range records {
		counts.Add(r.Scrubbed)
	}
	kinds := lists.Of(counts.Kinds(), func(kind string) string { return english.Count(counts[kind], kind) })
	if len(kinds) == 0 {
		return ""
	}
	return "; taken out: " + english.And(kinds)
}

// status reports what is being recorded.
func (o *recordOptions) status() error {
	journal, err := interpose.Load(o.cassette)
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
