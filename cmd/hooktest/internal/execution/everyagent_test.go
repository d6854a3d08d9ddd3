//go:build unix

package execution_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/dialect"
)

// A hook of one event runs for every agent, in its own settings format, with a timeout between two
// whole seconds.
func TestOneHookIsRunForEveryAgent(t *testing.T) {
	t.Parallel()
	for _, c := range dialect.Contracts() {
		event := c.EventNames()[0]
		testbed := execution.Testbed{Contract: c, Command: "true", Environ: os.Environ(), Timeout: 1500 * time.Millisecond}
		_, err := testbed.Try(t.Context(), execution.Variation{Event: event, Fields: c.Sample(event, "")})
		require.NoError(t, err, "%s %s", c.Name, event)
	}
}
