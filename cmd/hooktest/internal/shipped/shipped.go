// Package shipped turns requests of the adapter protocol into runs of a shipped agent, and what its
// model, its tool and its streams show of the agent's callers into results.
//
// The agent runs unmodified, without a terminal, against a scripted model. Its settings have the hooks
// of the case, and a server with the tool of the request. What can't be asked of a program from
// outside is an error of the adapter, and what can't be seen of it is left out of the result.
//
// Package driver starts the agent. This package judges nothing.
package shipped

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine/dialect"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
)

// maxInFlight is how many agents may run at once. Each is a whole Node.
const maxInFlight = 2

// A Subject is an installed agent.
type Subject struct {
	Agent    *driver.Agent
	Program  driver.Program
	Contract *dialect.Contract
	Environ  []string
	// Folders are folders for temporary files. The harness works in a folder below one of them.
	Folders []string
}

// New returns an adapter of an agent. The error is a *driver.Untestable if it is not known how its
// callers can be judged.
func New(s Subject) (adapter.Adapter, error) {
	if s.Agent.Caller == nil {
		return nil, &driver.Untestable{
			Message: fmt.Sprintf("it is not known how the callers of %s are judged from outside", s.Agent.Product),
			Hint:    fmt.Sprintf("this is the member caller of cmd/hooktest/internal/driver/agents/%s.yaml", s.Agent.Name),
		}
	}
	return &program{Subject: s, sessions: map[string]session{}}, nil
}

type program struct {
	Subject
	missing
	mu       sync.Mutex
	sessions map[string]session
}

// A session is what a session was opened with. Each request of it is a run of the agent.
type session struct {
	cwd string
	// scratch is the harness's folder, which hooks write their records to.
	scratch    string
	settings   members
	extensions []adapter.Extension
}

// Initialize runs the agent once without hooks, and claims what that shows.
func (p *program) Initialize(ctx context.Context, params adapter.InitializeParams) (result adapter.InitializeResult, err error) {
	scratch, err := os.MkdirTemp(p.Folders[0], "hooktest-adapter-")
	if err != nil {
		return result, err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	const name = "hooktest_tool"
	project := filepath.Join(scratch, "project")
	if err := os.Mkdir(project, 0o755); err != nil {
		return result, err
	}
	if err := p.OpenSession(ctx, adapter.OpenParams{CWD: project}); err != nil {
		return result, err
	}
	seen, err := p.run(ctx, "", order{prompt: "call it", model: "scripted", tool: &tool{Name: name}, turns: []scriptedmodel.Turn{
		{Calls: []scriptedmodel.Call{{Tool: name}}}, {Text: "done"},
	}})
	if err != nil {
		return result, err
	}
	return adapter.InitializeResult{
		ProtocolVersion: adapter.Version, Nonce: params.Nonce,
		Implementation: adapter.Implementation{Name: p.Agent.Name + "-program", Version: p.Program.Version, Language: "program"},
		Dialect:        p.Contract.Name,
		Features: map[adapter.Feature]bool{
			adapter.FeatureSettings: true, adapter.FeatureExtensions: len(p.Contract.Settings.Packages) > 0, adapter.FeatureModelGenerate: true,
			// Where an agent adds to the names of tools, no tool of a case has its name.
			adapter.FeatureToolExecute: len(seen.calls) == 1,
		},
		Profiles: []adapter.Profile{}, Observes: []adapter.Observation{}, MaxInFlight: maxInFlight,
	}, nil
}

// OpenSession keeps what the agent will be started with.
func (p *program) OpenSession(_ context.Context, o adapter.OpenParams) error {
	s := session{cwd: o.CWD, extensions: o.Extensions}
	if o.TargetDir != "" || o.TTY || o.Env != nil || o.SettingsFiles != nil || o.Unreadable != "" {
		return adapter.AdapterError("a session is opened with merged settings and extensions, in one folder, without a terminal")
	}
	for _, e := range o.Extensions {
		if !e.Active {
			return adapter.AdapterError("the extension %s is not active: only active ones are installed", e.Name)
		}
	}
	for _, folder := range p.Folders {
		rest, err := filepath.Rel(folder, o.CWD)
		first, _, below := strings.Cut(rest, string(filepath.Separator))
		if err == nil && filepath.IsLocal(rest) && below {
			s.scratch = filepath.Join(folder, first)
		}
	}
	if s.scratch == "" {
		return adapter.AdapterError("the agent can write only below %s, and the session is in %s", strings.Join(p.Folders, " and "), o.CWD)
	}
	if len(o.Settings) > 0 {
		if err := json.Unmarshal(o.Settings, &s.settings); err != nil {
			return adapter.InvalidParams("settings: %v", err)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sessions[o.Session] = s
	return nil
}

// CloseSession forgets a session.
func (p *program) CloseSession(_ context.Context, c adapter.SessionParams) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.sessions, c.Session)
	return nil
}

// missing has the methods that can't be asked of a program from outside.
type missing struct{}

func (missing) InitializeSystem(context.Context, adapter.SessionParams) error {
	return adapter.Unsupported(adapter.FeatureSystem)
}

func (missing) Plan(context.Context, adapter.EventParams) (r adapter.PlanResult, err error) {
	return r, adapter.Unsupported(adapter.FeaturePlan)
}

func (missing) Fire(context.Context, adapter.EventParams) (r adapter.FireResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureFire)
}

func (missing) Status(context.Context, adapter.SessionParams) (r adapter.StatusResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureSystem)
}

func (missing) Access(context.Context, adapter.AccessParams) (r adapter.AccessResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureSystem)
}

func (missing) Counters(context.Context, adapter.SessionParams) (r adapter.CountersResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureSystem)
}

func (missing) Translate(context.Context, adapter.TranslateParams) (r adapter.TranslateResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureTranslate)
}

func (missing) Output(context.Context, adapter.OutputParams) (r adapter.Final, err error) {
	return r, adapter.Unsupported(adapter.FeatureOutput)
}

func (missing) Aggregate(context.Context, adapter.AggregateParams) (r adapter.AggregateResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureAggregate)
}

func (missing) Chain(context.Context, adapter.ChainParams) (r adapter.ChainResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureChain)
}

func (missing) RequestByBus(context.Context, adapter.BusParams) (r adapter.BusResult, err error) {
	return r, adapter.Unsupported(adapter.FeatureBusRequest)
}

func (missing) Shutdown(context.Context) error { return nil }
