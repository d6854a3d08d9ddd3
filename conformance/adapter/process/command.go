package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/hooktest/hooktest/internal/guard"
)

// A Command says which program is the adapter.
type Command struct {
	// Args is the program and its arguments, as they are: no shell reads them.
	// A program without a separator in its name is looked up in PATH.
	Args []string
	// Env is the whole environment, as KEY=VALUE; nil means this process's.
	Env []string
	// Dir is the working directory; empty means this process's.
	Dir string
	// Stderr is how many bytes of the end of stderr are kept; 0 means 64 KiB.
	Stderr int
}

const defaultStderr = 64 << 10

// How long an adapter has to end: the protocol's grace, and after QUIT and TERM.
const (
	shutdownLimit = 5 * time.Second
	afterQuit     = 1 * time.Second
	afterTerm     = 2 * time.Second
	// leftovers is how long the output of an exited adapter is still read if a
	// process outside its group holds it open.
	leftovers = 1 * time.Second
)

// A StartError is a program that could not be started. Neither the
// implementation nor the suite is to blame: the command line or this machine is.
type StartError struct {
	Program string
	Err     error
}

func (e *StartError) Error() string {
	switch {
	case errors.Is(e.Err, exec.ErrNotFound), errors.Is(e.Err, os.ErrNotExist):
		return fmt.Sprintf("can't start the adapter: there is no program %q", e.Program)
	case errors.Is(e.Err, os.ErrPermission):
		return fmt.Sprintf("can't start the adapter: %q is not executable", e.Program)
	}
	return fmt.Sprintf("can't start the adapter %q: %v", e.Program, e.Err)
}

func (e *StartError) Unwrap() error { return e.Err }

// start starts the program in its own process group. The options' scale
// multiplies the time that it gets to exit.
func (c Command) start(o Options) (*peer, error) {
	if len(c.Args) == 0 {
		return nil, &StartError{Err: errors.New("no program is named")}
	}
	if err := checkDir(c.Dir); err != nil {
		return nil, &StartError{Program: c.Args[0], Err: err}
	}
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Env, cmd.Dir = awayFromUTC(c.Env), c.Dir
	lead(cmd)
	pipes, err := newPipes()
	if err != nil {
		return nil, &StartError{Program: c.Args[0], Err: err}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pipes.stdin.read, pipes.stdout.write, pipes.stderr.write
	ward := guard.Begin(pipes.stdout.write)
	err = cmd.Start()
	pipes.closeTheirs()
	if err != nil {
		ward.Done()
		pipes.closeOurs()
		return nil, &StartError{Program: c.Args[0], Err: err}
	}
	ward.Started(cmd.Process.Pid)
	limit := c.Stderr
	if limit == 0 {
		limit = defaultStderr
	}
	p := newProcess(cmd, ward, pipes, limit, o.scale())
	if o.Started != nil {
		o.Started(p.kill)
	}
	return p.peer(), nil
}

// checkDir returns an error that names an unusable directory, because the system
// would name the program instead.
func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("working directory: %v", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("working directory: %s is not a directory", dir)
	}
	return nil
}

// A process is a started adapter and its group.
type process struct {
	cmd    *exec.Cmd
	group  group
	pipes  *pipes
	scale  float64
	tail   *tail
	heard  chan struct{}
	exited chan struct{}
	ending sync.Once
}

func newProcess(cmd *exec.Cmd, ward *guard.Ward, pipes *pipes, limit int, scale float64) *process {
	p := &process{
		cmd: cmd, group: newGroup(cmd.Process), pipes: pipes, scale: scale,
		tail: &tail{limit: limit}, heard: make(chan struct{}), exited: make(chan struct{}),
	}
	go func() {
		defer close(p.heard)
		_, _ = io.Copy(p.tail, pipes.stderr.read)
	}()
	go func() {
		defer close(p.exited)
		// ProcessState has the exit status.
		_ = cmd.Wait()
		// Any leftover process would keep the pipes open.
		p.group.kill()
		ward.Done()
	}()
	return p
}

func (p *process) peer() *peer {
	return &peer{
		in: p.pipes.stdin.write, out: p.pipes.stdout.read,
		exited: p.exited,
		how:    func() string { return "the adapter ended (" + p.cmd.ProcessState.String() + ")" },
		hangUp: func() { _ = p.pipes.stdin.write.Close() },
		end:    func() { p.ending.Do(p.end) },
		stderr: p.tail.lastWords,
	}
}

// kill ends the group of a program that has not ended.
func (p *process) kill() {
	if !p.wait(p.exited, 0) {
		p.group.kill()
	}
}

func (p *process) end() {
	p.stop()
	p.group.release()
	p.wait(p.heard, leftovers)
	p.pipes.closeOurs()
	<-p.heard
}

// stop sends stronger and stronger signals until the program exits.
func (p *process) stop() {
	_ = p.pipes.stdin.write.Close()
	if p.wait(p.exited, 0) {
		return
	}
	p.group.quit()
	if p.wait(p.exited, afterQuit) {
		return
	}
	p.group.terminate()
	if p.wait(p.exited, afterTerm) {
		return
	}
	p.group.kill()
	<-p.exited
}

func (p *process) wait(done <-chan struct{}, limit time.Duration) bool {
	return wait(done, scaled(limit, p.scale))
}

// wait reports whether done is closed before the limit has passed.
func wait(done <-chan struct{}, limit time.Duration) bool {
	select {
	case <-done:
		return true
	default:
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

func scaled(d time.Duration, scale float64) time.Duration { return time.Duration(float64(d) * scale) }
