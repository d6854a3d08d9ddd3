package runner

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/hooktest/hooktest/engine/hook"
)

// logLimit bounds how many bytes of a hook's stderr go into one log record.
const logLimit = 4 << 10

// reportStart logs that a hook is about to run.
func (r *Runner) reportStart(ctx context.Context, result *hook.ExecutionResult) {
	defer func() { _ = recover() }()
	if r.log.Enabled(ctx, slog.LevelDebug) {
		r.log.LogAttrs(ctx, slog.LevelDebug, "hook starts", subject(result)...)
	}
}

func subject(result *hook.ExecutionResult) []slog.Attr {
	return []slog.Attr{
		slog.String("event", string(result.Event)),
		slog.String("command", result.Entry.Command),
	}
}

// reportEnd logs a hook's result and what it wrote to stderr (HOOK-069). A logger that
// panics must not change the result.
//
//hooktest:impl HOOK-023 HOOK-031 HOOK-042
func (r *Runner) reportEnd(ctx context.Context, result *hook.ExecutionResult) {
	defer func() { _ = recover() }()
	about := subject(result)
	if result.Err != nil {
		r.log.LogAttrs(ctx, slog.LevelWarn, "hook failed", append(about, failureAttrs(result)...)...)
	}
	for _, w := range result.Warnings {
		r.log.LogAttrs(ctx, slog.LevelWarn, w.Text, append(about, slog.String("rule", w.Rule))...)
	}
	if r.log.Enabled(ctx, slog.LevelDebug) {
		r.log.LogAttrs(ctx, slog.LevelDebug, "hook ended", append(about, endAttrs(result)...)...)
	}
}

// endAttrs returns the attributes that are not in a failed hook's warning, and the
// stderr of a successful hook. That stderr is not an answer, but the hook's author
// looks for it here.
//
//hooktest:impl HOOK-069.1
func endAttrs(result *hook.ExecutionResult) []slog.Attr {
	attrs := []slog.Attr{
		slog.String("ending", result.Ending.String()),
		slog.Int("code", result.Code),
		slog.Duration("duration", result.Duration),
	}
	if result.Err == nil && len(result.Stderr) > 0 {
		attrs = append(attrs, stderrAttr(result))
	}
	return attrs
}

// failureAttrs returns the attributes that the requirements prescribe for a failed
// hook's warning. A hook without an exit code has no exit code attribute.
//
//hooktest:impl HOOK-052 HOOK-060 HOOK-023.6
func failureAttrs(result *hook.ExecutionResult) []slog.Attr {
	attrs := []slog.Attr{slog.Any("error", result.Err)}
	if code, ok := result.ExitCode(); ok {
		attrs = append(attrs, slog.Int("exitCode", code))
	}
	if result.Signal != "" {
		attrs = append(attrs, slog.String("signal", result.Signal))
	}
	if result.Ending == hook.TimedOut {
		attrs = append(attrs, slog.Duration("timeout", result.Entry.Timeout))
	}
	return append(attrs, stderrAttr(result))
}

func stderrAttr(result *hook.ExecutionResult) slog.Attr {
	stderr := result.Stderr
	if len(stderr) > logLimit {
		stderr = stderr[:logLimit]
		return slog.String("stderr", fmt.Sprintf("%s… (%d more bytes)", stderr, len(result.Stderr)-logLimit))
	}
	return slog.String("stderr", string(stderr))
}
