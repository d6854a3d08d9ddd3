package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A terminal is a pseudo-terminal with its output so far.
type terminal struct {
	columns       int
	master, slave *os.File
	ended         chan struct{}

	mu      sync.Mutex
	written bytes.Buffer
	more    *sync.Cond
}

func newTerminal(t *testing.T, columns int) *terminal {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = master.Close() })
	// Fd would set the file to blocking, and Close would then wait for the reader.
	conn, err := master.SyscallConn()
	require.NoError(t, err)
	var number int
	require.NoError(t, conn.Control(func(fd uintptr) {
		if err = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); err == nil {
			number, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
		}
	}))
	require.NoError(t, err)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = slave.Close() })
	require.NoError(t, unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)}))
	term := &terminal{columns: columns, master: master, slave: slave, ended: make(chan struct{})}
	term.more = sync.NewCond(&term.mu)
	// A terminal that is not read blocks its writers.
	go func() {
		defer close(term.ended)
		// When no process has the terminal open, Copy returns an error.
		_, _ = io.Copy(term, master)
	}()
	return term
}

func (term *terminal) Write(p []byte) (int, error) {
	term.mu.Lock()
	defer term.mu.Unlock()
	defer term.more.Broadcast()
	return term.written.Write(p)
}

// await waits until a text is on the terminal.
func (term *terminal) await(text string) {
	term.mu.Lock()
	defer term.mu.Unlock()
	for !bytes.Contains(term.written.Bytes(), []byte(text)) {
		term.more.Wait()
	}
}

// hangUp closes this side's end of the terminal and returns all output. Other processes that had
// it open must have exited.
func (term *terminal) hangUp(t *testing.T) []byte {
	t.Helper()
	require.NoError(t, term.slave.Close())
	<-term.ended
	return term.written.Bytes()
}

// screen replays the output. It returns the contents of the line after each update, and the lines
// that remain. It fails if the cursor reaches the last column, after which some terminals wrap,
// and for control characters except CR and LF.
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
