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
