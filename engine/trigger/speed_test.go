package trigger_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/trigger"
)

// idle are the sessions in which a tool call must cost next to nothing.
func idle(t testing.TB) map[string]*engine.Config {
	var guards []string
	for i := range 20 {
		guards = append(guards, `{"matcher":"^(write_file|replace)$","hooks":[{"type":"command","command":"guard`+strconv.Itoa(i)+`"}]}`)
	}
	return map[string]*engine.Config{
		"disabled": configOf(t, `{"BeforeTool":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`, func(o *engine.Options) { o.EnableHooks = false }),
		"no hooks": configOf(t, `{"AfterTool":[{"hooks":[{"type":"command","command":"exit 2"}]}]}`),
		"no match": configOf(t, `{"BeforeTool":[`+strings.Join(guards, ",")+`]}`),
	}
}

func TestIdleHooksAllocateNothing(t *testing.T) {
	input := object(t, `{"path":"a.txt"}`)
	for name, c := range idle(t) {
		allocations := testing.AllocsPerRun(1000, func() { trigger.FireBeforeToolHook(t.Context(), c, "read_file", input) })
		assert.Zero(t, allocations, "HOOK-010, HOOK-011, HOOK-012, HOOK-013: %s", name)
		assert.Zero(t, c.Counters().ProcessesStarted, name)
	}
}

func BenchmarkDisabled(b *testing.B) { benchmark(b, "disabled") }
func BenchmarkNoHooks(b *testing.B)  { benchmark(b, "no hooks") }
func BenchmarkNoMatch(b *testing.B)  { benchmark(b, "no match") }

func benchmark(b *testing.B, name string) {
	c, input := idle(b)[name], object(b, `{"path":"a.txt"}`)
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		trigger.FireBeforeToolHook(ctx, c, "read_file", input)
	}
}
