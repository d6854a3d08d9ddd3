package driver

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
)

// set sets a value in a settings file of the agent. had reports whether there was one.
func (a *Agent) set(path string, text []byte, name string, value any) (changed []byte, had bool, err error) {
	if len(text) == 0 {
		text = []byte("{}")
	}
	contract, _ := dialect.Named(a.Contracts[0])
	file, err := settingsfile.Parse(contract, path, text)
	if err != nil {
		return nil, false, err
	}
	if changed, had = file.Set(strings.Split(name, "."), value); changed == nil {
		err = fmt.Errorf("%s has no place for %s", path, name)
	}
	return changed, had, err
}

// replaced returns the settings file as the agent sees it; nil if that is as it is.
func (l Login) replaced(s Spec, seen map[string][]byte) (path string, changed []byte) {
	path = s.At(l.Path)
	text, known := seen[path]
	if !known {
		text, _ = os.ReadFile(path)
	}
	changed, had, err := s.Agent.set(path, text, l.Name, l.Value)
	// The agent reports a file that can't be read.
	if err != nil || !had && !l.Add || bytes.Equal(changed, text) {
		return path, nil
	}
	return path, changed
}

// text returns the file's JSON text with the values set.
func (f File) text(a *Agent) (text []byte, err error) {
	text, _ = os.ReadFile(f.Path)
	for name, value := range f.Set {
		if text, _, err = a.set(f.Path, text, name, value); err != nil {
			return nil, &Untestable{fmt.Sprintf("%s can't be read: %v", f.Path, err), "the agent would not start with it"}
		}
	}
	return text, nil
}
