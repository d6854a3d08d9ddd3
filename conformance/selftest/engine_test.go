package selftest_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/builtin"
)

// fatal is the case that a fragile engine does not survive. An engine does not know
// which case it is in; it recognizes this one by its tool.
const (
	fatal     = "HOOK-016a-fatal"
	fatalTool = "detonate1"
)

// fragile is the engine, except that one session crashes it.
type fragile struct{ adapter.Adapter }

func (f fragile) Fire(ctx context.Context, p adapter.EventParams) (adapter.FireResult, error) {
	if strings.Contains(string(p.Payload), fatalTool) {
		os.Exit(3)
	}
	return f.Adapter.Fire(ctx, p)
}

// partial is a fragile engine that claims only the core profile, observes nothing,
// and drops the final output for the tools write_file and read_file.
type partial struct{ fragile }

func (p partial) Initialize(ctx context.Context, params adapter.InitializeParams) (adapter.InitializeResult, error) {
	hello, err := p.fragile.Initialize(ctx, params)
	hello.Profiles = []adapter.Profile{adapter.ProfileCore}
	hello.Features = nil
	hello.Observes = nil
	return hello, err
}

func (p partial) Fire(ctx context.Context, params adapter.EventParams) (adapter.FireResult, error) {
	result, err := p.fragile.Fire(ctx, params)
	if strings.Contains(string(params.Payload), "_file") {
		result.Aggregated.FinalOutput = nil
	}
	return result, err
}

// healthy is the engine, except that it reports every hook as healthy: it violates
// only HOOK-213.
type healthy struct{ adapter.Adapter }

func (h healthy) Fire(ctx context.Context, p adapter.EventParams) (adapter.FireResult, error) {
	result, err := h.Adapter.Fire(ctx, p)
	result.Aggregated.Success = true
	return result, err
}

// timekeeper is the engine, except that it reports this total duration of all hooks.
type timekeeper struct {
	adapter.Adapter
	milliseconds json.Number
}

func (k timekeeper) Fire(ctx context.Context, p adapter.EventParams) (adapter.FireResult, error) {
	result, err := k.Adapter.Fire(ctx, p)
	result.Aggregated.TotalDuration = k.milliseconds
	return result, err
}

// engines are the adapters of this package that run hooks.
func engines() map[string]adapter.Adapter {
	whole := fragile{builtin.New("test")}
	all := map[string]adapter.Adapter{"fragile": whole, "partial": partial{whole}, "healthy": healthy{builtin.New("test")}}
	for _, ms := range []json.Number{"-5", "0", "7", "1000000000000", "60000"} {
		all["takes "+ms.String()+" ms"] = timekeeper{builtin.New("test"), ms}
	}
	return all
}

func serveEngine(a adapter.Adapter) int {
	if adapter.Serve(context.Background(), os.Stdin, os.Stdout, a, adapter.Options{}) != nil {
		return 1
	}
	return 0
}
