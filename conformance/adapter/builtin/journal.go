package builtin

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// A journal collects log lines. Lines below warn level are telemetry and stored
// separately. It is safe for concurrent use.
type journal struct {
	mu               sync.Mutex
	lines, telemetry []adapter.Log
}

func (j *journal) add(l adapter.Log) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, l)
}

func (j *journal) addTelemetry(l adapter.Log) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.telemetry = append(j.telemetry, l)
}

// take returns the lines and forgets them; never nil.
func (j *journal) take() []adapter.Log {
	j.mu.Lock()
	defer j.mu.Unlock()
	lines := append([]adapter.Log{}, j.lines...)
	j.lines = nil
	return lines
}

// takeTelemetry returns the telemetry and forgets it; never nil.
func (j *journal) takeTelemetry() []adapter.Log {
	j.mu.Lock()
	defer j.mu.Unlock()
	lines := append([]adapter.Log{}, j.telemetry...)
	j.telemetry = nil
	return lines
}

type journalKey struct{}

// withJournal returns a context with its own journal for warnings, so concurrent
// requests don't mix theirs.
func withJournal(ctx context.Context) (context.Context, *journal) {
	j := &journal{}
	return context.WithValue(ctx, journalKey{}, j), j
}

// forward runs f and sends its warnings as notifications, for requests whose
// results have no field for warnings.
func forward(ctx context.Context, f func(context.Context)) error {
	inner, j := withJournal(ctx)
	err := guard(func() { f(inner) })
	for _, line := range j.take() {
		adapter.SendLog(ctx, line)
	}
	return err
}

// logHandler handles the engine's log records. Warnings go to the journal of the
// request that caused them. Warnings without a request, such as faults of the
// settings, wait in the journal pending for the session's next firing.
// Records below warn go to the harness at once and, if a request caused them, to
// that request's journal as well.
type logHandler struct {
	pending *journal
	attrs   []slog.Attr
}

func (h *logHandler) Enabled(context.Context, slog.Level) bool { return true }

func (h *logHandler) Handle(ctx context.Context, r slog.Record) error {
	line := adapter.Log{Level: strings.ToLower(r.Level.String()), Text: h.text(ctx, r)}
	j, ok := ctx.Value(journalKey{}).(*journal)
	if r.Level < slog.LevelWarn {
		adapter.SendLog(ctx, line)
		if ok {
			j.addTelemetry(line)
		}
		return nil
	}
	if !ok {
		j = h.pending
	}
	j.add(line)
	return nil
}

func (h *logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &logHandler{h.pending, append(h.attrs[:len(h.attrs):len(h.attrs)], attrs...)}
}

// WithGroup leaves groups out: the engine uses none, and a text needs none.
func (h *logHandler) WithGroup(string) slog.Handler { return h }

// text returns the message, followed by the record's own attributes and then the
// logger's, as key=value with quotes where needed.
func (h *logHandler) text(ctx context.Context, r slog.Record) string {
	var b bytes.Buffer
	attributes := slog.NewTextHandler(&b, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && (a.Key == slog.LevelKey || a.Key == slog.TimeKey || a.Key == slog.MessageKey) {
				return slog.Attr{}
			}
			return a
		},
	})
	record := slog.NewRecord(r.Time, r.Level, "", 0)
	r.Attrs(func(a slog.Attr) bool {
		record.AddAttrs(a)
		return true
	})
	record.AddAttrs(h.attrs...)
	// A buffer takes everything.
	_ = attributes.Handle(ctx, record)
	return strings.TrimSpace(r.Message + " " + b.String())
}
