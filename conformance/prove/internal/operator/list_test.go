package operator

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// The mutants of a function are numbered, so a change of the function may leave excuses
// that name no mutant, or another one.
func TestTheListSpeaksOfWhatThereIs(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..", "..")
	source, err := Load(root, "github.com/hooktest/hooktest")
	require.NoError(t, err)
	excuses, err := proof.ReadExcuses(os.DirFS(root))
	require.NoError(t, err)
	stale := stale(source, excuses)
	assert.NoError(t, errors.Join(stale...), "take them off the list, or name what they have become")
}

// An excuse of a mutant that no longer exists, or that is now another one, is reported
// with the old change.
func TestStaleExcuses(t *testing.T) {
	t.Parallel()
	s := Source{Declarations: []Declaration{{Name: "p.f"}}}
	m := Mutant{Declaration: "p.f"}
	m.ID, m.Violates = "p.f/drop-1", "a → b"
	s.Mutants = []Mutant{m}
	excuses := proof.Excuses{Survivors: map[string]proof.Survivor{
		"p.f/drop-1": {ID: "p.f/drop-1", Change: "a → b", Position: "list.yaml:3"},
	}}
	assert.Empty(t, stale(s, excuses))
	excuses.Survivors["p.f/drop-1"] = proof.Survivor{ID: "p.f/drop-1", Change: "a → c", Position: "list.yaml:3"}
	excuses.Survivors["p.f/drop-2"] = proof.Survivor{ID: "p.f/drop-2", Change: "a → c", Position: "list.yaml:4"}
	var said []string
	for _, err := range stale(s, excuses) {
		said = append(said, err.Error())
	}
	assert.ElementsMatch(t, []string{
		"list.yaml:3: p.f/drop-1 is a → b, not a → c",
		"list.yaml:4: p.f/drop-2 is no mutant",
	}, said)
}

func stale(source Source, excuses proof.Excuses) []error {
	left, err := source.Without(excuses.Unmutated)
	if err != nil {
		return []error{err}
	}
	var all []error
	known := left.ByID()
	for id, s := range excuses.Survivors {
		switch m, there := known[id]; {
		case !there:
			all = append(all, fmt.Errorf("%s: %s is no mutant", s.Position, id))
		case m.Violates != s.Change:
			all = append(all, fmt.Errorf("%s: %s is %s, not %s", s.Position, id, m.Violates, s.Change))
		}
	}
	return all
}
