package proof

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/hooktest/hooktest/internal/source"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// SurvivorsFile is the path, from the module's root, of the list of survivors and of
// functions that are not mutated.
const SurvivorsFile = Folder + "/operator/survivors.yaml"

// A Class says why a mutant may survive.
type Class string

const (
	// Indistinct: it behaves like the unchanged engine.
	Indistinct Class = "equivalent"
	// Outside: it behaves differently, but no text says which behaviour is right.
	Outside Class = "outside"
)

// A Survivor is a mutant that no check kills, with the reason why no check could.
type Survivor struct {
	ID, Change string
	Class      Class
	Reason     string
	// Position is where the list names it.
	Position source.Position
}

// An Unmutated names functions that no requirement covers, although a function that names
// one calls them. They are not mutated, because no check of the suite could say which
// behaviour is right.
type Unmutated struct {
	// Of is a package, a type such as hook.(*fieldReader), or a function.
	Of     string `json:"of"`
	Reason string `json:"reason"`
	// Position is where the list names it.
	Position source.Position `json:"-"`
}

// Covers reports whether a function is one of them.
func (b Unmutated) Covers(declaration string) bool {
	return declaration == b.Of || strings.HasPrefix(declaration, b.Of+".")
}

// Excuses are the content of the list.
type Excuses struct {
	// Survivors are by id.
	Survivors map[string]Survivor
	Unmutated []Unmutated
}

type excusesDocument struct {
	Unmutated []yamltext.Located[unmutated] `yaml:"unmutated"`
	Survivors []yamltext.Located[excused]   `yaml:"survivors"`
}

type unmutated struct {
	Reason    string   `yaml:"reason"`
	Functions []string `yaml:"functions"`
}

type excused struct {
	Class   Class    `yaml:"class"`
	Reason  string   `yaml:"reason"`
	Mutants []string `yaml:"mutants"`
}

// ReadExcuses reads the list; a missing list is empty. The error joins all faults, each
// with file and line.
func ReadExcuses(root fs.FS) (Excuses, error) {
	read := Excuses{Survivors: map[string]Survivor{}}
	data, err := fs.ReadFile(root, SurvivorsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return read, nil
	}
	if err != nil {
		return read, err
	}
	var doc excusesDocument
	if err := yamltext.Unmarshal(data, &doc); err != nil {
		return read, yamltext.In(SurvivorsFile, err)
	}
	var faults []error
	var position source.Position
	fault := func(format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s: %s", position, fmt.Sprintf(format, args...)))
	}
	for _, e := range doc.Unmutated {
		position = source.At(SurvivorsFile, e.Line)
		reason := strings.TrimSpace(e.Value.Reason)
		switch {
		case e.Err != nil:
			faults = append(faults, yamltext.In(SurvivorsFile, e.Err))
		case reason == "":
			fault("no reason why no requirement speaks of these functions")
		case len(e.Value.Functions) == 0:
			fault("the reason is about no function")
		}
		for _, name := range e.Value.Functions {
			read.Unmutated = append(read.Unmutated, Unmutated{Of: name, Reason: reason, Position: position})
		}
	}
	all := read.Survivors
	for _, e := range doc.Survivors {
		position = source.At(SurvivorsFile, e.Line)
		reason := strings.TrimSpace(e.Value.Reason)
		switch {
		case e.Err != nil:
			faults = append(faults, yamltext.In(SurvivorsFile, e.Err))
			continue
		case e.Value.Class != Indistinct && e.Value.Class != Outside:
			fault("%q is not a class of survivors: %s or %s", e.Value.Class, Indistinct, Outside)
		case reason == "":
			fault("no reason why no check could kill these mutants")
		case len(e.Value.Mutants) == 0:
			fault("the reason is about no mutant")
		}
		for _, line := range e.Value.Mutants {
			id, change, ok := strings.Cut(line, ": ")
			switch {
			case !ok:
				fault("%q is not a mutant and its change, such as answer.plain/negate-1: s == \"\" → s != \"\"", line)
			case all[id].ID != "":
				fault("%s is also at %s", id, all[id].Position)
			}
			all[id] = Survivor{ID: id, Change: change, Class: e.Value.Class, Reason: reason, Position: position}
		}
	}
	return read, errors.Join(faults...)
}
