//go:build unix

package atomicfile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The test binary writes a file where it is asked to, from its stdin.
func TestMain(m *testing.M) {
	path := os.Getenv("ATOMICFILE")
	if path == "" {
		os.Exit(m.Run())
	}
	err := Write(path, 0o644, func(w io.Writer) error {
		fmt.Fprintln(os.Stderr, "writing")
		_, err := io.Copy(w, os.Stdin)
		return err
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// writer is another process that writes a file; limit is how large one may get,
// in blocks of the shell.
func writer(t *testing.T, path, limit string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), "sh", "-c", "trap '' XFSZ; ulimit -f "+limit+"; exec "+self)
	cmd.Env = append(os.Environ(), "ATOMICFILE="+path)
	return cmd
}

func TestAFullDiskLeavesTheOldFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "report")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	cmd := writer(t, path, "16")
	cmd.Stdin = strings.NewReader(strings.Repeat("new", 1<<18))
	said, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(said), "write "+path+": file too large")
	assert.Equal(t, "old", read(t, path))
	only(t, folder, "report")
}

func TestAKillLeavesTheOldFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "report")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	cmd := writer(t, path, "unlimited")
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = bufio.NewReader(stderr).ReadString('\n')
	require.NoError(t, err)
	// More than the pipe and every buffer hold: some of it is in the file.
	_, err = stdin.Write([]byte(strings.Repeat("new", 1<<18)))
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	assert.Equal(t, "old", read(t, path))
	parts, err := filepath.Glob(filepath.Join(folder, Prefix+"*"))
	require.NoError(t, err)
	assert.Len(t, parts, 1, "it was killed amid the write")
}

func TestAPipeIsWrittenTo(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	got := make(chan string)
	go func() {
		text, _ := os.ReadFile(path)
		got <- string(text)
	}()
	require.NoError(t, WriteBytes(path, 0o644, []byte("through")))
	assert.Equal(t, "through", <-got)
	only(t, folder, "pipe")
	require.NoError(t, WriteBytes(os.DevNull, 0o644, []byte("gone")))
}

// The output of the process and a report to /dev/stdout go to one file.
func TestStdoutStaysTheFileThatItIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	out, err := os.Create(path)
	require.NoError(t, err)
	_, err = out.WriteString("printed\n")
	require.NoError(t, err)
	cmd := writer(t, "/dev/stdout", "unlimited")
	cmd.Stdin, cmd.Stdout = strings.NewReader("reported\n"), out
	require.NoError(t, cmd.Run())
	require.NoError(t, out.Close())
	assert.Equal(t, "printed\nreported\n", read(t, path))
}
