//go:build unix

package recorder

import (
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
)

// Main records a hook that was started, and returns the hook's exit code.
func Main(h *front.Hook) int {
	switch {
	case h.Held:
		return passOn()
	case h.Probed:
		return front.Answer()
	case h.Malformed != nil:
		return notStarted("error: " + h.Malformed.Error())
	case h.Alone:
		return take(h.Front)
	case h.Unstarted != nil:
		return notStarted(h.Unstarted.Error())
	}
	return see(h)
}

// see waits for a hook to end. A signal that kills the recorder before it forwards signals also
// kills the hook, if the two are bound.
func see(h *front.Hook) int {
	passSignals(h.PID)
	ended, exit := watch(h.PID, h.Ended)
	n := newNote(h.Front, h.Text, h.Began)
	// The encoder caches its work for a type on first use, so do that while the hook runs.
	_, _ = cassette.Line(n.record)
	stdin := &stream{from: 0, to: h.Stdin, owned: true}
	stdout, stderr := &stream{from: h.Stdout, to: 1}, &stream{from: h.Stderr, to: 2}
	all := relay{streams: []*stream{stdin, stdout, stderr}}
	for over := false; !over; {
		_, over = all.step(-1, ended)
	}
	took, status := time.Since(h.Began), exit()
	stdin.noteRest()
	all.streams = all.streams[1:]
	for moved := true; moved; {
		// Forward everything that the hook itself has written. Other processes may still hold its
		// streams. Don't wait for what they write later.
		patience := 0
		if len(stdout.pending)+len(stderr.pending) > 0 {
			patience = -1
		}
		moved, _ = all.step(patience, nowhere)
	}
	handOn(stdout, stderr)
	n.append(h.Cassette, func(r *cassette.Record) {
		r.Milliseconds, r.Held = float64(took.Microseconds())/1000, stdout.open() || stderr.open()
		// The agent may have written everything and be about to close the stream.
		r.Partial = stdin.open() && !json.Valid(stdin.kept)
		r.Dropped = dropped(map[string]*stream{"stdin": stdin, "stdout": stdout, "stderr": stderr})
		if status.Signaled() {
			r.Signal = unix.SignalName(status.Signal())
		} else {
			r.Exit = status.ExitStatus()
		}
	}, stdin.kept, stdout.kept, stderr.kept)
	if status.Signaled() {
		return dieOf(status.Signal())
	}
	return status.ExitStatus()
}

// watch returns a descriptor that becomes readable when a process has ended, and a function that
// then returns its exit status.
func watch(pid int, pipe [2]int) (ended int, exit func() syscall.WaitStatus) {
	if ended := descriptor(pid); ended != nowhere {
		return ended, func() syscall.WaitStatus { return reap(pid) }
	}
	return waited(pid, pipe)
}

// waited is watch for systems without descriptors for processes: a goroutine waits for the
// process and closes the pipe.
func waited(pid int, pipe [2]int) (ended int, exit func() syscall.WaitStatus) {
	exits := make(chan syscall.WaitStatus, 1)
	go func() {
		exits <- reap(pid)
		_ = unix.Close(pipe[1])
	}()
	return pipe[0], func() syscall.WaitStatus { return <-exits }
}

func reap(pid int) (status syscall.WaitStatus) {
	for {
		if _, err := syscall.Wait4(pid, &status, 0, nil); err != syscall.EINTR {
			return status
		}
	}
}

// passSignals forwards signals from the agent to the hook.
func passSignals(pid int) {
	arrived := make(chan os.Signal, 8)
	for _, s := range []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2} {
		if !signal.Ignored(s) {
			signal.Notify(arrived, s)
		}
	}
	go func() {
		for s := range arrived {
			_ = syscall.Kill(pid, s.(syscall.Signal))
		}
	}()
}

func dropped(streams map[string]*stream) map[string]int64 {
	counts := map[string]int64{}
	for name, s := range streams {
		if s.dropped > 0 {
			counts[name] = s.dropped
		}
	}
	return counts
}

// A note is a record in progress. It removes secrets.
type note struct {
	scrubber *scrub.Scrubber
	counts   scrub.Counts
	record   cassette.Record
}

// newNote records what is known about a run before the hook's end.
func newNote(f front.Front, command string, began time.Time) *note {
	n := &note{scrubber: scrub.New(os.Getenv("HOME"), os.Getenv("USER")), counts: scrub.Counts{}}
	folder, _ := os.Getwd()
	n.record = cassette.Record{
		Version: cassette.Version, Time: began.UTC(), Agent: f.Agent, Event: f.Event,
		Folder: n.scrubber.String(folder, n.counts), Command: n.scrubber.String(command, n.counts),
	}
	for _, arg := range f.Args {
		n.record.Args = append(n.record.Args, n.scrubber.String(arg, n.counts))
	}
	return n
}

// append writes the record to a cassette. It ignores errors and panics: they can't be reported,
// and the exit code must remain the hook's.
func (n *note) append(path string, complete func(*cassette.Record), stdin, stdout, stderr []byte) {
	defer func() { _ = recover() }()
	r := n.with(stdin, stdout, stderr)
	complete(&r)
	_ = cassette.Append(path, r)
}

// with returns the record with the streams.
func (n *note) with(stdin, stdout, stderr []byte) cassette.Record {
	r := n.record
	r.Stdin, r.Stdout, r.Stderr = n.scrubber.Bytes(stdin, n.counts), n.scrubber.Bytes(stdout, n.counts), n.scrubber.Bytes(stderr, n.counts)
	r.Scrubbed = n.counts
	return r
}

// take reads a payload for the process that waits for it. It always exits with 0 and no output.
func take(f front.Front) (exit int) {
	defer func() { _ = recover() }()
	payload, _ := io.ReadAll(io.LimitReader(os.Stdin, keep))
	// If the waiting process has exited, the pipe has no reader and can't be opened.
	pipe, err := os.OpenFile(f.Cassette, os.O_WRONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return 0
	}
	defer func() { _ = pipe.Close() }()
	line, err := cassette.Line(newNote(f, "", time.Now()).with(payload, nil, nil))
	if err == nil {
		_, _ = pipe.Write(line)
	}
	return 0
}

// dieOf ends this process by the signal that ended the hook. It does so from a shell, because the
// Go runtime handles most signals itself.
func dieOf(s syscall.Signal) int {
	number := strconv.Itoa(int(s))
	_ = syscall.Exec("/bin/sh", []string{"sh", "-c", "ulimit -c 0; kill -" + number + " $$"}, os.Environ())
	return 128 + int(s)
}

// handOn starts another process that forwards the rest of streams that outlive the hook. The
// recorder ends with the hook, and the streams stay open.
func handOn(stdout, stderr *stream) {
	if !stdout.open() && !stderr.open() {
		return
	}
	const closed = ^uintptr(0)
	files := []uintptr{closed, 1, 2, closed, closed}
	for i, s := range []*stream{stdout, stderr} {
		if s.open() {
			files[front.TextFrom+i] = uintptr(s.from)
		}
	}
	program, err := os.Executable()
	if err != nil {
		return
	}
	// If that process can't be started, programs that still write get a broken pipe.
	_, _ = syscall.ForkExec(program, front.HeldWords(program), &syscall.ProcAttr{Env: os.Environ(), Files: files})
}

// passOn is the process that handOn starts.
func passOn() int {
	streams := []*stream{{from: front.TextFrom, to: 1, owned: true}, {from: front.TextFrom + 1, to: 2, owned: true}}
	r := relay{streams: streams}
	for streams[0].open() || streams[1].open() {
		r.step(-1, nowhere)
	}
	return 0
}
