package explore

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/jsontext"
)

// Schema names the document that a State is written as.
const Schema = "urn:hooktest:schema:explore-report"

// A State is the progress of an exploration: both the report and the point to
// continue from. It holds no times and no paths, so two explorations with the same
// findings are equal byte for byte.
type State struct {
	Schema string `json:"schema"`
	// Engine is the version of hooktest; another version may make other draws.
	Engine         string                 `json:"engine"`
	Implementation adapter.Implementation `json:"implementation"`
	Seed           uint64                 `json:"seed"`
	// Next is the number of the first draw that was not made.
	Next int `json:"next"`
	// Judged and Different count the draws that were compared, and those of them
	// that differ. Unsteady are those of the latter that did not differ again.
	Judged    int       `json:"judged"`
	Different int       `json:"different"`
	Unsteady  []Flicker `json:"unsteady"`
	// Unjudged counts the draws that could not be compared, by the reason.
	Unjudged map[string]int `json:"unjudged"`
	// Causes come in the order in which they were found.
	Causes []Cause `json:"causes"`
}

// A Flicker is a draw that differed once, and not again when it was repeated.
type Flicker struct {
	Draw        int          `json:"draw"`
	Differences []Difference `json:"differences"`
}

// Begin is the state of an exploration that has not begun.
func Begin(engine string, of adapter.Implementation, seed uint64) State {
	return State{Schema: Schema, Engine: engine, Implementation: of, Seed: seed, Unsteady: []Flicker{}, Unjudged: map[string]int{}, Causes: []Cause{}}
}

func (s State) clone() State {
	s.Unjudged = maps.Clone(s.Unjudged)
	s.Causes, s.Unsteady = slices.Clone(s.Causes), slices.Clone(s.Unsteady)
	return s
}

// Sorted returns the causes that requirements cover first, sorted by frequency.
func (s State) Sorted() []Cause {
	sorted := slices.Clone(s.Causes)
	weight := func(c Cause) int {
		switch {
		case c.Text():
			return 0
		case len(c.Clauses) > 0:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(sorted, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(weight(a), weight(b)), cmp.Compare(b.Count, a.Count), cmp.Compare(a.First, b.First))
	})
	return sorted
}

// Same returns why an exploration that begins like this one can't continue the
// state; nil if it can.
func (s State) Same(begin State) error {
	switch {
	case s.Engine != begin.Engine:
		return fmt.Errorf("it is of hooktest %s, this is %s", s.Engine, begin.Engine)
	case s.Implementation != begin.Implementation:
		return fmt.Errorf("it is about %s %s, not about %s %s", s.Implementation.Name, s.Implementation.Version, begin.Implementation.Name, begin.Implementation.Version)
	case s.Seed != begin.Seed:
		return fmt.Errorf("its seed is %d, not %d", s.Seed, begin.Seed)
	}
	return nil
}

// Text is the state as a document.
func (s State) Text() ([]byte, error) {
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

// Write keeps a state in a file, whole or not at all.
func (s State) Write(path string) error {
	text, err := s.Text()
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, 0o644, text)
}

// Read reads what Write has written.
func Read(path string) (State, error) {
	// Another kind of file can't be replaced, and reading it may never end.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return State{}, errors.New("not a regular file")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return State{}, err
	}
	s := State{}
	if err := jsontext.Decode(text, &s); err != nil {
		return s, err
	}
	if s.Schema != Schema || s.Next < 0 || s.Unjudged == nil {
		return s, errors.New("it is not the state of an exploration")
	}
	for i, c := range s.Causes {
		if len(c.Forms) == 0 || len(c.Draw.Groups) == 0 {
			return s, fmt.Errorf("its cause %d is not whole", i)
		}
		for j := range c.Draw.Groups {
			c.Draw.Groups[j].compact()
		}
	}
	return s, nil
}

// compact restores the compact JSON of the settings' values, as they were drawn.
func (g *Group) compact() {
	values := []*json.RawMessage{&g.Matcher, &g.Sequential}
	for i := range g.Entries {
		values = append(values, &g.Entries[i].Type, &g.Entries[i].Timeout)
	}
	for _, value := range values {
		var b bytes.Buffer
		if *value != nil && json.Compact(&b, *value) == nil {
			*value = b.Bytes()
		}
	}
}
