package runner

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/procgroup"
)

// cancelDelay replaces the contract's grace for a cancelled hook: an engine that ends
// within seconds must not leave the hook's process running.
const cancelDelay = time.Second

// A child is a hook's running process with the engine's ends of its pipes.
type child struct {
	rules dialect.Ending
	// limitRule is the id that a warning about dropped output names.
	limitRule string
	process   *procgroup.Process
	started   time.Time
	stdin     *os.File
	// left is the hook's own end of stdin, from which await counts the unread bytes;
	// nil if the system does not allow that.
	left *os.File
	// unwritten is the number of bytes that the pipe did not accept; valid once written
	// is closed.
	unwritten      int
	written        chan struct{}
	stdout, stderr *stream
}

// start starts the command (INT-08, HOOK-188), counts it (HOOK-012), and starts the
// goroutines that write and read its pipes (INT-04). They end with await, which ends
// the command by the contract's rules (HOOK-118). On error nothing stays open.
//
//hooktest:impl HOOK-061 HOOK-192 HOOK-125.3
func (r *Runner) start(l launch, command string) (c *child, err error) {
	var p pipes
	defer func() {
		if err != nil {
			p.closeOurs()
		}
		if err == nil && keepsStdin {
			c.left, p.stdin.theirs = p.stdin.theirs, nil
		}
		p.closeTheirs()
	}()
	if err := p.open(); err != nil {
		return nil, err
	}
	c = &child{
		rules:     r.contract.Ending,
		limitRule: r.contract.Requirement("HOOK-069"),
		started:   time.Now(),
		stdin:     p.stdin.ours,
		written:   make(chan struct{}),
		stdout:    newStream("stdout", p.stdout.ours, r.limit),
		stderr:    newStream("stderr", p.stderr.ours, r.limit),
	}
	waiting := l.stdin
	if len(waiting) <= pipeRoom {
		// The pipe is filled before the hook starts.
		_, _ = c.stdin.Write(waiting)
		_ = c.stdin.Close()
		waiting = nil
		close(c.written)
	}
	c.process, err = procgroup.Start(procgroup.Command{
		Path: l.shell.path, Args: l.shell.args(command), Env: l.env, Dir: l.dir,
		Stdin: p.stdin.theirs, Stdout: p.stdout.theirs, Stderr: p.stderr.theirs,
		Sandbox: r.sandbox,
	})
	if err != nil {
		return nil, err
	}
	if r.sandbox != nil {
		// The sandbox's start-up time does not count as the hook's.
		c.started = time.Now()
	}
	r.started.Add(1)
	if waiting != nil {
		go func() {
			defer close(c.written)
			// A hook need not read its input: EPIPE, or the close in await, is not a
			// failure.
			n, _ := c.stdin.Write(waiting)
			_ = c.stdin.Close()
			c.unwritten = len(waiting) - n
		}()
	}
	go c.stdout.capture()
	go c.stderr.capture()
	return c, nil
}

// await waits until the hook has ended, ends it if necessary (HOOK-119), drains its
// pipes (INT-04) and fills in the result's facts. Afterwards no process of the hook's
// group and no goroutine of the child is left.
//
//hooktest:impl HOOK-192
func (c *child) await(ctx context.Context, result *hook.ExecutionResult) {
	result.Ending = c.untilExit(ctx, result.Entry.Timeout)
	result.Duration = time.Since(c.started)
	if c.rules.Waits {
		c.rules.Pipes = max(result.Entry.Timeout-result.Duration, 0)
	}
	c.drain()
	result.PipesClosed = time.Since(c.started)
	if c.rules.Waits && result.Ending == hook.Exited && (c.stdout.held || c.stderr.held) {
		result.Ending = hook.TimedOut
	}
	exit, err := c.process.Finish()
	// A process outside the group may hold stdin open and never read it.
	_ = c.stdin.Close()
	<-c.written
	result.Unread = c.unread()

	result.Stdout, result.StdoutDropped = c.stdout.captured(), c.stdout.dropped
	result.Stderr, result.StderrDropped = c.stderr.captured(), c.stderr.dropped
	result.Warnings = append(result.Warnings, c.warnings()...)
	switch {
	case err != nil:
		result.Err = err
	case result.Ending != hook.Exited:
	case exit.Signal != "":
		result.Ending, result.Signal = hook.Killed, exit.Signal
	default:
		result.Code = exit.Code
	}
}

// unread counts the unread bytes of the input. It consumes none: a process outside the
// group may still read them.
func (c *child) unread() int {
	if c.left == nil {
		return hook.UnreadUnknown
	}
	defer func() { _ = c.left.Close() }()
	lying, err := procgroup.Unread(c.left)
	if err != nil {
		return hook.UnreadUnknown
	}
	return c.unwritten + lying
}

// untilExit waits for the process and says how it ended. Exited means an exit code, or
// a signal that the engine did not send. A process that has exited before its timeout
// is noticed did not time out.
//
//hooktest:impl HOOK-117 HOOK-118 HOOK-155
func (c *child) untilExit(ctx context.Context, timeout time.Duration) hook.Ending {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	var ending hook.Ending
	delay := c.rules.Grace
	select {
	case <-c.process.Exited():
		return hook.Exited
	case <-timer.C:
		ending = hook.TimedOut
	case <-ctx.Done():
		ending, delay = hook.Cancelled, cancelDelay
	}
	if c.process.HasExited() {
		<-c.process.Exited()
		return hook.Exited
	}
	// It is not an error if the group has already exited.
	_ = c.process.Terminate()
	kill := time.NewTimer(delay)
	defer kill.Stop()
	select {
	case <-c.process.Exited():
	case <-kill.C:
		_ = c.process.Kill()
		<-c.process.Exited()
	}
	return ending
}

// drain waits until both output pipes are closed, for the contract's grace at most
// (INT-04).
func (c *child) drain() {
	grace := time.NewTimer(c.rules.Pipes)
	defer grace.Stop()
	for _, s := range []*stream{c.stdout, c.stderr} {
		select {
		case <-s.done:
			continue
		case <-grace.C:
		}
		c.stdout.cut()
		c.stderr.cut()
		break
	}
	<-c.stdout.done
	<-c.stderr.done
}

// warnings reports how much of the two streams was dropped.
func (c *child) warnings() []hook.Warning {
	var warnings []hook.Warning
	var held []string
	for _, s := range []*stream{c.stdout, c.stderr} {
		if s.held {
			held = append(held, s.name)
		}
		if s.dropped > 0 {
			warnings = append(warnings, hook.Warning{
				Rule: c.limitRule,
				Text: fmt.Sprintf("%s is longer than %d bytes: %d more were dropped", s.name, s.limit, s.dropped),
			})
		}
	}
	if len(held) > 0 {
		warnings = append(warnings, hook.Warning{
			Rule: c.rules.Rule,
			Text: fmt.Sprintf("%s still held open by a background process %v after the hook ended: closed", strings.Join(held, " and "), c.rules.Pipes),
		})
	}
	return warnings
}

// pipes are the three pipes of one process.
type pipes struct{ stdin, stdout, stderr pipe }

// A pipe has an end for the engine and one for the hook.
type pipe struct{ ours, theirs *os.File }

func (p *pipes) open() (err error) {
	if p.stdin.theirs, p.stdin.ours, err = os.Pipe(); err != nil {
		return err
	}
	if p.stdout.ours, p.stdout.theirs, err = os.Pipe(); err != nil {
		return err
	}
	p.stderr.ours, p.stderr.theirs, err = os.Pipe()
	return err
}

// closeTheirs closes the engine's copies of the hook's ends, so that the engine notices
// when the hook closes them. Closing a file that was not opened only returns an error.
func (p *pipes) closeTheirs() {
	for _, end := range []*os.File{p.stdin.theirs, p.stdout.theirs, p.stderr.theirs} {
		_ = end.Close()
	}
}

func (p *pipes) closeOurs() {
	for _, end := range []*os.File{p.stdin.ours, p.stdout.ours, p.stderr.ours} {
		_ = end.Close()
	}
}
