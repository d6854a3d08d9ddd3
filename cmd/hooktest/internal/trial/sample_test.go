package trial_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// A sample has every field of its event and no other, in the shape of the
// event's schema.
func TestSampleFields(t *testing.T) {
	for _, event := range dialect.LLxprt().EventNames() {
		t.Run(string(event), func(t *testing.T) {
			in := hook.NewInput(hook.Base{SessionID: trial.SessionID, CWD: "/project", Event: event})
			fields := dialect.LLxprt().Sample(event, "")
			for key, value := range fields.All() {
				in = in.With(key, value)
			}
			require.NoError(t, schemas.Validate(schemas.Stdin(string(event)), in.Object()))
			source, err := schemas.Source(schemas.Stdin(string(event)))
			require.NoError(t, err)
			schema, err := jsonvalue.ParseObject(source)
			require.NoError(t, err)
			properties, ok := schema.GetObject("properties")
			require.True(t, ok)
			assert.ElementsMatch(t, properties.Keys(), in.Object().Keys())
		})
	}
}

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
