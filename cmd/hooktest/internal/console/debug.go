package console

import (
	"log/slog"

	"github.com/hooktest/hooktest/engine/debuglog"
)

// DebugLog returns a logger to the error stream for what DEBUG selects, such as
// DEBUG=llxprt:core:hooks:*, or nil if DEBUG is not set.
func (a *App) DebugLog() *slog.Logger {
	patterns := a.Getenv("DEBUG")
	if patterns == "" {
		return nil
	}
	return slog.New(debuglog.New(a.Streams.Err.Untrusted(), patterns))
}
