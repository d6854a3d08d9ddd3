package target

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A hook copied from settings is recognized in any layout.
func TestAHookAsSettingsHaveIt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"type": "prompt", "prompt": "Is this safe?"}`, `{ "type": "prompt", "prompt": "Is this safe?" }`, "\n  {\n    \"type\": \"prompt\",\n    \"prompt\": \"Is this safe?\"\n  }\n",
	} {
		found, err := Find(text, nil, t.TempDir())
		require.NoError(t, err, text)
		require.NotNil(t, found.Entry, text)
		kind, _ := found.Entry.GetString("type")
		assert.Equal(t, "prompt", kind, text)
	}
	group, err := Find(`{ cat; }`, nil, t.TempDir())
	require.NoError(t, err)
	assert.Nil(t, group.Entry, "a group of the shell begins with a brace, too")
}
