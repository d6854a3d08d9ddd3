package interpose

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/visible"
)

// Restored describes what happened to a settings file.
type Restored struct {
	Path string
	How  How
	// Taken is the number of recorders removed from a file that another program had changed. Of
	// is the number that were added.
	Taken, Of int
}

// How describes how the recorders were removed from a settings file.
type How int

const (
	// Whole: the file was restored byte for byte.
	Whole How = iota
	// Untouched: the file had no recorders.
	Untouched
	// Partial: another program had changed the file, and only the recorders were removed.
	Partial
	// Gone: the file had been removed.
	Gone
)

// Stop removes the recorders from all files, and then the journal. If it is interrupted, it can
// be called again.
//
// Stop doesn't trust the journal. It changes a file only if allowed reports that the path is one
// of the agent's settings, and if the recorded content follows from the old one by adding this
// journal's recorders.
func (j *Journal) Stop(allowed func(contract *dialect.Contract, path string) bool) ([]Restored, error) {
	var all []Restored
	var faults []error
	atomicfile.Sweep(filepath.Dir(j.path))
	for _, file := range j.Files {
		restored, err := j.restore(file, allowed)
		// Another program may change the file at any time. Such a change is detected before it
		// would be overwritten, and the file is read again.
		for tries := 0; errors.Is(err, atomicfile.ErrChanged) && tries < 5; tries++ {
			restored, err = j.restore(file, allowed)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		all = append(all, restored)
	}
	if len(faults) > 0 {
		return all, errors.Join(faults...)
	}
	return all, j.remove()
}

// remove removes the journal, unless another stop has done so and another recording has begun.
func (j *Journal) remove() error {
	now, err := os.ReadFile(j.path)
	if err == nil && !bytes.Equal(now, j.text) {
		return nil
	}
	if err = os.Remove(j.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (j *Journal) restore(a Altered, allowed func(*dialect.Contract, string) bool) (Restored, error) {
	contract, ok := dialect.Named(a.Agent)
	if !ok {
		return Restored{}, j.disbelieved(a, "no agent is called "+a.Agent)
	}
	if !allowed(contract, a.Path) {
		return Restored{}, j.disbelieved(a, fmt.Sprintf("it is not a settings file of %s for this project or for you", contract.Product))
	}
	written, err := j.written(contract, a)
	if err != nil {
		return Restored{}, err
	}
	data, err := os.ReadFile(a.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		how := Gone
		if a.Missing {
			how = Untouched
			a.removeFolders()
		}
		return Restored{Path: a.Path, How: how}, nil
	case err != nil:
		return Restored{}, err
	case !a.Missing && bytes.Equal(data, a.Before):
		return Restored{Path: a.Path, How: Untouched}, nil
	case bytes.Equal(data, written) && a.Missing:
		if err := os.Remove(a.Path); err != nil {
			return Restored{}, err
		}
		a.removeFolders()
		return Restored{Path: a.Path, How: Whole}, nil
	case bytes.Equal(data, written):
		file := &settingsfile.File{Path: a.Path, Contract: contract, Data: data}
		return Restored{Path: a.Path, How: Whole}, file.Commit(a.Before)
	}
	return a.removeRecorders(contract, data, j.Cassette)
}

// Disbelieved is the error for a journal entry that no recording would write.
type Disbelieved struct{ Path, Why, Journal string }

func (d *Disbelieved) Error() string {
	return fmt.Sprintf("%s is left as it is: %s (the journal is %s)", visible.Line(d.Path), visible.Line(d.Why), visible.Line(d.Journal))
}

func (j *Journal) disbelieved(a Altered, why string) error {
	return &Disbelieved{Path: a.Path, Why: why, Journal: JournalOf(j.Cassette)}
}

// written computes what Start wrote to a file from its old content. It returns an error if Start
// would not have written the journal's edits.
func (j *Journal) written(contract *dialect.Contract, a Altered) ([]byte, error) {
	if len(a.Edits) == 0 {
		return nil, j.disbelieved(a, "the journal has no recorder in it")
	}
	before := a.Before
	if a.Missing {
		before = nil
	}
	file, err := settingsfile.Parse(contract, a.Path, before)
	if err != nil {
		return nil, j.disbelieved(a, "what the journal has of it can't be read: "+err.Error())
	}
	text, ok := j.redone(file, a.Edits)
	foreign := slices.ContainsFunc(a.Folders, func(folder string) bool {
		return !strings.HasPrefix(a.Path, folder+string(filepath.Separator))
	})
	if !ok || foreign || settingsfile.Sum(text) != a.After {
		return nil, j.disbelieved(a, "what the journal says of it is not what a recording does")
	}
	return text, nil
}

// redone returns the text of a file with all edits, if each is what a recording would make.
func (j *Journal) redone(file *settingsfile.File, edits []Edit) ([]byte, bool) {
	if edit := edits[0]; edit.Added {
		made, text, err := j.added(file, hook.Event(edit.Event), edit.Pipe)
		return text, err == nil && len(edits) == 1 && reflect.DeepEqual(made, edit)
	}
	var changes []settingsfile.Change
	hooks := file.Hooks()
	for _, edit := range edits {
		i := slices.IndexFunc(hooks, func(h settingsfile.Hook) bool { return h.Command.Position().String() == edit.Where })
		if i < 0 {
			return nil, false
		}
		remade, ok := j.remade(file.Contract, hooks[i], edit)
		if !ok {
			return nil, false
		}
		changes, hooks = append(changes, remade...), slices.Delete(hooks, i, i+1)
	}
	return file.With(changes), true
}

// remade returns the changes of an edit, if it is what a recording would make of that hook.
func (j *Journal) remade(contract *dialect.Contract, h settingsfile.Hook, edit Edit) ([]settingsfile.Change, bool) {
	shell := contract.Launch.Shell(runtime.GOOS)
	for _, program := range append(slices.Clone(shell.Programs), shell.Fallback) {
		made, changes := j.wrapped(contract, h, program)
		// JSON does not distinguish a nil list of arguments from an empty one.
		made.Args, edit.Args = slices.Concat(made.Args), slices.Concat(edit.Args)
		if reflect.DeepEqual(made, edit) {
			return changes, true
		}
	}
	return nil, false
}

// removeFolders removes the folders that were created for the file, if they are empty.
func (a Altered) removeFolders() {
	for _, folder := range slices.Backward(a.Folders) {
		if info, err := os.Lstat(folder); err == nil && info.IsDir() {
			_ = os.Remove(folder)
		}
	}
}

// removeRecorders removes the recorders from a file that another program has changed.
func (a Altered) removeRecorders(contract *dialect.Contract, data []byte, cassette string) (Restored, error) {
	file, err := settingsfile.Parse(contract, a.Path, data)
	if err != nil {
		return Restored{}, fmt.Errorf("%w; this was changed meanwhile: fix it, then stop again", err)
	}
	text, taken, err := takeOut(file, a.Edits[0].Made, func(o original) bool { return o.cassette == cassette || o.alone && o.cassette == a.Edits[0].Pipe })
	if err == nil && taken > 0 {
		err = file.Commit(text)
	}
	return Restored{Path: a.Path, How: Partial, Taken: taken, Of: len(a.Edits)}, err
}
