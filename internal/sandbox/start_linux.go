package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
)

// name is the argument 0 of the launcher; no other process has it.
const name = "hooktest-sandbox"

// A mode is a way to confine, as the launcher is told it.
type mode string

const (
	// byRoot has the namespaces made by a user who may, byUser by one who becomes the root
	// of a user namespace.
	byRoot mode = "root"
	byUser mode = "user"
	// alone has no namespaces.
	alone mode = "alone"
)

// chosen is the strongest mode that the kernel and its administrator allow; empty where
// none does.
var chosen = sync.OnceValue(func() mode {
	for _, m := range []mode{byRoot, byUser, alone} {
		// Without a command the launcher confines itself and ends.
		process, err := m.start(&Policy{}, "", nil, &os.ProcAttr{Env: os.Environ()})
		if err != nil {
			continue
		}
		if state, err := process.Wait(); err == nil && state.Success() {
			return m
		}
	}
	return ""
})

func available() Strength {
	switch chosen() {
	case byRoot, byUser:
		return Full
	case alone:
		return Partial
	}
	return None
}

// Start starts a program as os.StartProcess does, confined by the policy. It returns once
// the program runs.
func (p *Policy) Start(path string, args []string, attr *os.ProcAttr) (*os.Process, error) {
	if p == nil {
		return os.StartProcess(path, args, attr)
	}
	if Available() == None {
		return nil, ErrUnavailable
	}
	return chosen().start(p, path, args, attr)
}

// words are the launcher's arguments.
func (m mode) words(p *Policy, path string, args []string) []string {
	words := []string{name, string(m)}
	for _, folder := range p.Writable {
		words = append(words, "+"+folder)
	}
	for _, folder := range p.Covered {
		words = append(words, "~"+folder)
	}
	return append(append(words, "--", path), args...)
}

func (m mode) start(p *Policy, path string, args []string, attr *os.ProcAttr) (*os.Process, error) {
	// The launcher writes here why it can't go on; the pipe closes when it becomes the
	// command.
	report, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer report.Close()
	own := *attr
	own.Files = make([]*os.File, 3, 4)
	copy(own.Files, attr.Files)
	own.Files = append(own.Files, theirs)
	own.Sys = &syscall.SysProcAttr{}
	if attr.Sys != nil {
		*own.Sys = *attr.Sys
	}
	if m != alone {
		own.Sys.Cloneflags |= syscall.CLONE_NEWNS | syscall.CLONE_NEWNET
	}
	if m == byUser {
		own.Sys.Cloneflags |= syscall.CLONE_NEWUSER
		own.Sys.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		own.Sys.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	process, err := os.StartProcess("/proc/self/exe", m.words(p, path, args), &own)
	_ = theirs.Close()
	if err != nil {
		return nil, err
	}
	fault, err := io.ReadAll(report)
	if err == nil && len(fault) == 0 {
		return process, nil
	}
	_ = process.Kill()
	_, _ = process.Wait()
	return nil, errors.Join(err, reported(fault))
}

// reported is what the launcher wrote, as an error.
func reported(fault []byte) error {
	if len(fault) == 0 {
		return nil
	}
	return fmt.Errorf("%s", fault)
}
