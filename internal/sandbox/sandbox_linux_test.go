package sandbox

import (
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	if Called() {
		os.Exit(Main())
	}
	Arm()
	os.Exit(m.Run())
}

// modes returns the modes that this machine allows. Each has to keep the same promises.
func modes(t *testing.T) []mode {
	t.Helper()
	var all []mode
	for _, m := range []mode{byRoot, byUser, alone} {
		process, err := m.start(&Policy{}, "", nil, &os.ProcAttr{})
		if err != nil {
			t.Logf("%s: %v", m, err)
			continue
		}
		if state, err := process.Wait(); err == nil && state.Success() {
			all = append(all, m)
		}
	}
	if len(all) == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("this machine has no sandbox")
		}
		t.Skip("this machine has no sandbox")
	}
	return all
}

// A scene is a scratch folder next to files that must not change.
type scene struct{ scratch, outside string }

func newScene(t *testing.T) scene {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s := scene{filepath.Join(root, "scratch"), filepath.Join(root, "outside")}
	for _, folder := range []string{s.scratch, s.outside} {
		require.NoError(t, os.Mkdir(folder, 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(s.outside, "kept"), []byte("kept\n"), 0o644))
	return s
}

// look returns everything outside: names, modes, owners, modification times and texts.
func (s scene) look(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, filepath.WalkDir(s.outside, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var stat syscall.Stat_t
		if err := syscall.Lstat(path, &stat); err != nil {
			return err
		}
		text, _ := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %o %d %d %v %v %q\n", path, stat.Mode, stat.Uid, stat.Gid, stat.Mtim, stat.Ctim, text)
		return nil
	}))
	return b.String()
}

// run runs a shell script in the scratch folder, and returns its output and its status.
func (s scene) run(t *testing.T, m mode, script string) (string, syscall.WaitStatus) {
	t.Helper()
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer read.Close()
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	process, err := m.start(&Policy{Writable: []string{s.scratch}}, "/bin/sh", []string{"sh", "-c", script},
		&os.ProcAttr{Dir: s.scratch, Env: append(os.Environ(), "OUT="+s.outside), Files: []*os.File{null, write, write}, Sys: &syscall.SysProcAttr{Setsid: true}})
	_ = write.Close()
	require.NoError(t, err)
	printed, err := io.ReadAll(read)
	require.NoError(t, err)
	state, err := process.Wait()
	require.NoError(t, err)
	return string(printed), state.Sys().(syscall.WaitStatus)
}

func TestNothingOutsideChanges(t *testing.T) {
	t.Parallel()
	for _, m := range modes(t) {
		for _, script := range []string{
			`echo x >"$OUT/kept"`, `echo x >>"$OUT/kept"`, `: >"$OUT/new"`, `rm -rf "$OUT"`, `mv "$OUT/kept" "$OUT/other"`, `mkdir "$OUT/new"`, `ln -s x "$OUT/new"`,
			`ln "$OUT/kept" linked && echo x >linked`, `chmod -R 777 "$OUT"`, `chown -R 1:1 "$OUT"`, `touch -d 2001-01-01 "$OUT/kept"`, `mv "$OUT" .`, `truncate -s 0 "$OUT/kept"`,
			`mount -t tmpfs x "$OUT"`, `umount "$OUT"; echo x >"$OUT/kept"`, `(echo x >"$OUT/kept") & wait`, `setsid sh -c 'echo x >"$OUT/kept"'`, `sed -i s/k/x/ "$OUT/kept"`, `dd if=/dev/zero of="$OUT/kept"`,
		} {
			t.Run(string(m)+" "+script, func(t *testing.T) {
				t.Parallel()
				s := newScene(t)
				before := s.look(t)
				_, _ = s.run(t, m, script)
				assert.Equal(t, before, s.look(t))
			})
		}
	}
}

// A hook can do everything allowed in the same way as without a sandbox.
func TestWhatWorksInside(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, script, want string
		full               bool
	}{
		{name: "the scratch folder", script: `mkdir a && echo x >a/b && mv a/b c && chmod 600 c && rm -r a && cat c`, want: "x\n"},
		{name: "the current folder", script: `[ "$(pwd)" = "$(pwd -P)" ] && echo x >here && cat "$PWD/here"`, want: "x\n"},
		{name: "devices", script: `echo x >/dev/null && head -c 2 /dev/zero | wc -c && echo e >/dev/stderr && echo o >/dev/stdout`, want: "2\ne\no\n"},
		{name: "reading", script: `cat "$OUT/kept"`, want: "kept\n"},
		{name: "pipes and children", script: `echo a | (read x; echo "$x" | cat)`, want: "a\n"},
		{name: "ending a child", script: `sleep 60 & kill $! && wait $! 2>/dev/null; echo $?`, want: "143\n"},
		{name: "everybody's temporary files", script: `echo x >/tmp/hooktest-canary && cat /tmp/hooktest-canary && f=$(mktemp) && rm "$f"`, want: "x\n", full: true},
		{name: "logs, caches and locks", script: `for f in /var/log /var/cache /var/lock /run/lock; do [ ! -d $f ] || echo x >$f/hooktest-sandbox || echo $f; done`, full: true},
		{name: "a terminal of its own", script: `script -qec "tty" /dev/null && ls /dev/pts`, want: "/dev/pts/0\r\nptmx\n", full: true},
		{name: "modes", script: `: >own && chmod 751 own && stat -c %a own`, want: "751\n", full: true},
	}
	for _, m := range modes(t) {
		for _, tt := range tests {
			if tt.full && m == alone {
				continue
			}
			t.Run(string(m)+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				s := newScene(t)
				printed, status := s.run(t, m, tt.script)
				assert.Equal(t, tt.want, printed)
				assert.Equal(t, 0, status.ExitStatus())
			})
		}
	}
	for _, file := range []string{"/tmp/hooktest-canary", "/var/log/hooktest-sandbox", "/var/cache/hooktest-sandbox", "/run/lock/hooktest-sandbox"} {
		assert.NoFileExists(t, file)
	}
}

func TestEndsAreTheCommands(t *testing.T) {
	t.Parallel()
	for _, m := range modes(t) {
		s := newScene(t)
		_, status := s.run(t, m, "exit 42")
		assert.Equal(t, 42, status.ExitStatus(), m)
		_, status = s.run(t, m, "kill -SEGV $$")
		assert.Equal(t, syscall.SIGSEGV, status.Signal(), m)
		printed, _ := s.run(t, m, `ps -o pid=,pgid=,sid= -p $$`)
		ids := strings.Fields(printed)
		assert.Equal(t, ids[0], ids[1], "%s leads its group", m)
		assert.Equal(t, ids[0], ids[2], "%s leads its session", m)
		for _, launchers := range []string{"landlock", s.scratch} {
			printed, _ = s.run(t, m, `ls -l /proc/$$/fd`)
			assert.NotContains(t, printed, launchers, "%s: the command has no file of the launcher's", m)
		}
	}
}

func TestAProgramThatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, m := range modes(t) {
		_, err := m.start(&Policy{Writable: []string{newScene(t).scratch}}, "/does/not/exist", []string{"x"}, &os.ProcAttr{})
		assert.EqualError(t, err, "no such file or directory", m)
	}
}

// A confined command can't connect to any process, over internet sockets or local ones, with
// a path or without.
func TestNoNetworkIsReached(t *testing.T) {
	t.Parallel()
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer tcp.Close()
	for _, m := range modes(t) {
		s := newScene(t)
		local, err := net.Listen("unix", filepath.Join(s.outside, "socket"))
		require.NoError(t, err)
		defer local.Close()
		abstract, err := net.Listen("unix", "@hooktest-"+string(m))
		require.NoError(t, err)
		defer abstract.Close()
		for _, address := range []string{
			fmt.Sprintf(`"AF_INET", ("127.0.0.1", %d)`, tcp.Addr().(*net.TCPAddr).Port), `"AF_UNIX", "` + local.Addr().String() + `"`, `"AF_UNIX", "\0hooktest-` + string(m) + `"`,
			`"AF_INET", ("192.0.2.1", 53)`,
		} {
			script := `python3 -c 'import socket,sys
family, address = ` + strings.ReplaceAll(address, "'", "") + `
try:
    socket.socket(getattr(socket, family)).connect(address)
    print("reached")
except OSError as e: print("refused")'`
			printed, _ := s.run(t, m, script)
			assert.Equal(t, "refused\n", printed, "%s %s", m, address)
		}
	}
}

func TestOtherProcessesAreNotSignalled(t *testing.T) {
	t.Parallel()
	for _, m := range modes(t) {
		printed, _ := newScene(t).run(t, m, fmt.Sprintf("kill -0 %d 2>/dev/null && echo signalled || echo refused", os.Getpid()))
		assert.Equal(t, "refused\n", printed, m)
	}
}

// The kernel does not limit root's processes: a crowd is killed, and its command with it. Its size is
// bounded, and it ends with the test's pipe.
func TestACrowdIsKilled(t *testing.T) {
	t.Parallel()
	for _, m := range append(modes(t), limited) {
		s := newScene(t)
		read, write, err := os.Pipe()
		require.NoError(t, err)
		defer read.Close()
		crowd := watch(60)
		process, err := m.start(&Policy{Writable: []string{s.scratch}, Crowd: crowd}, "/bin/sh",
			[]string{"sh", "-c", "exec 3<&0; i=0; while [ $i -lt 200 ]; do (read x <&3) & i=$((i+1)); done; wait"},
			&os.ProcAttr{Dir: s.scratch, Env: os.Environ(), Files: []*os.File{read, write, write}, Sys: &syscall.SysProcAttr{Setsid: true}})
		require.NoError(t, err)
		state, err := process.Wait()
		require.NoError(t, err)
		assert.Equal(t, syscall.SIGKILL, state.Sys().(syscall.WaitStatus).Signal(), m)
		assert.True(t, crowd.Exceeded(), m)
		crowd.End()
		// The pipe closes when the last process has ended.
		require.NoError(t, write.Close())
		rest, err := io.ReadAll(read)
		assert.NoError(t, err, m)
		assert.Empty(t, rest, m)
	}
}

// What a command leaves running in other sessions ends with its crowd, also below the limit.
func TestACrowdLeavesNothing(t *testing.T) {
	t.Parallel()
	for _, m := range modes(t) {
		if m == alone {
			continue
		}
		s := newScene(t)
		read, write, err := os.Pipe()
		require.NoError(t, err)
		defer read.Close()
		crowd := Watch()
		process, err := m.start(&Policy{Writable: []string{s.scratch}, Crowd: crowd}, "/bin/sh", []string{"sh", "-c", "setsid sleep 600 & exit 3"},
			&os.ProcAttr{Dir: s.scratch, Env: os.Environ(), Files: []*os.File{nil, write, write}, Sys: &syscall.SysProcAttr{Setsid: true}})
		require.NoError(t, write.Close())
		require.NoError(t, err)
		state, err := process.Wait()
		require.NoError(t, err)
		assert.Equal(t, 3, state.ExitCode(), m)
		assert.False(t, crowd.Exceeded(), m)
		crowd.End()
		_, err = io.ReadAll(read)
		assert.NoError(t, err, m)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for _, m := range append(modes(t), limited) {
		printed, _ := newScene(t).run(t, m, "ulimit -c; ulimit -f; ulimit -d; [ $(ulimit -p) -ge 4096 ] && echo some")
		assert.Equal(t, "0\n262144\n4194304\nsome\n", printed, m)
	}
}

// What a process changes in a covered folder is not in that folder, and is known after its end.
func TestWhatAProcessChanges(t *testing.T) {
	for _, m := range modes(t) {
		if m == alone {
			continue
		}
		t.Run(string(m), func(t *testing.T) {
			s := newScene(t)
			policy := &Policy{Writable: []string{s.scratch}, Covered: []string{s.outside}, Door: &Door{Port: 8080}}
			script := "grep -q 'CapAmb:.0000000000000000' /proc/self/status && mkdir -p new/inner empty && echo x > new/inner/file && rm kept && echo y > " + s.scratch + "/own"
			process, err := m.start(policy, "/bin/sh", []string{"sh", "-c", script}, &os.ProcAttr{Dir: s.outside, Files: []*os.File{nil, os.Stdout, os.Stderr}})
			require.NoError(t, err)
			state, err := process.Wait()
			require.NoError(t, err)
			require.True(t, state.Success(), "it has no capability of the launcher, and can write")
			require.NoError(t, policy.Door.Listener.Close())
			var want []string
			for _, name := range []string{"empty", "kept", "new/inner/file"} {
				want = append(want, filepath.Join(s.outside, name))
			}
			assert.Equal(t, want, policy.Door.Changed())
			assert.FileExists(t, filepath.Join(s.outside, "kept"))
			assert.NoDirExists(t, filepath.Join(s.outside, "new"))
		})
	}
}

// A view of a folder has what is mounted in it: views of folders, and files as they are.
func TestMountsInACoveredFolder(t *testing.T) {
	const inside = "HOOKTEST_MOUNTS"
	if os.Getenv(inside) == "" {
		// The mounts are in a namespace of their own.
		command := exec.Command("/proc/self/exe", "-test.v", "-test.run", "^TestMountsInACoveredFolder$")
		command.Env = append(os.Environ(), inside+"=1")
		command.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
		out, err := command.CombinedOutput()
		if len(out) == 0 {
			require.NotEqual(t, "true", os.Getenv("CI"), "CI must have namespaces: %v", err)
			t.Skipf("this machine makes no namespaces for its users: %v", err)
		}
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "--- PASS: TestMountsInACoveredFolder/")
		return
	}
	for _, m := range modes(t) {
		if m == alone {
			continue
		}
		t.Run(string(m), func(t *testing.T) {
			s := newScene(t)
			inner, file := filepath.Join(s.outside, "inner folder"), filepath.Join(s.outside, "file")
			require.NoError(t, os.Mkdir(inner, 0o755))
			require.NoError(t, syscall.Mount("tmpfs", inner, "tmpfs", 0, ""))
			require.NoError(t, os.WriteFile(filepath.Join(inner, "mounted"), []byte("mounted\n"), 0o644))
			require.NoError(t, os.WriteFile(file, nil, 0o644))
			require.NoError(t, syscall.Mount(filepath.Join(s.outside, "kept"), file, "", syscall.MS_BIND, ""))
			read, write, err := os.Pipe()
			require.NoError(t, err)
			defer read.Close()
			policy := &Policy{Writable: []string{s.scratch}, Covered: []string{s.outside}, Door: &Door{Port: 8080}}
			process, err := m.start(policy, "/bin/sh", []string{"sh", "-c", "cat file */mounted; cd inner*; rm mounted; echo x > new; echo x > ../file || cat ../file"},
				&os.ProcAttr{Dir: s.outside, Files: []*os.File{nil, write, os.Stderr}})
			require.NoError(t, err)
			require.NoError(t, write.Close())
			printed, err := io.ReadAll(read)
			require.NoError(t, err)
			_, err = process.Wait()
			require.NoError(t, err)
			require.NoError(t, policy.Door.Listener.Close())
			assert.Equal(t, "kept\nmounted\nkept\n", string(printed), "it reads both, and can't change the file")
			assert.Equal(t, []string{filepath.Join(inner, "mounted"), filepath.Join(inner, "new")}, policy.Door.Changed())
			assert.FileExists(t, filepath.Join(inner, "mounted"))
			assert.NoFileExists(t, filepath.Join(inner, "new"))
			require.NoError(t, syscall.Unmount(inner, 0))
			require.NoError(t, syscall.Unmount(file, 0))
		})
	}
}

// A user other than root loses the capabilities of a namespace when it executes the launcher.
func TestAUserOtherThanRoot(t *testing.T) {
	folder, err := os.MkdirTemp("/tmp", "sandbox-")
	require.NoError(t, err)
	defer func() { require.NoError(t, os.RemoveAll(folder)) }()
	command := exec.Command("/proc/self/exe", "-test.v", "-test.run", "^(TestNothingOutsideChanges|TestWhatAProcessChanges|TestADoorIsInTheNetworkOfTheProcess)$")
	command.Dir, command.Env = folder, append(os.Environ(), "TMPDIR="+folder, "HOME="+folder)
	if os.Geteuid() == 0 {
		const other = 65534
		require.NoError(t, os.Chown(folder, other, other))
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: other, Gid: other}}
	}
	out, err := command.CombinedOutput()
	if strings.Contains(string(out), "user: fork/exec") {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have namespaces")
		t.Skip("this machine makes no namespaces for its users")
	}
	require.NoError(t, err, "%s", out)
	for _, want := range []string{"TestNothingOutsideChanges/user", "TestWhatAProcessChanges/user", "TestADoorIsInTheNetworkOfTheProcess/user"} {
		assert.Contains(t, string(out), "--- PASS: "+want)
	}
}

// A process reaches the listener of its door, and nobody else does.
func TestADoorIsInTheNetworkOfTheProcess(t *testing.T) {
	for _, m := range modes(t) {
		t.Run(string(m), func(t *testing.T) {
			s := newScene(t)
			read, write, err := os.Pipe()
			require.NoError(t, err)
			policy := &Policy{Writable: []string{s.scratch}, Door: &Door{Port: 8080}, Roomy: true}
			attr := &os.ProcAttr{Env: os.Environ(), Dir: s.scratch, Files: []*os.File{nil, write, write}}
			script := "ulimit -f; readlink /proc/$$/fd/3 /proc/$$/fd/4; exec 3<>/dev/tcp/127.0.0.1/8080; cat <&3"
			if m == alone {
				armed.Store(true)
				_, err := policy.Start("/bin/bash", []string{"bash", "-c", script}, attr)
				if chosen, _ := chosen(); chosen == alone {
					assert.ErrorIs(t, err, ErrUnavailable)
				}
				return
			}
			process, err := m.start(policy, "/bin/bash", []string{"bash", "-c", script}, attr)
			require.NoError(t, err)
			require.NoError(t, write.Close())
			_, outside := net.Dial("tcp", "127.0.0.1:8080")
			assert.Error(t, outside, "it is not in this network")
			connection, err := policy.Door.Listener.Accept()
			require.NoError(t, err)
			_, err = connection.Write([]byte("hello\n"))
			require.NoError(t, err)
			require.NoError(t, connection.Close())
			text, err := io.ReadAll(read)
			require.NoError(t, err)
			assert.Equal(t, "unlimited\nhello\n", string(text), "a roomy sandbox, and no descriptor is left open")
			state, err := process.Wait()
			require.NoError(t, err)
			assert.True(t, state.Success())
			require.NoError(t, policy.Door.Listener.Close())
		})
	}
}
