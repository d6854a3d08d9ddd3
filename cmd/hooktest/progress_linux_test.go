package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A terminal is a pseudo-terminal and what a person has seen on it.
type terminal struct {
	columns int
	slave   *os.File
	written bytes.Buffer
	ended   chan struct{}
}

func newTerminal(t *testing.T, columns int) *terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = master.Close() })
	fd := int(master.Fd())
	require.NoError(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = slave.Close() })
	require.NoError(t, unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)}))
	term := &terminal{columns: columns, slave: slave, ended: make(chan struct{})}
	// A terminal that nobody reads holds up who writes.
	go func() {
		defer close(term.ended)
		// One that nobody has open any more ends with an error.
		_, _ = io.Copy(&term.written, master)
	}()
	return term
}

// hangUp closes this side's end of the terminal and gives everything that was
// written to it. The others that had it open must have ended.
func (term *terminal) hangUp(t *testing.T) []byte {
	t.Helper()
	require.NoError(t, term.slave.Close())
	<-term.ended
	return term.written.Bytes()
}

// screen plays what was written and gives what the line has shown after each
// write over it, and the lines that are left. It fails where the cursor reaches
// the last column, from which some terminals go on to the next line, and at
// every other control character than CR and LF.
func (term *terminal) screen(t *testing.T, written []byte) (shown, left []string) {
	t.Helper()
	var line []rune
	column := 0
	for _, r := range string(written) {
		switch r {
		case '\r':
			shown = append(shown, strings.TrimRight(string(line), " "))
			column = 0
		case '\n':
			left = append(left, strings.TrimRight(string(line), " "))
			line = nil
		default:
			require.GreaterOrEqual(t, r, ' ', "a control character")
			if column == len(line) {
				line = append(line, r)
			}
			line[column] = r
			column++
			require.Less(t, column, term.columns, "%q is wider than the terminal", string(line))
		}
	}
	if last := strings.TrimRight(string(line), " "); last != "" {
		left = append(left, last)
	}
	assert.Zero(t, column, "the cursor is back")
	return shown, left
}

// On a terminal a person sees one line that is written over and over, and nothing
// of it is left.
func TestConformProgress(t *testing.T) {
	failing := strings.ReplaceAll(strings.ReplaceAll(quick, "HOOK-022", "HOOK-023"), "ran ends 1", "ran ends 7")
	tests := []struct {
		name    string
		columns int
		args    []string
		environ string
		want    []string
	}{
		{"a line", 80, nil, "TERM=xterm", []string{
			"", "0 of 2 cases: HOOK-022-ends", "1 of 2 cases", "1 of 2 cases: HOOK-023-für immer-\\x1b[2J", "2 of 2 cases, 1 failure", "",
		}},
		{"an adapter", 80, []string{"--", "./hooktest", "adapter"}, "TERM=xterm", []string{
			"", "starting the adapter", "0 of 2 cases: HOOK-022-ends", "1 of 2 cases", "1 of 2 cases: HOOK-023-für immer-\\x1b[2J", "2 of 2 cases, 1 failure", "",
		}},
		{"a narrow terminal", 21, nil, "TERM=xterm", []string{
			"", "0 of 2 cases: HOOK-0", "1 of 2 cases", "1 of 2 cases: HOOK-0", "2 of 2 cases, 1 fail", "",
		}},
		{"quiet", 80, []string{"--quiet"}, "TERM=xterm", nil},
		{"a terminal that can't go back", 80, nil, "TERM=dumb", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t)
			s.write("cases/HOOK-022-ends.txtar", quick)
			s.write("cases/HOOK-023-für immer-\x1b[2J.txtar", strings.ReplaceAll(failing, "budget: 30s", "budget: 20s"))
			term := newTerminal(t, tt.columns)
			cmd := s.command(append([]string{"conform", "--cases", "cases", "-j", "1"}, tt.args...)...)
			var stdout bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, term.slave
			cmd.Env = append(cmd.Env, tt.environ)
			var exit *exec.ExitError
			require.ErrorAs(t, cmd.Run(), &exit)
			assert.Equal(t, 1, exit.ExitCode(), "a case fails")
			shown, left := term.screen(t, term.hangUp(t))
			assert.Equal(t, tt.want, shown)
			assert.Empty(t, left)
			assert.NotContains(t, stdout.String(), "\r")
		})
	}
}

// Where results come to the same terminal, the line has made room for them, and
// for notes.
func TestConformProgressMakesRoom(t *testing.T) {
	s := newStage(t)
	s.write("cases/HOOK-022-ends.txtar", quick)
	term := newTerminal(t, 400)
	cmd := s.command("conform", "--cases", "cases", "--keep-work")
	cmd.Stdout, cmd.Stderr = term.slave, term.slave
	cmd.Env = append(cmd.Env, "TERM=xterm", "NO_COLOR=1")
	require.NoError(t, cmd.Run())
	shown, left := term.screen(t, term.hangUp(t))
	assert.Contains(t, shown, "0 of 1 cases: HOOK-022-ends")
	require.Greater(t, len(left), 2)
	assert.Regexp(t, `^note: the cases' folders are in `, left[0])
	assert.Regexp(t, `^conformance of hooktest`, left[1])
	assert.Regexp(t, `^as-expected: `, left[len(left)-1])
	for _, line := range left {
		assert.NotRegexp(t, `of 1 cases`, line)
	}
}

// An interruption may take seconds: the line says so.
func TestConformProgressInterrupted(t *testing.T) {
	s := newStage(t)
	s.write("cases/HOOK-021-lingers.txtar", lingering)
	term := newTerminal(t, 120)
	cmd := s.command("conform", "--cases", "cases")
	cmd.Stderr = term.slave
	cmd.Env = append(cmd.Env, "TERM=xterm")
	require.NoError(t, cmd.Start())
	s.hear("hook")
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &exit)
	assert.Equal(t, 130, exit.ExitCode())
	shown, left := term.screen(t, term.hangUp(t))
	assert.Contains(t, shown, "interrupted: waiting for what was started to end (interrupt again not to wait)")
	assert.Empty(t, left)
}
