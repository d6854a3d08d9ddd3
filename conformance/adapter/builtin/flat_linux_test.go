package builtin_test

import (
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// holdings are the resources that a process holds.
type holdings struct {
	heap                      uint64
	goroutines, files, thread int
}

func held(t *testing.T) holdings {
	t.Helper()
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	entries := func(folder string) int {
		all, err := os.ReadDir(folder)
		require.NoError(t, err)
		return len(all)
	}
	return holdings{m.HeapAlloc, runtime.NumGoroutine(), entries("/proc/self/fd"), entries("/proc/self/task")}
}

// An agent runs for days, so a leak of even one kilobyte per firing adds up.
// 300 firings are measured after a warm-up of 100.
func TestFiringsLeaveNoFiles(t *testing.T) {
	c := started(t)
	c.open("s", t.TempDir(), `{"enableHooks":true,"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"echo '{\"reason\":\"fine\"}'"}]}]}}`)
	fire := func(times int) holdings {
		for range times {
			require.Len(t, c.fireTool("s").Aggregated.AllOutputs, 1)
			c.logs = nil
		}
		return held(t)
	}
	before := fire(100)
	after := fire(300)
	assert.Less(t, after.heap, before.heap+160<<10, "half a kilobyte a firing")
	assert.LessOrEqual(t, after.goroutines, before.goroutines)
	assert.LessOrEqual(t, after.files, before.files)
	assert.LessOrEqual(t, after.thread, before.thread+4, "the runtime starts some threads when it likes, but not one a firing")
}
