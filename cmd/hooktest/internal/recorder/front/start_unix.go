//go:build unix

package front

import (
	"errors"
	"io"
	"os"
	"slices"
	"syscall"
	"time"
)

// Start starts the hook that a recorder's command line names. The program's first goroutine must
// call it before others start, because the hook dies with the thread that started it.
func Start(args []string) *Hook {
	switch args[3] {
	case heldOpen:
		return &Hook{Held: true}
	case askReady:
		return &Hook{Probed: true}
	}
	parsed, err := parse(args)
	h := &Hook{Front: parsed, Malformed: err}
	if err != nil || h.Alone {
		return h
	}
	if h.Args == nil {
		h.Text = readText()
		if h.Text == "" || len(h.Shell) == 0 {
			h.Malformed = errors.New("a recorder without the hook that it is in front of")
			return h
		}
	}
	if h.Unstarted = h.start(); h.Unstarted != nil {
		// Nothing was read from the streams, so the hook can replace the recorder.
		h.Unstarted = h.become()
	}
	return h
}

// reserve is more memory than a recorder of the largest streams uses.
const reserve = 256 << 20

// Answer prints Ready if a recorder can run, and returns the exit code. If the memory limit is too
// low, it doesn't, or the runtime has ended this process before: the hook then runs without a
// recorder. It also does under a limit of CPU time, which would end a recorder with a large payload
// after its hook.
func Answer() int {
	var limit syscall.Rlimit
	limited := syscall.Getrlimit(syscall.RLIMIT_CPU, &limit) == nil && limit.Cur < 1<<31
	_, err := syscall.Mmap(-1, 0, reserve, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if limited || err != nil {
		return 1
	}
	_, _ = os.Stdout.WriteString(Ready)
	return 0
}

// become replaces this process with the hook. It returns only on failure.
func (h *Hook) become() error {
	words := h.Args
	if words == nil {
		words = append(slices.Clone(h.Shell), h.Text)
	}
	path, err := find(words[0])
	if err != nil {
		return err
	}
	return syscall.Exec(path, words, os.Environ())
}

// readText reads the command's text from the here-document, which adds a newline. Without a
// here-document, the descriptor was opened by the Go runtime for itself, and has the
// close-on-exec flag.
func readText() string {
	flags, _, failed := syscall.Syscall(syscall.SYS_FCNTL, TextFrom, syscall.F_GETFD, 0)
	if failed != 0 || flags&syscall.FD_CLOEXEC != 0 {
		return ""
	}
	given := os.NewFile(TextFrom, "command")
	text, _ := io.ReadAll(given)
	_ = given.Close()
	if last := len(text) - 1; last >= 0 && text[last] == '\n' {
		text = text[:last]
	}
	return string(text)
}

func (h *Hook) start() error {
	var in, out, failure [2]int
	for _, pipe := range []*[2]int{&in, &out, &failure, &h.Ended} {
		if err := closedOnStart(pipe); err != nil {
			return err
		}
	}
	h.Stdin, h.Stdout, h.Stderr = in[1], out[0], failure[0]
	_ = syscall.SetNonblock(h.Stdin, true)
	h.Began = time.Now()
	var err error
	h.PID, err = h.launch([]uintptr{uintptr(in[0]), uintptr(out[1]), uintptr(failure[1])})
	for _, theirs := range []int{in[0], out[1], failure[1]} {
		_ = syscall.Close(theirs)
	}
	return err
}

// launch starts the hook as the agent's shell would. It doesn't use package os, which first
// starts a process to detect features of the system.
func (h *Hook) launch(files []uintptr) (pid int, err error) {
	attributes := &syscall.ProcAttr{Env: os.Environ(), Files: files, Sys: bound()}
	if h.Args != nil {
		return fork(h.Args[0], h.Args, attributes)
	}
	if words := plainWords(h.Text); words != nil {
		// A shell would do nothing else, and would take time. If this fails, the shell below is
		// started anyway, and reports the error.
		if pid, err := syscall.ForkExec(words[0], words, attributes); err == nil {
			return pid, nil
		}
	}
	return fork(h.Shell[0], append(slices.Clone(h.Shell), h.Text), attributes)
}

func fork(program string, words []string, attributes *syscall.ProcAttr) (int, error) {
	path, err := find(program)
	if err != nil {
		return 0, err
	}
	return syscall.ForkExec(path, words, attributes)
}

// executable is the mode for access(2).
const executable = 1

// find looks up a program in PATH. Package os/exec is initialized too late for this.
func find(program string) (string, error) {
	if len(split(program, '/')) > 1 {
		return program, nil
	}
	for _, folder := range split(os.Getenv("PATH"), ':') {
		if folder == "" {
			folder = "."
		}
		path := folder + "/" + program
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && syscall.Access(path, executable) == nil {
			return path, nil
		}
	}
	return "", &os.PathError{Op: "exec", Path: program, Err: syscall.ENOENT}
}

// closedOnStart creates a pipe that child processes don't inherit.
func closedOnStart(ends *[2]int) error {
	if err := syscall.Pipe(ends[:]); err != nil {
		return err
	}
	syscall.CloseOnExec(ends[0])
	syscall.CloseOnExec(ends[1])
	return nil
}

// plainWords returns the words of a text that every shell reads as a program's path and its
// arguments, or nil for any other text.
func plainWords(text string) []string {
	for i := range len(text) {
		switch c := text[i]; c {
		case '_', '-', '.', '/', ':', '@', '%', '+', ',', ' ':
		default:
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
				return nil
			}
		}
	}
	words := slices.DeleteFunc(split(text, ' '), func(word string) bool { return word == "" })
	if len(words) == 0 || len(split(words[0], '/')) < 2 {
		return nil
	}
	return words
}
