package guard

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The test binary is also the guard and the guarded programs.
func TestMain(m *testing.M) {
	if Called() {
		os.Exit(Main())
	}
	if life := lives[os.Getenv("LIFE")]; life != nil {
		Arm()
		life()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Root can access any folder, so a test that runs as root removes the locked folder as
// another user.
func TestRemoveWhatIsLocked(t *testing.T) {
	const unprivileged = 65534
	folder := filepath.Join(t.TempDir(), "folder")
	inner := filepath.Join(folder, "locked", "twice")
	require.NoError(t, os.MkdirAll(inner, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(inner, "file"), nil, 0o600))
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = []string{"LIFE=removes", "FOLDER=" + folder}
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}}
		for _, above := range []string{filepath.Dir(folder), filepath.Dir(filepath.Dir(folder))} {
			require.NoError(t, os.Chmod(above, 0o777))
		}
	}
	for path := inner; path != filepath.Dir(folder); path = filepath.Dir(path) {
		if os.Getuid() == 0 {
			require.NoError(t, os.Chown(path, unprivileged, unprivileged))
		}
		if path != folder {
			require.NoError(t, os.Chmod(path, 0))
		}
	}
	printed, err := cmd.CombinedOutput()
	require.NoError(t, err, string(printed))
	assert.NoDirExists(t, folder)
}

// lives are programs: each prints the processes that must end with it, one per line, and
// then ends in its own way.
var lives = map[string]func(){
	"removes": func() { must(Remove(os.Getenv("FOLDER"))) },
	"told": func() {
		child := shell("exec sleep 300")
		ward := Begin(nil)
		must(child.Start())
		ward.Started(child.Process.Pid)
		say(child.Process.Pid)
		say("kill")
		select {}
	},
	// The program dies after it has started a child, and before it knows the child's
	// number.
	"untold": func() {
		read, write, err := os.Pipe()
		must(err)
		child := shell("echo up; exec sleep 300")
		child.Stdout = write
		Begin(write)
		must(child.Start())
		must(write.Close())
		_, err = bufio.NewReader(read).ReadString('\n')
		must(err)
		say(child.Process.Pid)
		say("kill")
		select {}
	},
	"done": func() {
		child := shell("exec sleep 300")
		ward := Begin(nil)
		must(child.Start())
		ward.Started(child.Process.Pid)
		ward.Done()
		say(-child.Process.Pid)
		say("kill")
		select {}
	},
	"not started": func() {
		Begin(nil).Done()
		Begin(os.Stdin)
		say("kill")
		select {}
	},
	"reused": func() {
		for range 1000 {
			ward := Begin(nil)
			ward.Started(os.Getppid())
			ward.Done()
		}
		child := shell("exec sleep 300")
		ward := Begin(nil)
		must(child.Start())
		ward.Started(child.Process.Pid)
		if post.count != 1 {
			panic("the table grows")
		}
		say(child.Process.Pid)
		say("kill")
		select {}
	},
	"disarmed with a ward": func() {
		child := shell("exec sleep 300")
		ward := Begin(nil)
		must(child.Start())
		ward.Started(child.Process.Pid)
		say(child.Process.Pid)
		Disarm()
	},
	"disarmed": func() {
		Begin(nil).Done()
		say(post.process.Pid)
		Disarm()
		if Begin(nil) != nil {
			panic("there is nobody to guard")
		}
	},
	"folders": func() {
		kept, err := os.MkdirTemp("", "kept-")
		must(err)
		Folder(kept)()
		gone, err := os.MkdirTemp("", "gone-")
		must(err)
		must(os.MkdirAll(filepath.Join(gone, "a", "b"), 0o700))
		Folder(gone)
		say("kill")
		select {}
	},
}

func shell(script string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", script)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func say(word any) {
	switch w := word.(type) {
	case string:
		_, _ = os.Stdout.WriteString(w + "\n")
	case int:
		_, _ = os.Stdout.WriteString(strconv.Itoa(w) + "\n")
	}
}

func TestLives(t *testing.T) {
	for name := range lives {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "LIFE="+name, "TMPDIR="+folder)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			var ending, staying []int
			for lines := bufio.NewScanner(out); lines.Scan(); {
				pid, err := strconv.Atoi(lines.Text())
				switch {
				case err != nil:
					require.Equal(t, "kill", lines.Text())
					require.NoError(t, cmd.Process.Kill())
				case pid < 0:
					staying = append(staying, -pid)
				default:
					ending = append(ending, pid)
				}
			}
			_ = cmd.Wait()
			require.Empty(t, stderr.String())
			for _, pid := range ending {
				assert.Eventually(t, func() bool { return dead(pid) }, 20*time.Second, time.Millisecond, "process %d lives on", pid)
			}
			for _, pid := range staying {
				assert.False(t, dead(pid), "process %d is not guarded, but has ended", pid)
				require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
			}
			if name == "folders" {
				assert.Eventually(t, func() bool {
					left, err := filepath.Glob(filepath.Join(folder, "*"))
					return err == nil && len(left) == 1 && strings.HasPrefix(filepath.Base(left[0]), "kept-")
				}, 20*time.Second, time.Millisecond)
			}
		})
	}
}

func dead(pid int) bool {
	for _, p := range processes() {
		if p.pid == pid {
			return p.dead
		}
	}
	return true
}

// A program that does not call Arm gets no guard and has no cost.
func TestUnarmed(t *testing.T) {
	require.Nil(t, Begin(os.Stdout))
	Folder(t.TempDir())()
	require.NoError(t, Run(exec.Command("true")))
	assert.Nil(t, post.process)
}

// An output that other programs may also write to does not identify a process.
func TestOnlyPipesAreSearched(t *testing.T) {
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer read.Close()
	defer write.Close()
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	var table []byte
	for _, f := range []*os.File{write, null} {
		r, err := recordOf(f)
		require.NoError(t, err)
		table = append(table, r.text()...)
	}
	table = append(table, record{PID: 7}.text()...)
	table = append(table, record{PID: 1}.text()...)
	table = append(table, "torn"...)
	life, err := read.Stat()
	require.NoError(t, err)
	s := wanted(table, life)
	assert.Equal(t, map[int]bool{7: true}, s.pids)
	assert.Len(t, s.pipes, 1)
}

func TestListen(t *testing.T) {
	got, err := listen(strings.NewReader("+/a\x00+/b\nc\x00-/a\x00+/torn"))
	require.NoError(t, err)
	assert.Equal(t, map[string]bool{"/b\nc": true}, got)
	_, err = listen(io.MultiReader(strings.NewReader("+/a\x00"), failing{}))
	assert.ErrorIs(t, err, syscall.EIO)
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, syscall.EIO }

// BenchmarkWard measures the cost of a guard for a process that starts and ends.
func BenchmarkWard(b *testing.B) {
	read, write, err := os.Pipe()
	require.NoError(b, err)
	defer read.Close()
	defer write.Close()
	Arm()
	defer Disarm()
	for b.Loop() {
		ward := Begin(write)
		ward.Started(os.Getpid())
		ward.Done()
	}
}
