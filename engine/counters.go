package engine

import "sync/atomic"

// Counters count what the hook system of a Config has done so far.
type Counters struct {
	// RegistryInitializations is 0 or 1 (HOOK-003).
	RegistryInitializations int
	// ProcessesStarted counts hook processes.
	ProcessesStarted int64
	// Constructed counts the parts that were constructed.
	Constructed Constructed
}

// Constructed counts the parts of a hook system. Each count is 0 before the part exists
// and 1 afterwards (HOOK-006, HOOK-010).
type Constructed struct {
	Registry, Planner, Runner, Aggregator, EventHandler int
}

// Counters returns the counts. Unlike HookSystem it constructs nothing: all counts are
// 0 if hooks are off, or if HookSystem was not called yet.
func (c *Config) Counters() Counters {
	n := &c.constructed
	counters := Counters{Constructed: Constructed{
		Registry:     int(n.registry.Load()),
		Planner:      int(n.planner.Load()),
		Runner:       int(n.runner.Load()),
		Aggregator:   int(n.aggregator.Load()),
		EventHandler: int(n.handler.Load()),
	}}
	if system := c.system.Load(); system != nil {
		counters.RegistryInitializations = system.parts.registry.Initializations()
		counters.ProcessesStarted = system.parts.runner.Started()
	}
	return counters
}

type construction struct {
	registry, planner, runner, aggregator, handler atomic.Int64
}

// counted counts a part when it is constructed.
func counted[T any](n *atomic.Int64, part T) T {
	n.Add(1)
	return part
}
