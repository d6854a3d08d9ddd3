package builtin

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
)

func TestGuard(t *testing.T) {
	require.NoError(t, guard(func() {}))
	var e *adapter.Error
	require.ErrorAs(t, guard(func() { panic("torn apart") }), &e)
	assert.Equal(t, adapter.KindEngine, e.Kind, "HOOK-111: a throw is the engine's fault")
	assert.Contains(t, e.Message, "torn apart")
}
