// Package trial fires one event in a session made for it: a project folder, an
// environment, and the hooks of settings or a single command. What comes of it is
// the engine's own value.
//
// It prints nothing and chooses nothing: which events and payloads hooks are
// tried with is the command's to say.
package trial

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/machine"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// SessionID is the session that hooks under trial see.
const SessionID = "hooktest-session"

// A Spec says what to try.
type Spec struct {
	// Contract is whose hooks they are; nil stands for LLxprt Code's.
	Contract *dialect.Contract
	// Hooks gives the session's hooks; nil stands for a single one on the event, which
	// Command or Entry is.
	Hooks func() (engine.Hooks, error)
	// Command is what the agent's shell gets, Entry a hook as the settings have it in
	// the place of a command.
	Command string
	Entry   *jsonvalue.Object
	// Timeout is how long the single hook may take; 0 stands for the agent's own.
	Timeout time.Duration
	// Off is a session whose hooks are switched off.
	Off bool
	// Event is the event to fire, Fields its own fields in the stable format that
	// hooks read. Hooks read them as they are, well-formed or not.
	Event  hook.Event
	Fields *jsonvalue.Object
	// Stdin is a whole payload that hooks read byte for byte, of which Fields are all
	// fields; nil has the base fields made up.
	Stdin []byte
	// Project is the folder the hooks run in. Empty stands for a new one that
	// is removed afterwards.
	Project string
	// Environ is the environment that the hooks inherit.
	Environ []string
	// Sandbox confines the hooks' processes to its folders and a new project folder; nil
	// does not.
	Sandbox *sandbox.Policy
	// Hosts are servers beyond this machine that hooks may ask. Answers and Evaluator
	// stand for a model that they ask; without either none is asked.
	Hosts     []string
	Answers   func(inquiry.Asking) (text string, ok bool)
	Evaluator string
	// Log gets what the hook system logs; nil drops it.
	Log *slog.Logger
}

// Run fires the event. An error is one of this machine, never of a hook. A single hook
// has a result, unless the context ended first.
func Run(ctx context.Context, spec Spec) (engine.Firing, error) {
	project := spec.Project
	if project == "" {
		var err error
		if project, err = os.MkdirTemp("", "hooktest-project-"); err != nil {
			return engine.Firing{}, fmt.Errorf("making a project folder: %w", err)
		}
		done := guard.Folder(project)
		defer func() {
			_ = guard.Remove(project)
			done()
		}()
	}
	project, err := filepath.Abs(project)
	if err != nil {
		return engine.Firing{}, fmt.Errorf("finding the project folder: %w", err)
	}
	if spec.Sandbox != nil {
		own, remove, err := spec.confined(project)
		if err != nil {
			return engine.Firing{}, err
		}
		defer remove()
		spec.Sandbox = own
	}
	if spec.Contract == nil {
		spec.Contract = dialect.LLxprt()
	}
	firing := engine.Fire(ctx, spec.occasion(project))
	if spec.Hooks == nil && ctx.Err() == nil && len(firing.Merged.Results) != 1 {
		return engine.Firing{}, fmt.Errorf("the engine did not run the hook for %s", spec.Event)
	}
	for _, r := range firing.Merged.Results {
		if machine.AtLimit(r.Err) || errors.Is(r.Err, sandbox.ErrConfining) {
			return engine.Firing{}, r.Err
		}
	}
	return firing, nil
}

// confined is the policy with a project folder in it: a new one is the hook's to change,
// and of any other, as of the home, it changes a view of its own.
func (s Spec) confined(project string) (*sandbox.Policy, func(), error) {
	own, remove := *s.Sandbox, func() {}
	switch {
	case s.Project == "":
		own.Writable = append(slices.Clone(own.Writable), project)
	case len(own.Writable) == 0:
		scratch, gone, err := Folder("hooktest-scratch-")
		if err != nil {
			return nil, nil, err
		}
		own.Writable, remove = []string{scratch}, gone
		own.Covered = append(slices.Clone(own.Covered), project)
	}
	for _, folders := range []*[]string{&own.Writable, &own.Covered} {
		for i, folder := range *folders {
			// A folder that is not there can't be changed either.
			if real, err := filepath.EvalSymlinks(folder); err == nil {
				(*folders)[i] = real
			}
		}
	}
	// A view of a folder shows what is below it, too, and would hide another one there.
	own.Covered = slices.DeleteFunc(slices.Clone(own.Covered), func(folder string) bool {
		return slices.ContainsFunc(own.Covered, func(other string) bool {
			return strings.HasPrefix(folder, other+string(filepath.Separator))
		})
	})
	return &own, remove, nil
}

// occasion is the event in a session of its own.
func (s Spec) occasion(project string) engine.Occasion {
	if s.Stdin == nil && s.Contract.Reading != nil {
		s.Fields = s.Contract.Payload(s.Event, s.Fields, dialect.Given{Session: SessionID, Folder: project, Time: time.Now()})
		s.Stdin = jsonvalue.Marshal(s.Fields)
	}
	hooks := s.Hooks
	if hooks == nil {
		hooks = s.single
	}
	config := engine.NewConfig(engine.Options{
		Contract:    s.Contract,
		EnableHooks: !s.Off,
		Hooks:       hooks,
		SessionID:   SessionID,
		WorkingDir:  project,
		Environ:     func() []string { return s.Environ },
		Sandbox:     s.Sandbox,
		Hosts:       s.Hosts,
		Model:       s.model(),
		Log:         s.Log,
	})
	return engine.Occasion{Config: config, Event: s.Event, Fields: s.Fields, Stdin: s.Stdin}
}

// single are the hooks of a session that has one alone.
func (s Spec) single() (engine.Hooks, error) {
	entry := settingsfile.Command(s.Contract, s.Command)
	if s.Entry != nil {
		entry = s.Entry.Clone()
	}
	if s.Timeout > 0 {
		settingsfile.SetTimeout(s.Contract, entry, float64(s.Timeout)/float64(s.Contract.Handlers.Timeout.Unit))
	}
	entries := settingsfile.Entries(s.Contract, "", []*jsonvalue.Object{entry})
	node, err := document.FromValue(settingsfile.Hooks(s.Contract, jsonvalue.New(jsonvalue.Member{Key: string(s.Event), Value: entries})))
	if err != nil {
		return engine.Hooks{}, err
	}
	return engine.Hooks{Config: []*document.Node{node}}, nil
}

// Longest is how long a hook is waited for where nobody says how long: some agents
// wait ten minutes.
const Longest = time.Minute

// Patience is the timeout of a hook for which one is given, or 0; 0 stands for the
// agent's own.
func Patience(c *dialect.Contract, event hook.Event, given time.Duration) time.Duration {
	if given == 0 && c.Handlers.Timeout.On(event) > Longest {
		return Longest
	}
	return given
}
