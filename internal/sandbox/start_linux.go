package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/hooktest/hooktest/internal/machine"
)

// name is the argument 0 of the launcher; no other process has it.
const name = "hooktest-sandbox"

// A mode is a way to confine, as an argument of the launcher.
type mode string

const (
	// byRoot makes the namespaces with the user's own rights, byUser with those that a user has in a
	// user namespace.
	byRoot mode = "root"
	byUser mode = "user"
	// alone has no namespaces.
	alone mode = "alone"
	// limited confines nothing.
	limited mode = "limited"
)

// chosen returns the strongest mode that the kernel and its administrator allow; empty if
// there is none. The error is that of a machine at a limit, which allows no conclusion.
var chosen = sync.OnceValues(func() (mode, error) {
	// With fewer files the launcher can't even report its error.
	const least = 16
	if err := machine.Files(least); err != nil {
		return "", err
	}
	for _, m := range []mode{byRoot, byUser, alone} {
		// Without a command the launcher confines itself and ends.
		process, err := m.start(&Policy{}, "", nil, &os.ProcAttr{Env: os.Environ()})
		switch {
		// ENOSPC is also the error if the administrator allows no namespaces.
		case machine.AtLimit(err) && !errors.Is(err, unix.ENOSPC):
			return "", err
		case err != nil:
			continue
		}
		if state, err := process.Wait(); err == nil && state.Success() {
			return m, nil
		}
	}
	return "", nil
})

func available() (Strength, error) {
	m, err := chosen()
	switch m {
	case byRoot, byUser:
		return Full, err
	case alone:
		return Partial, err
	}
	return None, err
}

// Start starts a program as os.StartProcess does, confined by the policy. It returns once
// the program runs.
func (p *Policy) Start(path string, args []string, attr *os.ProcAttr) (*os.Process, error) {
	switch {
	case p == nil, p.Unconfined && !armed.Load():
		return os.StartProcess(path, args, attr)
	case p.Unconfined:
		return limited.start(p, path, args, attr)
	}
	if err := Unavailable(); err != nil {
		return nil, err
	}
	m, _ := chosen()
	if m == alone && p.Door != nil {
		return nil, fmt.Errorf("%w with a network of its own: the system allows no namespaces", ErrUnavailable)
	}
	return m.start(p, path, args, attr)
}

// launching are the capabilities that a launcher in a user namespace needs: to mount, and to copy files
// for the views of folders.
var launching = []uintptr{
	unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER, unix.CAP_FSETID, unix.CAP_MKNOD,
	unix.CAP_NET_ADMIN, unix.CAP_SETFCAP, unix.CAP_SETPCAP, unix.CAP_SYS_ADMIN,
}

// words returns the launcher's arguments.
func (m mode) words(p *Policy, path string, args []string) []string {
	words := []string{name, string(m)}
	for _, folder := range p.Writable {
		words = append(words, "+"+folder)
	}
	for _, folder := range p.Covered {
		words = append(words, "~"+folder)
	}
	if p.Roomy {
		words = append(words, "*")
	}
	if p.Door != nil {
		words = append(words, "@"+strconv.Itoa(p.Door.Port))
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
	own.Files = make([]*os.File, 3, 5)
	copy(own.Files, attr.Files)
	own.Files = append(own.Files, theirs)
	var door *os.File
	if p.Door != nil {
		inside, outside, err := pair()
		if err != nil {
			return nil, errors.Join(err, theirs.Close())
		}
		defer inside.Close()
		defer outside.Close()
		own.Files, door = append(own.Files, inside), outside
	}
	own.Sys = &syscall.SysProcAttr{}
	if attr.Sys != nil {
		*own.Sys = *attr.Sys
	}
	apart := m == byRoot || m == byUser
	if apart {
		own.Sys.Cloneflags |= syscall.CLONE_NEWNS | syscall.CLONE_NEWNET
	}
	if m == byUser {
		own.Sys.Cloneflags |= syscall.CLONE_NEWUSER
		own.Sys.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		own.Sys.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		// A user other than root keeps no capability of the namespace when it executes the launcher.
		own.Sys.AmbientCaps = launching
	}
	process, err := os.StartProcess("/proc/self/exe", m.words(p, path, args), &own)
	_ = theirs.Close()
	if err != nil {
		return nil, err
	}
	p.Crowd.add(process, apart)
	fault, err := io.ReadAll(report)
	if err == nil && len(fault) == 0 && p.Door != nil {
		err = p.Door.receive(door)
	}
	if err == nil && len(fault) == 0 {
		return process, nil
	}
	_ = process.Kill()
	_, _ = process.Wait()
	if err != nil {
		return nil, err
	}
	if why, ok := strings.CutPrefix(string(fault), ErrConfining.Error()+": "); ok {
		return nil, fmt.Errorf("%w: %w", ErrConfining, machine.Told(why))
	}
	return nil, machine.Told(string(fault))
}
