package recording

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// A Restored says what became of a settings file.
type Restored struct {
	Path string
	How  How
	// Taken are the recorders that were taken out of a file that somebody had changed, of
	// so many.
	Taken, Of int
}

// How a settings file came to be without recorders.
type How int

const (
	// Whole: byte for byte what it was before.
	Whole How = iota
	// Untouched: it was so already.
	Untouched
	// Mended: somebody else had changed it, and only the recorders were taken out.
	Mended
	// Gone: somebody had removed it.
	Gone
)

// Stop has all files be without recorders, and removes the journal. Whatever it is
// broken off by, it can be called again.
func (j *Journal) Stop() ([]Restored, error) {
	var all []Restored
	var faults []error
	for _, file := range j.Files {
		restored, err := file.restore()
		// A program may change it at any time, which is seen before it is lost.
		for tries := 0; errors.Is(err, atomicfile.ErrChanged) && tries < 5; tries++ {
			restored, err = file.restore()
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
	return all, os.Remove(JournalOf(j.Cassette))
}

func (a Altered) restore() (Restored, error) {
	contract, ok := dialect.Named(a.Agent)
	if !ok {
		return Restored{}, fmt.Errorf("%s: unknown agent %q in the journal", a.Path, a.Agent)
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
	case !a.Missing && settingsfile.Sum(data) == settingsfile.Sum(a.Before):
		return Restored{Path: a.Path, How: Untouched}, nil
	case settingsfile.Sum(data) == a.After && a.Missing:
		if err := os.Remove(a.Path); err != nil {
			return Restored{}, err
		}
		a.removeFolders()
		return Restored{Path: a.Path, How: Whole}, nil
	case settingsfile.Sum(data) == a.After:
		// It is what was written here, and need not be understood.
		file := &settingsfile.File{Path: a.Path, Contract: contract, Data: data}
		return Restored{Path: a.Path, How: Whole}, file.Commit(a.Before)
	}
	return a.mend(contract, data)
}

// removeFolders removes what was made for the file, if nobody else uses it.
func (a Altered) removeFolders() {
	for _, folder := range slices.Backward(a.Folders) {
		_ = os.Remove(folder)
	}
}

// mend takes the recorders out of a file that somebody else has changed.
func (a Altered) mend(contract *dialect.Contract, data []byte) (Restored, error) {
	file, err := settingsfile.Parse(contract, a.Path, data)
	if err != nil {
		return Restored{}, fmt.Errorf("%w; somebody else has written this since: mend it, then stop again", err)
	}
	result := Restored{Path: a.Path, How: Mended, Of: len(a.Edits)}
	text := data
	for _, edit := range a.Edits {
		for {
			current, err := settingsfile.Parse(contract, a.Path, text)
			if err != nil {
				return Restored{}, err
			}
			hooks := current.Hooks()
			i := slices.IndexFunc(hooks, edit.made)
			if i < 0 {
				break
			}
			if text, err = edit.undo(current, hooks[i]); err != nil {
				return Restored{}, err
			}
			result.Taken++
		}
	}
	if result.Taken == 0 {
		return result, nil
	}
	return result, file.Commit(text)
}

// made tells whether a hook is what the edit has made.
func (e Edit) made(h settingsfile.Hook) bool {
	return h.Command.Text() == e.To && slices.Equal(h.Args(), e.With)
}

func (e Edit) undo(file *settingsfile.File, h settingsfile.Hook) ([]byte, error) {
	if e.Added {
		return file.Removed(h, e.Made)
	}
	changes := []settingsfile.Change{settingsfile.Replace(h.Command, e.From)}
	if h.Arguments != nil {
		changes = append(changes, settingsfile.Replace(h.Arguments, e.Args))
	}
	return file.With(changes), nil
}
