// Package builtin drives the reference engine as an implementation under test:
// it turns requests of the adapter protocol into calls of the engine, and their
// return values into results.
//
// The engine gets no special treatment. Requests and results have the same form
// as those of a third-party adapter, nothing is judged, and the engine's mistakes
// are passed on unchanged.
package builtin

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine/dialect"
)

// maxInFlight is how many requests the harness may have open. Most of them wait
// for a hook, and the slowest wait on purpose: more of them cost nothing.
const maxInFlight = 16

// New returns an adapter of the reference engine that reports this version. It
// supports every profile and is safe for concurrent use.
func New(version string) adapter.Adapter {
	return &engineAdapter{version: version, contract: dialect.LLxprt(), sessions: map[string]*session{}}
}

type engineAdapter struct {
	version  string
	contract *dialect.Contract
	mu       sync.Mutex
	sessions map[string]*session
}

func (a *engineAdapter) Initialize(_ context.Context, p adapter.InitializeParams) (adapter.InitializeResult, error) {
	return adapter.InitializeResult{
		ProtocolVersion: adapter.Version,
		Nonce:           p.Nonce,
		Implementation: adapter.Implementation{
			Name: "hooktest", Version: a.version, Language: "go",
			Source: "https://github.com/hooktest/hooktest", Commit: commit(),
		},
		Dialect:     adapter.Dialect,
		Profiles:    adapter.Profiles(),
		Features:    map[adapter.Feature]bool{},
		Observes:    adapter.Observations(),
		MaxInFlight: maxInFlight,
	}, nil
}

// commit returns the VCS revision that the program was built from, or "" if it
// is unknown.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return setting.Value
		}
	}
	return ""
}

// Shutdown forgets all sessions.
func (a *engineAdapter) Shutdown(context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	clear(a.sessions)
	return nil
}

// guard calls into the engine. The engine promises its callers never to throw
// (HOOK-111), so a panic is the engine's fault and a finding.
func guard(f func()) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = adapter.EngineError(fmt.Sprintf("the engine panicked: %v\n%s", cause, debug.Stack()))
		}
	}()
	f()
	return nil
}
