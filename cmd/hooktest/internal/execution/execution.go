// Package execution fires one event in a new session: a project folder, an environment, and the hooks
// of settings or a single command. The result is the engine's own value.
//
// It prints nothing. The command chooses the events and payloads.
package execution

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

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/jsonvalue"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/internal/guard"
	"github.com/hooktest/hooktest/internal/machine"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// SessionID is the session ID that the hooks receive.
const SessionID = "hooktest-session"

// A Spec describes one firing.
type Spec struct {
	// Contract is the hooks' contract; nil means LLxprt Code's.
	Contract *dialect.Contract
	// Hooks returns the session's hooks; nil means a single hook on the event, given by Command or
	// Entry.
	Hooks func() (engine.Hooks, error)
	// Command is passed to the agent's shell. Entry is a hook from settings, in place of a command.
	Command string
	Entry   *jsonvalue.Object
	// Timeout is the single hook's; 0 means the agent's default.
	Timeout time.Duration
	// Off is set for a session with hooks switched off.
	Off bool
	// Event is the event to fire. Fields are its own fields in the stable format, which hooks read
	// unchanged, valid or not.
	Event  hook.Event
	Fields *jsonvalue.Object
	// Stdin is a whole payload that hooks read byte for byte; Fields then has all its fields. If it
	// is nil, the base fields are generated.
	Stdin []byte
	// Project is the folder in which the hooks run. If empty, a new one is created and removed
	// afterwards.
	Project string
	// Environ is the environment that the hooks inherit.
	Environ []string
	// Sandbox restricts the hooks' processes to its folders and a new project folder, or only limits
	// them; nil does neither.
	Sandbox *sandbox.Policy
	// Hosts are remote servers that hooks may ask. Answers and Evaluator replace a model that hooks
	// ask; without either no model is asked.
	Hosts     []string
	Answers   func(inquiry.Asking) (text string, ok bool)
	Evaluator string
	// Log receives the hook system's log; nil discards it.
	Log *slog.Logger
}

// Run fires the event. An error is one of this machine, never of a hook. A single hook has a
// result, unless the context ended first.
func Run(ctx context.Context, spec Spec) (engine.Firing, error) {
	project := spec.Project
	if project == "" {
		var err error
		if project, err = os.MkdirTemp("", "hooktest-project-"); err != nil {
			return engine.Firing{}, fmt.Errorf("making a project folder: %w", err)
		}
		done := guard.Folder(project)
		defer func() {
			discard(project)
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
		if own.Crowd == nil {
			own.Crowd = sandbox.Watch()
			defer own.Crowd.End()
		}
		spec.Sandbox = own
	}
	if spec.Contract == nil {
		spec.Contract = dialect.LLxprt()
	}
	firing := engine.Fire(ctx, spec.eventInput(project))
	if spec.Hooks == nil && ctx.Err() == nil && len(firing.Merged.Results) != 1 {
		return engine.Firing{}, fmt.Errorf("the engine did not run the hook for %s", spec.Event)
	}
	if spec.Sandbox != nil && spec.Sandbox.Crowd.Exceeded() {
		for i := range firing.Merged.Results {
			firing.Merged.Results[i] = finding.Crowded(firing.Merged.Results[i])
		}
	}
	for _, r := range firing.Merged.Results {
		if machine.AtLimit(r.Err) || errors.Is(r.Err, sandbox.ErrConfining) {
			return engine.Firing{}, r.Err
		}
	}
	return firing, nil
}

// confined returns the policy with a project folder added. The hook may change a new folder; of an
// existing one, and of the home, it changes only its own view.
func (s Spec) confined(project string) (*sandbox.Policy, func(), error) {
	own, remove := *s.Sandbox, func() {}
	switch {
	case own.Unconfined:
		return &own, remove, nil
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
			// A folder that does not exist can't be changed either.
			if real, err := filepath.EvalSymlinks(folder); err == nil {
				(*folders)[i] = real
			}
		}
	}
	return &own, remove, nil
}

// eventInput returns the event in a session of its own.
func (s Spec) eventInput(project string) engine.EventInput {
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
	return engine.EventInput{Config: config, Event: s.Event, Fields: s.Fields, Stdin: s.Stdin}
}

// single returns the hooks of a session with only one.
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

// Longest is the default limit for a hook: some agents wait ten minutes.
const Longest = time.Minute

// Patience returns a hook's timeout: given if it is set, else 0 for the agent's default, but at
// most Longest.
func Patience(c *dialect.Contract, event hook.Event, given time.Duration) time.Duration {
	if given == 0 && c.Handlers.Timeout.On(event) > Longest {
		return Longest
	}
	return given
}

// model returns the model that hooks ask: the recorded answers, then the evaluator; nil if there is
// neither.
func (s Spec) model() func(context.Context, inquiry.Asking) (string, error) {
	if s.Answers == nil && s.Evaluator == "" {
		return nil
	}
	return func(ctx context.Context, asked inquiry.Asking) (string, error) {
		if s.Answers != nil {
			if text, ok := s.Answers(asked); ok {
				return text, nil
			}
		}
		if s.Evaluator == "" {
			return "", &inquiry.NotEvaluated{Why: "none of the recorded answers is left for the question"}
		}
		return s.evaluate(ctx, asked)
	}
}

// evaluate runs the evaluator like a hook, with the question as its payload. It runs in the current
// folder, because a relative path on the command line starts there.
func (s Spec) evaluate(ctx context.Context, asked inquiry.Asking) (string, error) {
	var model any
	if asked.Model != "" {
		model = asked.Model
	}
	question := jsonvalue.New(
		jsonvalue.Member{Key: "agent", Value: asked.Agent},
		jsonvalue.Member{Key: "event", Value: string(asked.Event)},
		jsonvalue.Member{Key: "model", Value: model},
		jsonvalue.Member{Key: "prompt", Value: asked.Prompt},
	)
	firing, err := Run(ctx, Spec{
		Contract: s.Contract, Command: s.Evaluator, Timeout: asked.Timeout, Event: asked.Event,
		Fields: question, Stdin: jsonvalue.Marshal(question), Project: ".", Environ: s.Environ, Log: s.Log,
	})
	if err == nil && len(firing.Merged.Results) == 0 {
		err = ctx.Err()
	}
	if err != nil {
		return "", &inquiry.NotEvaluated{Why: err.Error()}
	}
	r := firing.Merged.Results[0]
	switch {
	case r.Ending == hook.TimedOut:
		return "", context.DeadlineExceeded
	case r.Ending == hook.Exited && r.Code == 0:
		return string(r.Stdout), nil
	}
	end := r.Ending.String()
	if r.Ending == hook.Exited {
		end = fmt.Sprintf("exited with %d", r.Code)
	}
	return "", &inquiry.NotEvaluated{Why: fmt.Sprintf("the evaluator failed (%s): %s", end, strings.TrimSpace(string(r.Stderr)))}
}
