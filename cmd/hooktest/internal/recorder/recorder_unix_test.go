//go:build unix

package recorder_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/interpose"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/executable"
)

// The test binary runs as the recorder if its arguments say so.
func TestMain(m *testing.M) {
	if front.Called(os.Args) {
		os.Exit(recorder.Main(front.Start(os.Args)))
	}
	os.Exit(m.Run())
}

// A stage has a folder with hooks and a cassette.
type stage struct {
	t        *testing.T
	folder   string
	cassette string
	program  string
}

func newStage(t *testing.T) stage {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	folder := t.TempDir()
	return stage{t, folder, filepath.Join(folder, "cassette.jsonl"), program}
}

// shell runs a text as agents do.
func (s stage) shell(text string) *exec.Cmd {
	cmd := exec.CommandContext(s.t.Context(), "/bin/sh", "-c", text)
	cmd.Dir = s.folder
	cmd.Env = append(os.Environ(), "HOME=/home/jane", "USER=jane", "GREETING=hello")
	return cmd
}

// recorded runs the same text with a recorder in front.
func (s stage) recorded(text string) *exec.Cmd {
	recorder := front.Front{Agent: "claude", Event: "PreToolUse", Cassette: s.cassette, Shell: []string{"/bin/sh", "-c"}}
	words := recorder.Words(s.program)
	return s.shell("exec '" + strings.Join(words, "' '") + "' 3<<'HOOKTEST'\n" + text + "\nHOOKTEST\n")
}

func (s stage) write(name, text string) {
	s.t.Helper()
	require.NoError(s.t, executable.Write(filepath.Join(s.folder, name), []byte(text)))
}

func (s stage) read() ([]cassette.Record, []cassette.Fault) {
	s.t.Helper()
	records, faults, err := cassette.Load(s.cassette)
	require.NoError(s.t, err)
	return records, faults
}

// An answer is what an agent sees of a hook.
type answer struct {
	stdout, stderr string
	exit           int
	signal         syscall.Signal
}

func answerOf(t *testing.T, cmd *exec.Cmd, stdin string) answer {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) && !errors.Is(err, syscall.EPIPE) {
		require.NoError(t, err)
	}
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	a := answer{stdout: stdout.String(), stderr: stderr.String(), exit: status.ExitStatus()}
	if status.Signaled() {
		a.signal = status.Signal()
	}
	return a
}

// The agent sees the same from a hook with and without a recorder, and the cassette has it.
func TestTheAgentSeesNoDifference(t *testing.T) {
	tests := []struct{ name, text, stdin, reason string }{
		{"silent", "true", "{}", "nothing is added to nothing"},
		{"script", "./answer.sh", "{}", "no shell is needed for a plain path"},
		{"arguments", "./echo.sh a,b --c=d", "", "words as the shell would have split them"},
		{"refusal", "echo no >&2; exit 2", "{}", "the exit code is the verdict"},
		{"any code", "exit 77", "{}", "codes are not translated"},
		{"payload", "cat", `{"a":"é\u0000"}` + "\n\n", "byte for byte"},
		{"no UTF-8", `printf '\377\000x'; printf '\376' >&2`, "\xff\x00", "bytes, not texts"},
		{"large payload", "cat", strings.Repeat("0123456789abcdef", 64<<10), "more than all pipes hold"},
		{"large both ways", "cat; cat /dev/null; head -c 300000 /dev/zero >&2", strings.Repeat("x", 300000), "neither waits for the other"},
		{"unread payload", "exit 3", strings.Repeat("x", 1<<20), "the agent's writing fails as it would"},
		{"quotes", `echo "it's" '$HOME' "$(echo in)" \\ ` + "`echo x`", "", "the text is the shell's, not quoted"},
		{"lines", "echo a\n\necho b # c", "", "a text of several lines"},
		{"variable", `echo "$GREETING"`, "", "the environment is the agent's"},
		{"folder", "pwd", "", "and so is the directory"},
		{"missing", "./missing.sh", "{}", "the shell's own words and code"},
		{"not executable", "./plain.txt", "{}", "the shell's own words and code"},
		{"no interpreter", "./bare.sh", "{}", "a script without a first line is the shell's to run"},
		{"killed", "kill -TERM $$", "{}", "it ends by the same signal"},
		{"killed for good", "echo x; kill -KILL $$", "{}", "also by one that can't be handled"},
		{"crash", "kill -SEGV $$", "{}", "and by one that the runtime would talk about"},
		{"syntax error", "if", "{}", "the shell's own words and code"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.write("answer.sh", "#!/bin/sh\ncat\necho '{\"decision\":\"deny\"}'\necho why >&2\nexit 2\n")
			s.write("echo.sh", "#!/bin/sh\nprintf '[%s]' \"$@\"\n")
			s.write("bare.sh", "echo bare\n")
			s.write("plain.txt", "x")
			require.NoError(t, os.Chmod(filepath.Join(s.folder, "plain.txt"), 0o644))
			want := answerOf(t, s.shell(tt.text), tt.stdin)
			got := answerOf(t, s.recorded(tt.text), tt.stdin)
			assert.Equal(t, want, got, tt.reason)

			records, faults := s.read()
			require.Empty(t, faults)
			require.Len(t, records, 1)
			r := records[0]
			assert.Equal(t, tt.text, r.Command)
			assert.Equal(t, want.stdout, string(r.Stdout))
			assert.Equal(t, want.stderr, string(r.Stderr))
			if want.signal == 0 {
				assert.Equal(t, want.exit, r.Exit)
			} else {
				assert.NotEmpty(t, r.Signal)
			}
			// If the hook doesn't read a large payload, the record has what the agent had sent
			// when the hook ended.
			assert.True(t, strings.HasPrefix(tt.stdin, string(r.Stdin)), "whole, read or not")
			assert.Equal(t, len(r.Stdin) < len(tt.stdin), r.Partial)
		})
	}
}

func TestArgumentsNeedNoShell(t *testing.T) {
	s := newStage(t)
	hook := front.Front{Agent: "claude", Event: "Stop", Cassette: s.cassette, Args: []string{"printf", "%s|", "a b", "$HOME", ""}}
	words := hook.Words(s.program)
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	assert.Equal(t, answer{stdout: "a b|$HOME||"}, answerOf(t, cmd, ""))
	records, _ := s.read()
	assert.Equal(t, hook.Args, records[0].Args)
}

// An agent that reads while the hook writes sees a line as soon as it is written.
func TestStreamsAreNotHeldBack(t *testing.T) {
	s := newStage(t)
	cmd := s.recorded(`echo first; read -r line; echo "second $line" >&2; read -r line; echo "third $line"`)
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	failure, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	stdout, stderr := bufio.NewReader(out), bufio.NewReader(failure)
	line := func(r *bufio.Reader) string {
		text, err := r.ReadString('\n')
		require.NoError(t, err)
		return text
	}
	assert.Equal(t, "first\n", line(stdout))
	_, err = io.WriteString(stdin, "a\n")
	require.NoError(t, err)
	assert.Equal(t, "second a\n", line(stderr))
	_, err = io.WriteString(stdin, "b\n")
	require.NoError(t, err)
	assert.Equal(t, "third b\n", line(stdout))
	require.NoError(t, cmd.Wait())
}

// A child that keeps the hook's streams doesn't delay the hook's end, and its later output
// arrives.
func TestStreamsOutliveTheHook(t *testing.T) {
	s := newStage(t)
	fifo := filepath.Join(s.folder, "go")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	cmd := s.recorded("(cat go; echo late) & echo early; exit 2")
	out, write, err := os.Pipe()
	require.NoError(t, err)
	cmd.Stdout = write
	require.NoError(t, cmd.Start())
	require.NoError(t, write.Close())
	_ = cmd.Wait()
	assert.Equal(t, 2, cmd.ProcessState.ExitCode())
	records, _ := s.read()
	require.Len(t, records, 1)
	assert.True(t, records[0].Held)
	assert.Equal(t, "early\n", string(records[0].Stdout))
	require.NoError(t, os.WriteFile(fifo, []byte("now\n"), 0o600))
	text, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Equal(t, "early\nnow\nlate\n", string(text))
}

// A hook that writes to an agent that has stopped reading gets a broken pipe, as without a
// recorder.
func TestAnAgentThatStopsReading(t *testing.T) {
	s := newStage(t)
	end := func(cmd *exec.Cmd) string {
		out, write, err := os.Pipe()
		require.NoError(t, err)
		cmd.Stdout = write
		require.NoError(t, cmd.Start())
		require.NoError(t, write.Close())
		_, err = out.Read(make([]byte, 1))
		require.NoError(t, err)
		require.NoError(t, out.Close())
		_ = cmd.Wait()
		return cmd.ProcessState.String()
	}
	assert.Equal(t, end(s.shell("exec yes")), end(s.recorded("exec yes")))
}

// A hook may end before the agent closes the stream, and after it has written everything.
func TestAPayloadIsWholeIfItsJSONIs(t *testing.T) {
	for payload, partial := range map[string]bool{`{"a": 1}`: false, `{"a": `: true, "": true} {
		s := newStage(t)
		cmd := s.recorded("true")
		stdin, write, err := os.Pipe()
		require.NoError(t, err)
		_, err = write.WriteString(payload)
		require.NoError(t, err)
		cmd.Stdin = stdin
		require.NoError(t, cmd.Run())
		require.NoError(t, write.Close())
		require.NoError(t, stdin.Close())
		records, faults := s.read()
		require.Empty(t, faults)
		require.Len(t, records, 1)
		assert.Equal(t, partial, records[0].Partial, payload)
	}
}

// Signals from the agent reach the hook.
func TestSignalsReachTheHook(t *testing.T) {
	s := newStage(t)
	cmd := s.recorded(`trap 'echo told; exit 9' TERM; echo ready; while :; do read -r line < go; done`)
	require.NoError(t, syscall.Mkfifo(filepath.Join(s.folder, "go"), 0o600))
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	stdout := bufio.NewReader(out)
	_, err = stdout.ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	// The shell runs the trap when the command that it waits for ends. That one waits for a
	// writer.
	rest := make(chan string)
	go func() {
		text, _ := io.ReadAll(stdout)
		rest <- string(text)
	}()
	assert.Equal(t, "told\n", <-rest)
	_ = cmd.Wait()
	assert.Equal(t, 9, cmd.ProcessState.ExitCode())
}

// When a recorder is killed, its hook dies too, and earlier records stay.
func TestKilledInTheMiddle(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems do not bind a process to another")
	}
	s := newStage(t)
	answerOf(t, s.recorded("true"), "{}")
	cmd := s.recorded(`exec sh -c 'echo ready; exec cat'`)
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	defer func() { _ = stdin.Close() }()
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Kill())
	// The hook's end of the stream is closed when the hook has exited.
	_, err = io.ReadAll(out)
	require.NoError(t, err)
	_ = cmd.Wait()
	records, faults := s.read()
	assert.Len(t, records, 1)
	assert.Empty(t, faults)

	// A torn line remains a line of its own.
	file, err := os.OpenFile(s.cassette, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString(`{"v":1,"agent":"cl`)
	require.NoError(t, errors.Join(err, file.Close()))
	records, faults = s.read()
	assert.Len(t, records, 1)
	assert.Equal(t, []cassette.Fault{{Line: 2, Message: "torn: the recorder was killed while it wrote it"}}, faults)
	answerOf(t, s.recorded("echo after"), "{}")
	records, faults = s.read()
	assert.Len(t, records, 2)
	assert.Len(t, faults, 1)
}

func TestSeveralAtOnce(t *testing.T) {
	s := newStage(t)
	const several = 8
	payload := strings.Repeat("x", 100_000)
	var all sync.WaitGroup
	for range several {
		all.Go(func() { answerOf(t, s.recorded("cat >/dev/null"), payload) })
	}
	all.Wait()
	records, faults := s.read()
	assert.Empty(t, faults)
	require.Len(t, records, several)
	for _, r := range records {
		assert.Equal(t, payload, string(r.Stdin))
	}
}

// If a cassette can't be written, only the record is lost.
func TestAHookRunsWithoutItsCassette(t *testing.T) {
	tests := []struct {
		name    string
		prepare func(s *stage)
	}{
		{"no folder", func(s *stage) { s.cassette = filepath.Join(s.folder, "gone", "c.jsonl") }},
		{"a folder", func(s *stage) { s.cassette = s.folder }},
		{"a link", func(s *stage) { require.NoError(s.t, os.Symlink(filepath.Join(s.folder, "other"), s.cassette)) }},
		{"a pipe without a reader", func(s *stage) { require.NoError(s.t, syscall.Mkfifo(s.cassette, 0o600)) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t)
			tt.prepare(&s)
			assert.Equal(t, answer{stdout: "x\n", stderr: "y\n", exit: 2}, answerOf(t, s.recorded("echo x; echo y >&2; exit 2"), "{}"))
			assert.NoFileExists(t, filepath.Join(s.folder, "other"))
		})
	}
}

func TestSecretsDoNotReachTheDisk(t *testing.T) {
	s := newStage(t)
	answerOf(t, s.recorded("TOKEN=correcthorse cat; echo jane >&2"), `{"cwd":"/home/jane/w","password":"hunter2"}`)
	text, err := os.ReadFile(s.cassette)
	require.NoError(t, err)
	for _, secret := range []string{"jane", "hunter2", "correcthorse"} {
		assert.NotContains(t, string(text), secret)
	}
	records, _ := s.read()
	assert.Equal(t, map[string]int{"home path": 2, "password": 3, "user name": 2}, records[0].Scrubbed)
	info, err := os.Stat(s.cassette)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// If the recorder fails in any way, the hook still runs once, and its exit code is returned.
func TestTheHookRunsWithoutTheRecorder(t *testing.T) {
	tests := []struct {
		name, limit string
		sabotage    func(s stage, program string)
		recorded    bool
	}{
		{"whole", "", func(stage, string) {}, true},
		{"missing", "", func(s stage, program string) { require.NoError(s.t, os.Remove(program)) }, false},
		{"empty", "", func(s stage, program string) { replaceProgram(s, program, "") }, false},
		{"truncated", "", func(s stage, program string) {
			whole, err := os.ReadFile(program)
			require.NoError(s.t, err)
			replaceProgram(s, program, string(whole[:4096]))
		}, false},
		{"another program", "", func(s stage, program string) { replaceProgram(s, program, "#!/bin/sh\ncat\nexit 2\n") }, false},
		{"broken text", "", func(s stage, program string) { replaceProgram(s, program, "if then (") }, false},
		{"not executable", "", func(s stage, program string) {
			replaceProgram(s, program, "x")
			require.NoError(s.t, os.Chmod(program, 0o644))
		}, false},
		{"little memory", "ulimit -v 60000; ", func(stage, string) {}, false},
		{"some memory", "ulimit -v 1000000; ", func(stage, string) {}, false},
		{"limited CPU time", "ulimit -t 60; ", func(stage, string) {}, false},
		{"cassette's folder is missing", "", func(s stage, _ string) { require.NoError(s.t, os.Remove(filepath.Dir(s.cassette))) }, false},
	}
	forms := map[string]string{
		"text":      `{"type": "command", "command": "./hook.sh \"a b\""}`,
		"arguments": `{"type": "command", "command": "./hook.sh", "args": ["a b"]}`,
	}
	for _, tt := range tests {
		for form, entry := range forms {
			t.Run(tt.name+"/"+form, func(t *testing.T) {
				t.Parallel()
				s := newStage(t)
				s.cassette = filepath.Join(s.folder, "cassettes", "c.jsonl")
				require.NoError(t, os.Mkdir(filepath.Dir(s.cassette), 0o755))
				s.write("hook.sh", "#!/bin/sh\necho ran >>runs\ncat\necho \"$1\" >&2\nexit 7\n")
				program := filepath.Join(s.folder, "hooktest")
				require.NoError(t, os.Link(s.program, program))
				file, err := settingsfile.Parse(dialect.Known("claude"), filepath.Join(s.folder, "settings.json"), []byte(`{"hooks": {"PreToolUse": [{"hooks": [`+entry+`]}]}}`))
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(file.Path, file.Data, 0o644))
				plan := interpose.New(program, s.cassette)
				plan.Wrap(file, func(settingsfile.Hook) bool { return true })
				require.NoError(t, plan.Start())
				require.NoError(t, os.Remove(interpose.JournalOf(s.cassette)))
				file, err = settingsfile.Read(dialect.Known("claude"), file.Path)
				require.NoError(t, err)
				hook := file.Hooks()[0]
				tt.sabotage(s, program)
				cmd := s.shell(tt.limit + hook.Command.Text())
				if hook.Arguments != nil {
					cmd = s.shell(tt.limit + `exec "$0" "$@"`)
					cmd.Args = append(append(cmd.Args, hook.Command.Text()), hook.Args()...)
				}
				assert.Equal(t, answer{stdout: "payload", stderr: "a b\n", exit: 7}, answerOf(t, cmd, "payload"))
				runs, err := os.ReadFile(filepath.Join(s.folder, "runs"))
				require.NoError(t, err)
				assert.Equal(t, "ran\n", string(runs), "once")
				if tt.recorded {
					assert.FileExists(t, s.cassette)
				} else {
					assert.NoFileExists(t, s.cassette)
				}
			})
		}
	}
}

func replaceProgram(s stage, program, text string) {
	s.t.Helper()
	require.NoError(s.t, os.Remove(program))
	s.write(filepath.Base(program), text)
}

// A hook that can't be started as a child replaces the recorder. Here there are no free
// descriptors for its streams.
func TestAHookTakesTheRecordersPlace(t *testing.T) {
	s := newStage(t)
	got := answerOf(t, s.recorded("cat; exit 7"), "x")
	require.Equal(t, 7, got.exit)
	cmd := s.recorded("cat; exit 7")
	cmd.Args[2] = "ulimit -n 9; " + cmd.Args[2]
	assert.Equal(t, answer{stdout: "x", exit: 7}, answerOf(t, cmd, "x"))
	records, _ := s.read()
	assert.Len(t, records, 1, "the second run was not recorded")
}

// An invalid command line ends like one that a shell can't start, and never with an exit code
// that agents treat as a verdict.
func TestABrokenCommandLineIsNoVerdict(t *testing.T) {
	s := newStage(t)
	for _, args := range [][]string{
		{"nothing"},
		{"claude/PreToolUse", "--what"},
		{"claude/PreToolUse", "--to", s.cassette},
		{"claude/PreToolUse", "--to", s.cassette, "--by", "/bin/sh,-c"},
	} {
		// There is no document on file descriptor 3.
		cmd := exec.CommandContext(t.Context(), s.program, append([]string{"record", "--as"}, args...)...)
		got := answerOf(t, cmd, "")
		assert.Equal(t, 127, got.exit, args)
		assert.Contains(t, got.stderr, "error: ", args)
	}
}
