// Package trial puts hooks through one event exactly as the agent would: it lets
// the real callers of the hook system (a tool scheduler, a model pipeline) go
// through the event in a session with these hooks, and says what came of it for
// the agent, the model and the user.
//
// It prints nothing and chooses nothing: which events and payloads hooks are
// tried with is the command's to say.
package trial

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/verdict"
	"github.com/hooktest/hooktest/internal/guard"
)

// SessionID is the session that hooks under trial see.
const SessionID = "hooktest-session"

// A Spec says what to try.
type Spec struct {
	// Hooks gives the session's hooks; see OneHook.
	Hooks func() (engine.Hooks, error)
	// Event is the event to go through, Fields its own fields in the stable
	// format that hooks read. Hooks read them as they are, well-formed or not,
	// but none that the event does not have.
	Event  hook.Event
	Fields *jsonvalue.Object
	// Project is the folder the hooks run in. Empty stands for a new one that
	// is removed afterwards.
	Project string
	// Environ is the environment that the hooks inherit.
	Environ []string
	// Log gets what the hook system logs; nil drops it.
	Log *slog.Logger
}

// An Outcome is what came of a trial.
type Outcome struct {
	Event   hook.Event
	Tool    string
	Verdict verdict.Verdict
	Effects Effects
	// Fired is the whole result of the event; empty where no hook ran.
	Fired hook.AggregatedResult
	// Plan is what the engine followed, with every hook of the event that it left
	// out.
	Plan *hook.Plan
}

// Effects are what the agent, the model and the user get to see.
type Effects struct {
	// Agent is what the agent does, in one sentence without a final period.
	Agent string
	// Model is what the model sees, word for word; nil where it sees nothing
	// of the hook's.
	Model *string
	// User is what the user sees; nil where nothing of the hook's.
	User *string
	// Change is what the hook changed, if it changed anything.
	Change *Change
}

// A Change sets the value before a hook beside the one after it.
type Change struct {
	// What names the value: tool_input, llm_request, llm_response, toolConfig.
	What          string
	Before, After any
}

// Run goes through the event. An error is one of this machine, never of a hook.
func Run(ctx context.Context, spec Spec) (Outcome, error) {
	project := spec.Project
	if project == "" {
		var err error
		if project, err = os.MkdirTemp("", "hooktest-project-"); err != nil {
			return Outcome{}, fmt.Errorf("making a project folder: %w", err)
		}
		// What a hook has made impossible to remove lies in the system's
		// temporary folder and harms nobody.
		done := guard.Folder(project)
		defer func() {
			_ = os.RemoveAll(project)
			done()
		}()
	}
	project, err := filepath.Abs(project)
	if err != nil {
		return Outcome{}, fmt.Errorf("finding the project folder: %w", err)
	}
	var fired firing
	config := engine.NewConfig(engine.Options{
		EnableHooks: true,
		Hooks:       spec.hooks,
		SessionID:   SessionID,
		WorkingDir:  project,
		Environ:     func() []string { return spec.Environ },
		Fired:       fired.note,
		Reads:       spec.reads,
		Log:         spec.Log,
	})
	effects := rehearse(ctx, config, spec)
	result := fired.last()
	tool, _ := spec.Fields.GetString("tool_name")
	plan, err := spec.plan(ctx, config)
	if err != nil {
		return Outcome{}, fmt.Errorf("explaining the plan: %w", err)
	}
	return Outcome{
		Event:   spec.Event,
		Tool:    tool,
		Verdict: verdict.OfEvent(spec.Event, result),
		Effects: effects,
		Fired:   result,
		Plan:    plan,
	}, nil
}

// plan asks the engine for the plan that the event followed, whose matchers it
// has at hand.
func (spec Spec) plan(ctx context.Context, config *engine.Config) (*hook.Plan, error) {
	system := config.HookSystem()
	if err := system.Initialize(ctx); err != nil {
		return nil, err
	}
	subject, _ := spec.Fields.GetString(spec.Event.SubjectField())
	return system.Explain(spec.Event, subject)
}

// hooks are the session's hooks for the one event. The real callers go on to
// further events, whose hooks must not run: they were not asked for, and each
// may do what it likes.
func (spec Spec) hooks() (engine.Hooks, error) {
	all, err := spec.Hooks()
	if err != nil {
		return engine.Hooks{}, err
	}
	var only engine.Hooks
	for _, node := range all.Config {
		only.Config = append(only.Config, onlyEvent(node, spec.Event))
	}
	for _, extension := range all.Extensions {
		extension.Hooks = onlyEvent(extension.Hooks, spec.Event)
		only.Extensions = append(only.Extensions, extension)
	}
	return only, nil
}

// reads puts the fields as they were given into what the callers made of them:
// on the way through a caller a field that does not fit its type is lost, and
// whether a hook withstands such a field may be what is tried.
func (spec Spec) reads(_ hook.Event, in hook.Input) hook.Input {
	for key, value := range spec.Fields.All() {
		if in.Object().Has(key) && !hook.BaseField(key) {
			in = in.With(key, value)
		}
	}
	return in
}

func onlyEvent(hooks *document.Node, event hook.Event) *document.Node {
	if hooks == nil {
		return nil
	}
	return hooks.Only(string(event))
}

// OneHook is a session whose only hook is a command on one event; timeout 0
// stands for the default.
func OneHook(command string, event hook.Event, timeout time.Duration) func() (engine.Hooks, error) {
	return func() (engine.Hooks, error) {
		entry := jsonvalue.New(
			jsonvalue.Member{Key: "type", Value: hook.TypeCommand},
			jsonvalue.Member{Key: "command", Value: command},
		)
		if timeout > 0 {
			entry.Set("timeout", hook.Milliseconds(timeout))
		}
		group := jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: []any{entry}})
		node, err := document.FromValue(jsonvalue.New(jsonvalue.Member{Key: string(event), Value: []any{group}}))
		if err != nil {
			return engine.Hooks{}, err
		}
		return engine.Hooks{Config: []*document.Node{node}}, nil
	}
}

// firing keeps the result of the event that was fired.
type firing struct {
	mu     sync.Mutex
	result hook.AggregatedResult
}

func (f *firing) note(_ hook.Event, result hook.AggregatedResult) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.result = result
}

func (f *firing) last() hook.AggregatedResult {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.result.Results) == 0 {
		return hook.Empty()
	}
	return f.result
}

// CommandFor quotes a script and its arguments as a shell command.
func CommandFor(script string, args []string) string {
	return Quoted(append([]string{script}, args...))
}

// Quoted writes words so that the shell reads them as they are.
func Quoted(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = quote(word)
	}
	return strings.Join(quoted, " ")
}

func quote(word string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./=:@%+,", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !safe(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
