package inspection

import (
	"slices"
	"strings"
)

// logging inspects where warnings go.
func logging() []Inspection {
	const shows = "the runner reports every hook's end through the logger that the hook system gives it, which carries the component's namespace, at level warn; the engine has no other way to log"
	debugged := func(clause, function string) Inspection {
		return inspect(clause, shows, func(q *inquiry) {
			requirement, _, _ := strings.Cut(clause, ".")
			q.function(function).linked(requirement)
			q.function("engine/runner.Runner.execute").holds("runner.Runner.reportEnd(<context.Context>, &<hook.ExecutionResult>); return ")
			q.function("engine/runner.Runner.reportEnd").holds(
				"if hook.ExecutionResult.Err != nil { slog.Logger.LogAttrs(<context.Context>, slog.LevelWarn, ",
				"for range hook.ExecutionResult.Warnings { slog.Logger.LogAttrs(<context.Context>, slog.LevelWarn, hook.Warning.Text, ")
			q.usedOnlyIn("engine/runner.failureAttrs", "engine/runner.Runner.reportEnd")
			q.onlyIn(slices.DeleteFunc(q.uses("engine/runner", "engine/runner.Runner.log"), func(p place) bool { return !p.written() }),
				"a write of the runner's logger", "engine/runner.New")
			q.function("engine/runner.New").holds("log: runner.Options.Logger")
			q.loggedBy("runner")
		})
	}
	return []Inspection{
		debugged("HOOK-023.7", "engine/runner.Runner.reportEnd"),
		debugged("HOOK-031.7", "engine/runner.Runner.reportEnd"),
		debugged("HOOK-042.6", "engine/runner.Runner.reportEnd"),
		debugged("HOOK-052.3", "engine/runner.failureAttrs"),
		debugged("HOOK-060.3", "engine/runner.failureAttrs"),
	}
}

// loggedBy demands that a component gets its logger from the config, which
// gives it the component's namespace, and that nothing in the engine logs in
// any other way.
func (q *inquiry) loggedBy(component string) {
	field := map[string]string{"runner": "Logger", "events": "Log"}[component]
	q.function("engine.newHookSystem").holds(field + `: engine.Config.Logger("` + component + `")`)
	q.function("engine.Config.Logger").is("return debuglog.Named(engine.Options.Log, <string>)")
	q.function("engine/debuglog.Named").holds("return slog.Logger.With(debuglog.attribute, debuglog.Prefix + <string>)")
	q.untouched(engineTree, func(p place) bool {
		name, ok := strings.CutPrefix(p.symbol, "log/slog.")
		global := ok && slices.Contains([]string{
			"Default", "SetDefault", "Debug", "DebugContext", "Info", "InfoContext", "Warn", "WarnContext", "Error", "ErrorContext", "Log", "LogAttrs", "With",
		}, name)
		return global || below("log", p.symbol) || prints(p)
	})
}

// prints tells whether a place writes to the streams of the process.
func prints(p place) bool {
	switch p.symbol {
	case "os.Stdout", "os.Stderr", "fmt.Print", "fmt.Printf", "fmt.Println", "print", "println":
		return true
	}
	return false
}
