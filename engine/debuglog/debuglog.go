// Package debuglog turns the engine's log records into namespaced lines on a
// writer, switched on by patterns as in DEBUG=llxprt:core:hooks:*.
//
// A component takes a logger of its own with Named; a handler made by New lets
// through the records whose namespace one of its patterns selects. Records of
// loggers without a namespace are let through by the pattern * alone. The
// package keeps no state and reads no environment.
package debuglog

import (
	"context"
	"io"
	"log/slog"
	"strings"
)

// Prefix precedes every component's name.
const Prefix = "llxprt:core:hooks:"

// attribute is the key under which a logger carries its namespace.
const attribute = "namespace"

// Named returns the logger of one component: its records carry the namespace Prefix +
// component. A nil base gives a logger that drops everything.
func Named(base *slog.Logger, component string) *slog.Logger {
	if base == nil {
		return slog.New(slog.DiscardHandler)
	}
	return base.With(attribute, Prefix+component)
}

// New makes a handler that writes the records selected by patterns to w. Patterns are
// separated by commas or spaces; * matches any characters, and a leading - excludes
// names. An empty text selects nothing.
func New(w io.Writer, patterns string) slog.Handler {
	h := &handler{next: slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})}
	for _, p := range strings.FieldsFunc(patterns, func(r rune) bool { return r == ',' || r == ' ' }) {
		if out, ok := strings.CutPrefix(p, "-"); ok {
			h.exclude = append(h.exclude, out)
		} else {
			h.include = append(h.include, p)
		}
	}
	h.enabled = h.selects("")
	return h
}

type handler struct {
	next             slog.Handler
	include, exclude []string
	enabled          bool
}

func (h *handler) Enabled(_ context.Context, _ slog.Level) bool { return h.enabled }

func (h *handler) Handle(ctx context.Context, r slog.Record) error { return h.next.Handle(ctx, r) }

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	c := *h
	for _, a := range attrs {
		if a.Key == attribute {
			c.enabled = h.selects(a.Value.String())
		}
	}
	c.next = h.next.WithAttrs(attrs)
	return &c
}

func (h *handler) WithGroup(name string) slog.Handler {
	c := *h
	c.next = h.next.WithGroup(name)
	return &c
}

func (h *handler) selects(namespace string) bool {
	for _, p := range h.exclude {
		if matches(p, namespace) {
			return false
		}
	}
	for _, p := range h.include {
		if matches(p, namespace) {
			return true
		}
	}
	return false
}

// matches reports whether a name matches a pattern in which * matches any characters.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	first, last := parts[0], parts[len(parts)-1]
	rest, ok := strings.CutPrefix(name, first)
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, last)
}
