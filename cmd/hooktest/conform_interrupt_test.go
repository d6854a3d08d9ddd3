//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/executable"
)

// A stage is a folder in which a test observes a run from outside: every process of the run
// writes to a pipe that it keeps open.
type stage struct {
	t        *testing.T
	folder   string
	hooktest string
	alive    string
	lines    *bufio.Reader
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{t: t, folder: t.TempDir()}
	self, err := os.Executable()
	require.NoError(t, err)
	// The test binary runs as hooktest under that name, and so do the suite's own hooks. They
	// would not see a symbolic link's name.
	s.hooktest = filepath.Join(s.folder, "hooktest")
	if os.Link(self, s.hooktest) != nil {
		binary, err := os.ReadFile(self)
		require.NoError(t, err)
		require.NoError(t, executable.Write(s.hooktest, binary))
	}
	// The digit keeps the path's name distinct from the words that a run draws at random.
	s.alive = filepath.Join(s.folder, "alive1")
	require.NoError(t, syscall.Mkfifo(s.alive, 0o600))
	return s
}

func (s *stage) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.folder, name)
	require.NoError(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(s.t, executable.Write(path, []byte(strings.ReplaceAll(text, "ALIVE", s.alive))))
}

func (s *stage) start(args ...string) (*exec.Cmd, *strings.Builder) {
	s.t.Helper()
	var said strings.Builder
	cmd := s.command(args...)
	cmd.Stdout, cmd.Stderr = &said, &said
	require.NoError(s.t, cmd.Start())
	return cmd, &said
}

func (s *stage) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(s.t.Context(), s.hooktest, args...)
	cmd.Dir = s.folder
	cmd.Env = append(os.Environ(), "HOME="+s.folder, "TMPDIR="+s.folder, "GORACE=atexit_sleep_ms=10", "GITHUB_ACTIONS=")
	return cmd
}

// hear waits for the next line on the pipe, which must begin with word, and returns the process
// ids after it.
func (s *stage) hear(word string) []int {
	s.t.Helper()
	if s.lines == nil {
		// Opening blocks until the first writer opens the pipe.
		reader, err := os.OpenFile(s.alive, os.O_RDONLY, 0)
		require.NoError(s.t, err)
		s.t.Cleanup(func() { _ = reader.Close() })
		s.lines = bufio.NewReader(reader)
	}
	line, err := s.lines.ReadString('\n')
	require.NoError(s.t, err)
	fields := strings.Fields(line)
	require.NotEmpty(s.t, fields)
	require.Equal(s.t, word, fields[0])
	var pids []int
	for _, field := range fields[1:] {
		pid, err := strconv.Atoi(field)
		require.NoError(s.t, err)
		pids = append(pids, pid)
	}
	return pids
}

// ends waits until a command has exited with this code.
func (s *stage) ends(cmd *exec.Cmd, code int, told ...any) {
	s.t.Helper()
	_ = cmd.Wait()
	assert.Equal(s.t, code, cmd.ProcessState.ExitCode(), told...)
}

// swept checks that no temporary folder is left.
func (s *stage) swept() {
	s.t.Helper()
	left, err := filepath.Glob(filepath.Join(s.folder, "hooktest-*"))
	require.NoError(s.t, err)
	assert.Empty(s.t, left, "no temporary folder is left")
}

// lingeringRun returns the arguments of a run that ends only if it is interrupted, after one case. It
// writes every report.
func (s *stage) lingeringRun() []string {
	s.t.Helper()
	s.write("cases/HOOK-021-lingers.txtar", lingering)
	s.write("cases/HOOK-022-ends.txtar", quick)
	args := []string{"conform", "--cases", "cases", "-j", "1"}
	for _, f := range report.OfRuns() {
		args = append(args, "--report", f.Name+"=report."+f.Name)
	}
	return args
}

// silent waits until no process holds the pipe open, so all have exited. Nothing must have been
// written.
func (s *stage) silent() {
	s.t.Helper()
	rest, err := io.ReadAll(s.lines)
	require.NoError(s.t, err)
	assert.Empty(s.t, string(rest))
}

// The hook keeps running, and so does its child, which holds its streams.
const lingering = `# a hook that goes on
# requirement: HOOK-021
# features: fire

hook lingers
on BeforeTool lingers
fire BeforeTool write_file {}
clause HOOK-021.1
ran lingers 1

-- lingers --
exec 9>'ALIVE'
sleep 300 &
echo "hook $$ $!" >&9
wait
`

// A case with a budget runs first.
const quick = `# a hook that ends
# requirement: HOOK-022
# features: fire
# budget: 30s

hook ends
on BeforeTool ends
fire BeforeTool write_file {}
clause HOOK-022.1
ran ends 1

-- ends --
exit 0
`

// If the user interrupts a run, the exit code is 130, all requested reports are written, and no
// process keeps running.
func TestConformInterrupted(t *testing.T) {
	adapters := []struct {
		name, script string
		sig          syscall.Signal
	}{
		{"the reference engine", "", syscall.SIGTERM},
		{"an adapter", "exec 9>'ALIVE'\necho \"adapter $$\" >&9\nexec ./hooktest adapter\n", syscall.SIGHUP},
		{"an adapter with a child that holds its pipes", "exec 9>'ALIVE'\nsleep 300 &\necho \"adapter $$ $!\" >&9\nexec ./hooktest adapter\n", syscall.SIGINT},
	}
	for _, a := range adapters {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			args := s.lingeringRun()
			if a.script != "" {
				s.write("adapter.sh", a.script)
				args = append(args, "--", "sh", "adapter.sh")
			}
			cmd, said := s.start(args...)
			var pids []int
			if a.script != "" {
				pids = s.hear("adapter")
			}
			pids = append(pids, s.hear("hook")...)
			for _, pid := range pids {
				require.NoError(t, syscall.Kill(pid, 0), "process %d is there before the signal", pid)
			}
			require.NoError(t, cmd.Process.Signal(a.sig))
			s.ends(cmd, 130, said)
			s.silent()
			for _, pid := range pids {
				assert.True(t, gone(pid), "process %d is gone", pid)
			}
			s.swept()
			assert.Contains(t, said.String(), "unfinished: interrupted")
			s.reportsSay("interrupted")
		})
	}
}

// gone reports whether a process has exited. An orphan in state Z, which the init process has not
// reaped yet, has also exited.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	state, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err != nil || strings.HasPrefix(strings.TrimSpace(string(state)), "Z")
}

// reportsSay checks that every report of an interrupted run has the reason, and the results so
// far.
func (s *stage) reportsSay(why string) {
	t := s.t
	read := func(format string) string {
		text, err := os.ReadFile(filepath.Join(s.folder, "report."+format))
		require.NoError(t, err)
		return string(text)
	}
	run, err := stream.Read(strings.NewReader(read("ndjson")))
	require.NoError(t, err)
	assert.True(t, run.Ended, "the stream has a footer")
	assert.Equal(t, stream.Unfinished, run.Outcome())
	assert.Equal(t, why, run.Footer.Why)
	judged := map[string]outcome.Verdict{}
	for _, c := range run.Checks() {
		judged[c.Check] = c.Verdict
	}
	assert.Equal(t, map[string]outcome.Verdict{"HOOK-022.1": outcome.Pass}, judged, "what was judged before is kept, what was cut off is not judged")

	var document struct {
		Outcome stream.Outcome
		Footer  stream.Footer
	}
	require.NoError(t, json.Unmarshal([]byte(read("json")), &document))
	assert.Equal(t, stream.Unfinished, document.Outcome)

	var suites struct {
		Errors int `xml:"errors,attr"`
		Suites []struct {
			Cases []struct {
				Name  string `xml:"name,attr"`
				Error *struct {
					Message string `xml:"message,attr"`
				} `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal([]byte(read("junit")), &suites))
	assert.Equal(t, 1, suites.Errors)
	var told []string
	for _, suite := range suites.Suites {
		for _, c := range suite.Cases {
			if c.Error != nil {
				told = append(told, c.Name+": "+c.Error.Message)
			}
		}
	}
	assert.Equal(t, []string{"comes to its end: unfinished: " + why}, told)

	page := read("html")
	assert.Contains(t, page, "unfinished: "+why)
	assert.True(t, strings.HasSuffix(strings.TrimSpace(page), "</html>"), "the page is whole")
	for format, want := range map[string]string{
		"pretty": "unfinished: " + why, "tap": "Bail out! unfinished: " + why, "markdown": `unfinished\: ` + why,
		"github": "::error title=hooktest::unfinished: " + why, "badge": "unfinished: ", "badge-svg": "unfinished: ",
	} {
		assert.Contains(t, read(format), want, format)
	}
}

// An adapter that ignores all signals takes long to stop. After a second interruption, hooktest
// doesn't wait for it.
func TestConformInterruptedTwice(t *testing.T) {
	s := newStage(t)
	s.write("cases/HOOK-021-lingers.txtar", lingering)
	s.write("adapter.sh", `exec 9>'ALIVE'
trap '' INT TERM QUIT
IFS= read -r line
nonce=${line##*'"nonce":"'}
printf '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"nonce":"%s","implementation":{"name":"stub","version":"1"},"dialect":"llxprt","profiles":[],"features":{"fire":true,"settings":true},"observes":[],"maxInFlight":1}}\n' "${nonce%%'"'*}"
IFS= read -r line
echo "asked" >&9
IFS= read -r line
echo "shutdown" >&9
while :; do sleep 300; done
`)
	// All limits are very long: only the second signal ends the run.
	cmd, said := s.start("conform", "--cases", "cases", "--timeout-scale", "1000", "--", "sh", "adapter.sh")
	s.hear("asked")
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	s.hear("shutdown")
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	s.ends(cmd, 130, said)
	s.silent()
}
