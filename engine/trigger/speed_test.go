package trigger_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/trigger"
)

// Sessions in which a tool call must cost next to nothing.
func TestIdleHooksAllocateNothing(t *testing.T) {
	var guards []string
	for i := range 20 {
		guards = append(guards, `{"matcher":"^(write_file|replace)$","hooks":[{"type":"command","command":"guard`+strconv.Itoa(i)+`"}]}`)
	}
	input := object(t, `{"path":"a.txt"}`)
	for name, c := range map[string]*engine.Config{
		"disabled": configOf(t, `{"BeforeTool":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`, func(o *engine.Options) { o.EnableHooks = false }),
		"no hooks": configOf(t, `{"AfterTool":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`),
		"no match": configOf(t, `{"BeforeTool":[`+strings.Join(guards, ",")+`]}`),
	} {
		allocations := testing.AllocsPerRun(1000, func() { trigger.FireBeforeToolHook(t.Context(), c, "read_file", input) })
		assert.Zero(t, allocations, "HOOK-010, HOOK-011, HOOK-012, HOOK-013: %s", name)
		assert.Zero(t, c.Counters().ProcessesStarted, name)
	}
}
