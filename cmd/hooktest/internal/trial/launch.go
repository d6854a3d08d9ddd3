package trial

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
)

// A Launch starts one command as the agent of a contract starts its hooks, or asks whom a
// hook asks that is none.
type Launch struct {
	// Spec is the event; its Hooks are the command alone.
	Spec
	Command string
	// Entry is a hook as the settings have it, in the place of a command.
	Entry *jsonvalue.Object
	// Timeout is how long the command may take; 0 stands for the agent's own.
	Timeout time.Duration
}

// Run starts the command. An error is one of this machine, never of a hook.
func (l Launch) Run(ctx context.Context) (engine.Firing, error) {
	l.Hooks = l.hooks()
	firing, err := Run(ctx, l.Spec)
	if err == nil && ctx.Err() == nil && len(firing.Merged.Results) != 1 {
		err = fmt.Errorf("the engine did not run the hook for %s", l.Event)
	}
	return firing, err
}

// As is what came of a launch that has the same Key, judged by this one's agent.
func (l Launch) As(same engine.Firing) engine.Firing {
	l.Hooks = l.hooks()
	return same.As(l.occasion(same.Config.WorkingDir()))
}

// hooks are those of a session that has this one alone.
func (l Launch) hooks() func() (engine.Hooks, error) {
	if l.Entry != nil {
		return oneEntry(l.Contract, l.Entry, l.Event, l.Timeout)
	}
	return OneHook(l.Contract, l.Command, l.Event, l.Timeout)
}

// Idle says why the agent does not run an entry; empty where it does.
func (l Launch) Idle() (string, error) {
	if l.Entry == nil {
		return "", nil
	}
	kind, _ := l.Entry.GetString("type")
	if _, known := l.Contract.Handlers.Handler(kind); !known {
		return fmt.Sprintf("%s has no %s hooks", l.Contract.Product, kind), nil
	}
	hooks, err := l.hooks()()
	if err != nil {
		return "", err
	}
	entries := registry.New(l.Contract, nil)
	entries.Initialize(hooks.Config, nil)
	occasion := l.occasion("")
	plan, err := planner.Explain(l.Contract, entries, true, l.Event, occasion.Subject())
	if err != nil {
		return "", err
	}
	plan = planner.For(l.Contract, plan, occasion.Fields)
	switch {
	case len(plan.Entries) > 0:
		return "", nil
	case len(plan.Skipped) > 0:
		return withRule(plan.Skipped[0].Reason, plan.Skipped[0].Rule), nil
	}
	for _, w := range entries.Warnings() {
		return withRule(w.Text, w.Rule), nil
	}
	return fmt.Sprintf("%s does not run it", l.Contract.Product), nil
}

func withRule(text, rule string) string {
	if rule == "" {
		return text
	}
	return text + " (" + rule + ")"
}

// Key is the same for launches in one project and environment that nothing tells apart:
// one process serves them all. It is empty where no other launch is like this one.
func (l Launch) Key() string {
	if l.Contract.Reading == nil || l.Entry != nil {
		// The engine of the requirements tells more than the hook's process does, and each
		// agent asks in its own words.
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
