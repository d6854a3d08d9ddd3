package console

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWorkFolder(t *testing.T) {
	const memory = "/dev/shm"
	usable := inMemory(memory)
	at := func(folder string) string {
		if usable {
			return folder
		}
		return ""
	}
	var mine string
	if usable {
		var err error
		mine, err = os.MkdirTemp(memory, "hooktest-test-")
		require.NoError(t, err)
		t.Cleanup(func() { _ = os.RemoveAll(mine) })
	}
	tests := []struct {
		name, temporary, runtime, want, reason string
	}{
		{"nothing is said", "", "", at(memory), "there is memory on most machines"},
		{"a folder is named", t.TempDir(), mine, "", "who names one means it"},
		{"the session's own", "", mine, at(cmp.Or(mine, memory)), "it is the nearest"},
		{"the session's own is on the disk", "", "/proc", at(memory), "no file can be made there"},
		{"the session's own is gone", "", filepath.Join(t.TempDir(), "gone"), at(memory), "the next one is tried"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := &App{Environ: []string{"TMPDIR=" + test.temporary, "XDG_RUNTIME_DIR=" + test.runtime}}
			assert.Equal(t, test.want, a.WorkFolder(), test.reason)
		})
	}
}
