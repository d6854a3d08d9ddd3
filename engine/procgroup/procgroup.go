// Package procgroup turns a command into a running process tree that can be ended as a
// whole. It starts the command as the head of a new process group, signals the group,
// reports when the head has exited, and kills the processes that the head left running.
//
// On unix the group is also a session without a terminal, so that a command behaves the
// same whether or not the engine has a terminal. A process that leaves the group
// (setsid, a shell's job control) can't be reached. On Windows the group is a job
// object.
//
// If the program has a guard, the group does not outlive the program.
//
// Unread returns the number of unread bytes in a process's pipe. The package reads no
// output, sets no time limits and knows nothing about hooks. It is the only package
// that uses signals.
package procgroup

import (
	"fmt"
	"os"
	"sync"

	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// A Command says what to start. There is no lookup and there are no defaults, except
// that an empty Dir means the current directory.
type Command struct {
	// Path is the program's file.
	Path string
	// Args are the program's arguments, its name first.
	Args []string
	// Env is the complete environment, as key=value.
	Env []string
	Dir string
	// Sandbox confines the process and its descendants; nil means no sandbox.
	Sandbox *sandbox.Policy
	// Stdin, Stdout and Stderr go to the process; the caller closes its own
	// copies.
	Stdin, Stdout, Stderr *os.File
}

// An Exit says how the head of a group exited.
type Exit struct {
	// Code is the exit code; 0 if a signal killed the process.
	Code int
	// Signal names the signal that killed the process, such as "SIGSEGV"; it
	// is empty if the process exited by itself.
	Signal string
}

// A Process is a started command and its group. Its methods are safe for concurrent
// use. Finish must be called once the process has exited, or the system keeps an entry
// for it.
type Process struct {
	process *os.Process
	group   group
	ward    *guard.Ward
	exited  chan struct{}
	// state is set before exited is closed where waiting reaps; nil elsewhere.
	state *os.ProcessState
	err   error

	// mu guards finished: once the head is reaped, its pid may belong to another
	// process and must not be signalled.
	mu       sync.Mutex
	finished bool
}

// Start starts the command. It fails, with nothing running, if the program or the
// directory does not exist, or if the system can't create another process.
func Start(c Command) (*Process, error) {
	ward := guard.Begin(c.Stdout)
	process, err := c.Sandbox.Start(c.Path, c.Args, &os.ProcAttr{
		Dir:   c.Dir,
		Env:   c.Env,
		Files: []*os.File{c.Stdin, c.Stdout, c.Stderr},
		Sys:   attributes(),
	})
	if err != nil {
		ward.Done()
		return nil, startError(c, err)
	}
	ward.Started(process.Pid)
	p := &Process{process: process, ward: ward, exited: make(chan struct{})}
	p.group = newGroup(process)
	go func() {
		defer close(p.exited)
		p.state, p.err = watch(process)
	}()
	return p, nil
}

// startError names the directory if that is the cause: the system reports the program
// instead.
func startError(c Command, err error) error {
	if c.Dir != "" {
		info, statErr := os.Stat(c.Dir)
		if statErr != nil {
			return fmt.Errorf("working directory: %w", statErr)
		}
		if !info.IsDir() {
			return fmt.Errorf("working directory: %s is not a directory", c.Dir)
		}
	}
	return err
}

// Pid returns the pid of the head; on unix it is also the group's id.
func (p *Process) Pid() int { return p.process.Pid }

// Exited is closed once the head has exited. Other processes of its group may still
// run.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// HasExited asks the system whether the head has exited, which may be before Exited is
// closed.
func (p *Process) HasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.finished || ended(p.process)
}

// Terminate asks the whole group to end: SIGTERM on unix, CTRL_BREAK on
// Windows. It fails with os.ErrProcessDone after Finish.
func (p *Process) Terminate() error { return p.signal(p.group.terminate) }

// Kill ends the whole group at once. It fails with os.ErrProcessDone after
// Finish.
func (p *Process) Kill() error { return p.signal(p.group.kill) }

func (p *Process) signal(send func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.finished {
		return os.ErrProcessDone
	}
	return send()
}

// Finish waits until the head has exited, kills the rest of its group, releases the
// system's resources for the head and returns how it exited. A second call returns the
// error os.ErrProcessDone.
func (p *Process) Finish() (Exit, error) {
	<-p.exited
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.finished {
		return Exit{}, os.ErrProcessDone
	}
	p.finished = true
	// The group is usually empty by now; the error of killing an empty group is
	// ignored.
	_ = p.group.kill()
	p.group.release()
	p.ward.Done()
	if p.err != nil {
		return Exit{}, fmt.Errorf("waiting for process %d: %w", p.Pid(), p.err)
	}
	if p.state == nil {
		state, err := p.process.Wait()
		if err != nil {
			return Exit{}, fmt.Errorf("waiting for process %d: %w", p.Pid(), err)
		}
		p.state = state
	}
	return exitOf(p.state), nil
}
