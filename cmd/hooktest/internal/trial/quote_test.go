package trial_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
)

func TestCommandFor(t *testing.T) {
	tests := map[string]struct {
		script string
		args   []string
		want   string
	}{
		"plain":    {"/a/b-c_1.sh", nil, "/a/b-c_1.sh"},
		"blank":    {"/a b.sh", []string{"--x"}, "'/a b.sh' --x"},
		"quote":    {"/it's.sh", nil, `'/it'\''s.sh'`},
		"variable": {"/$HOME.sh", []string{"", "*", "~"}, `'/$HOME.sh' '' '*' '~'`},
	}
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		tt := tests[name]
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, trial.CommandFor(tt.script, tt.args))
		})
	}
}
