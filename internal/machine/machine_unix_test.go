//go:build unix

package machine

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKeepOwn(t *testing.T) {
	root := t.TempDir()
	before := syscall.Umask(0o777)
	defer syscall.Umask(before)
	KeepOwn()
	folder := filepath.Join(root, "folder")
	require.NoError(t, os.Mkdir(folder, 0o755))
	info, err := os.Stat(folder)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), "others have no more than the umask leaves them")
}

func TestAtLimit(t *testing.T) {
	for _, tt := range []struct {
		in   error
		want bool
	}{
		{nil, false},
		{fmt.Errorf("starting: %w", &os.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}), true},
		{fmt.Errorf("starting: %w", syscall.ENOENT), false},
		{Told("mounting /x: " + syscall.ENOSPC.Error()), true},
		{Told("mounting /x: " + syscall.EPERM.Error()), false},
	} {
		assert.Equal(t, tt.want, AtLimit(tt.in), tt.in)
	}
	assert.EqualError(t, Told("mounting /x: "+syscall.ENOSPC.Error()), "mounting /x: "+syscall.ENOSPC.Error())
	assert.EqualError(t, Told("mounting /x"), "mounting /x")
}

func TestFiles(t *testing.T) {
	assert.NoError(t, Files(3))
	err := Files(1 << 60)
	var files syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files))
	assert.Equal(t, uint64(files.Max) < 1<<60, AtLimit(err), "a limit there is, unless it is infinite")
}
