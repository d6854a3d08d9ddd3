package operator

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// SurvivorsFile is the place of the list of survivors, from the module's root.
const SurvivorsFile = mutants.Folder + "/operator/survivors.yaml"

// A Class says why a mutant may survive.
type Class string

const (
	// Equivalent: nobody can tell it from the engine as it is.
	Equivalent Class = "equivalent"
	// Outside: somebody can, but no text says which of the two is right.
	Outside Class = "outside"
)

// A Survivor is a mutant that no check kills, with the reason why none could.
type Survivor struct {
	ID, Change string
	Class      Class
	Reason     string
	// Position is file:line of the list.
	Position string
}

type survivorsDocument struct {
	Survivors []yamltext.Located[excused] `yaml:"survivors"`
}

type excused struct {
	Class   Class    `yaml:"class"`
	Reason  string   `yaml:"reason"`
	Mutants []string `yaml:"mutants"`
}

// Survivors reads the list, by id; a list that is not there is empty. The error
// joins its faults, each led by file and line.
func Survivors(root fs.FS) (map[string]Survivor, error) {
	all := map[string]Survivor{}
	data, err := fs.ReadFile(root, SurvivorsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	var doc survivorsDocument
	if err := yamltext.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", SurvivorsFile, err)
	}
	var faults []error
	for _, e := range doc.Survivors {
		position := fmt.Sprintf("%s:%d", SurvivorsFile, e.Line)
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Errorf("%s: %s", position, fmt.Sprintf(format, args...)))
		}
		reason := strings.TrimSpace(e.Value.Reason)
		switch {
		case e.Err != nil:
			fault("%v", e.Err)
			continue
		case e.Value.Class != Equivalent && e.Value.Class != Outside:
			fault("%q is no class of survivors: %s or %s", e.Value.Class, Equivalent, Outside)
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
	return all, errors.Join(faults...)
}
