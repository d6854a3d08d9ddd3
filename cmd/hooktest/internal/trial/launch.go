package trial

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Launch starts one command as the agent of a contract starts its hooks.
type Launch struct {
	// Spec is the event; its Hooks are the command alone.
	Spec
	Command string
	// Timeout is how long the command may take; 0 stands for the agent's own.
	Timeout time.Duration
}

// Run starts the command. An error is one of this machine, never of a hook.
func (l Launch) Run(ctx context.Context) (engine.Firing, error) {
	l.Hooks = OneHook(l.Contract, l.Command, l.Event, l.Timeout)
	firing, err := Run(ctx, l.Spec)
	if err == nil && ctx.Err() == nil && len(firing.Merged.Results) != 1 {
		err = fmt.Errorf("the engine did not run the hook for %s", l.Event)
	}
	return firing, err
}

// As is what came of a launch that has the same Key, judged by this one's agent.
func (l Launch) As(same engine.Firing) engine.Firing {
	l.Hooks = OneHook(l.Contract, l.Command, l.Event, l.Timeout)
	return same.As(l.occasion(same.Config.WorkingDir()))
}

// Key is the same for launches in one project and environment that nothing tells apart:
// one process serves them all. It is empty where no other launch is like this one.
func (l Launch) Key() string {
	if l.Contract.Reading == nil {
		// The engine of the requirements tells more than the hook's process does.
		return ""
	}
	rules := l.Contract.Launch
	shell := rules.Shell(runtime.GOOS)
	command := l.Command
	if shell.Script != nil {
		command = shell.Script(command, rules.Variables)
	}
	stdin := l.Stdin
	if stdin == nil {
		given := dialect.Given{Session: SessionID, Folder: "/", Time: time.Unix(0, 0)}
		stdin = jsonvalue.Marshal(l.Contract.Payload(l.Event, l.Fields, given))
	}
	wait := l.Timeout
	if wait == 0 {
		wait = l.Contract.Handlers.Timeout.On(l.Event)
	}
	ending := l.Contract.Ending
	return fmt.Sprintf("%q %q %q %q %q %q %q %q %q %v %v %v %v", command, shell.Programs, shell.Fallback, shell.Flags,
		rules.Variables, rules.Inserted, rules.Set, rules.Removed, stdin, wait, ending.Grace, ending.Pipes, ending.Waits)
}
