//go:build unix

package recorder

import (
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scrub"
)

// The exit codes of the recorder itself. A recorder's command line that somebody has
// broken refuses (2), as a guard that can't be started should.
const (
	exitUsage    = 2
	exitNotFound = 127
)

// Main is the recorder, and gives the hook's exit code. It has to be called by the
// program's first goroutine, before others start: the hook's end is bound to the
// thread's.
func Main(args []string) int {
	if args[3] == heldOpen {
		return passOn()
	}
	front, err := parse(args)
	if err != nil {
		return refuse(err.Error())
	}
	if front.Alone {
		return front.take()
	}
	var text string
	if front.Args == nil {
		text = readText()
		if text == "" || len(front.Shell) == 0 {
			return refuse("a recorder without the hook that it stands in front of")
		}
	}
	return front.run(text)
}

func refuse(why string) int {
	_, _ = os.Stderr.WriteString("error: " + why + "\n")
	return exitUsage
}

// readText reads the command's text from the here-document, which adds a line end.
// Without a here-document, the descriptor is one that the Go runtime opened for itself,
// to be told by its close-on-exec flag.
func readText() string {
	if flags, err := unix.FcntlInt(TextFrom, unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC != 0 {
		return ""
	}
	given := os.NewFile(TextFrom, "command")
	text, _ := io.ReadAll(given)
	_ = given.Close()
	return strings.TrimSuffix(string(text), "\n")
}

// run starts the hook and sees it to its end.
func (f Front) run(text string) int {
	// in, out and failure are the hook's stdin, stdout and stderr; ended tells of its
	// end.
	var in, out, failure, ended [2]int
	for _, pipe := range []*[2]int{&in, &out, &failure, &ended} {
		if err := closedOnStart(pipe); err != nil {
			return notStarted(err)
		}
	}
	_ = unix.SetNonblock(in[1], true)
	began := time.Now()
	pid, err := f.start(text, []uintptr{uintptr(in[0]), uintptr(out[1]), uintptr(failure[1])})
	if err != nil {
		return notStarted(err)
	}
	for _, theirs := range []int{in[0], out[1], failure[1]} {
		_ = unix.Close(theirs)
	}
	// What takes time and does not need the hook is done while the hook starts, since the
	// agent waits for both. A signal that ends the recorder before this line ends the
	// hook, too, where bound works; nothing of the hook's output has been passed on by
	// then.
	passSignals(pid)
	exits := make(chan syscall.WaitStatus, 1)
	go func() {
		var status syscall.WaitStatus
		for {
			if _, err := syscall.Wait4(pid, &status, 0, nil); err != syscall.EINTR {
				break
			}
		}
		exits <- status
		_ = unix.Close(ended[1])
	}()
	stdin := &stream{from: 0, to: in[1], owned: true}
	stdout, stderr := &stream{from: out[0], to: 1}, &stream{from: failure[0], to: 2}
	all := relay{streams: []*stream{stdin, stdout, stderr}}
	for over := false; !over; {
		_, over = all.step(-1, ended[0])
	}
	took, status := time.Since(began), <-exits
	stdin.noteRest()
	all.streams = all.streams[1:]
	for moved := true; moved; {
		// What the hook itself has written is passed on whole. Other processes may still
		// hold its streams; what they write later is not waited for.
		patience := 0
		if len(stdout.pending)+len(stderr.pending) > 0 {
			patience = -1
		}
		moved, _ = all.step(patience, nowhere)
	}
	f.handOn(stdout, stderr)
	r := cassette.Record{
		Time: began.UTC(), Command: text, Args: f.Args, Stdin: stdin.kept, Stdout: stdout.kept, Stderr: stderr.kept,
		Milliseconds: float64(took.Microseconds()) / 1000, Held: stdout.open() || stderr.open(), Partial: stdin.open(),
		Dropped: dropped(map[string]*stream{"stdin": stdin, "stdout": stdout, "stderr": stderr}),
	}
	if status.Signaled() {
		r.Signal = unix.SignalName(status.Signal())
	} else {
		r.Exit = status.ExitStatus()
	}
	// What can't be recorded is lost: there is nobody to be told.
	_ = cassette.Append(f.Cassette, f.complete(r))
	if status.Signaled() {
		return dieOf(status.Signal())
	}
	return status.ExitStatus()
}

// passSignals hands what an agent sends to the recorder on to the hook.
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

func notStarted(err error) int {
	_, _ = os.Stderr.WriteString(err.Error() + "\n")
	return exitNotFound
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

// complete says whose a record is, and takes out what must not be in a file.
func (f Front) complete(r cassette.Record) cassette.Record {
	s, counts := scrub.New(os.Getenv("HOME"), os.Getenv("USER")), scrub.Counts{}
	folder, _ := os.Getwd()
	r.Version, r.Agent, r.Event, r.Folder = cassette.Version, f.Agent, f.Event, s.String(folder, counts)
	r.Command = s.String(r.Command, counts)
	for i, arg := range r.Args {
		r.Args[i] = s.String(arg, counts)
	}
	r.Stdin, r.Stdout, r.Stderr = s.Bytes(r.Stdin, counts), s.Bytes(r.Stdout, counts), s.Bytes(r.Stderr, counts)
	r.Scrubbed = counts
	return r
}

// take reads a payload for somebody who waits for it.
func (f Front) take() int {
	payload, _ := io.ReadAll(io.LimitReader(os.Stdin, keep))
	// If nobody waits any longer, the pipe has no reader and can't be opened.
	pipe, err := os.OpenFile(f.Cassette, os.O_WRONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return 0
	}
	defer func() { _ = pipe.Close() }()
	line, err := cassette.Line(f.complete(cassette.Record{Time: time.Now().UTC(), Stdin: payload}))
	if err == nil {
		_, _ = pipe.Write(line)
	}
	return 0
}

// start starts the hook as the agent's shell would have. It does without package os,
// which first starts a process to find out what the system can do.
func (f Front) start(text string, files []uintptr) (pid int, err error) {
	attributes := &syscall.ProcAttr{Env: os.Environ(), Files: files, Sys: bound()}
	if f.Args != nil {
		return launch(f.Args[0], f.Args, attributes)
	}
	if words := plainWords(text); words != nil {
		// A shell would do no more than this, and would cost the agent time. If it fails,
		// the shell below is started after all, and reports the fault.
		if pid, err := syscall.ForkExec(words[0], words, attributes); err == nil {
			return pid, nil
		}
	}
	return launch(f.Shell[0], append(slices.Clone(f.Shell), text), attributes)
}

func launch(program string, words []string, attributes *syscall.ProcAttr) (int, error) {
	path, err := find(program)
	if err != nil {
		return 0, err
	}
	return syscall.ForkExec(path, words, attributes)
}

// find looks for a program as the system does. Package os/exec could, too, but its
// imports would have to be initialized before the recorder starts.
func find(program string) (string, error) {
	if strings.Contains(program, "/") {
		return program, nil
	}
	for _, folder := range strings.Split(os.Getenv("PATH"), ":") {
		if folder == "" {
			folder = "."
		}
		path := folder + "/" + program
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && unix.Access(path, unix.X_OK) == nil {
			return path, nil
		}
	}
	return "", &os.PathError{Op: "exec", Path: program, Err: syscall.ENOENT}
}

// closedOnStart makes a pipe of which others get only what they are given.
func closedOnStart(ends *[2]int) error {
	if err := unix.Pipe(ends[:]); err != nil {
		return err
	}
	unix.CloseOnExec(ends[0])
	unix.CloseOnExec(ends[1])
	return nil
}

// plainWords are the words of a text that every shell reads as a program's path and its
// arguments; nil for any other text.
func plainWords(text string) []string {
	for _, c := range []byte(text) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_-./:@%+, ", c) >= 0) {
			return nil
		}
	}
	words := strings.Fields(text)
	if len(words) == 0 || !strings.Contains(words[0], "/") {
		return nil
	}
	return words
}

// dieOf ends this process by the signal that ended the hook. A shell takes its place,
// since the Go runtime handles most signals itself.
func dieOf(s syscall.Signal) int {
	number := strconv.Itoa(int(s))
	_ = syscall.Exec("/bin/sh", []string{"sh", "-c", "ulimit -c 0; kill -" + number + " $$"}, os.Environ())
	return 128 + int(s)
}

// handOn has another process pass on what still comes on streams that outlive the hook:
// the recorder ends with the hook, and the streams stay open.
func (f Front) handOn(stdout, stderr *stream) {
	if !stdout.open() && !stderr.open() {
		return
	}
	const closed = ^uintptr(0)
	files := []uintptr{closed, 1, 2, closed, closed}
	for i, s := range []*stream{stdout, stderr} {
		if s.open() {
			files[TextFrom+i] = uintptr(s.from)
		}
	}
	program, err := os.Executable()
	if err != nil {
		return
	}
	// If that process can't be started, programs that still write get a broken pipe.
	_, _ = syscall.ForkExec(program, []string{program, "record", flagAs, heldOpen}, &syscall.ProcAttr{Env: os.Environ(), Files: files})
}

// passOn is the process that handOn starts.
func passOn() int {
	streams := []*stream{{from: TextFrom, to: 1, owned: true}, {from: TextFrom + 1, to: 2, owned: true}}
	r := relay{streams: streams}
	for streams[0].open() || streams[1].open() {
		r.step(-1, nowhere)
	}
	return 0
}
