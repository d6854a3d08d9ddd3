package cli

import (
	"log/slog"

	"github.com/hooktest/hooktest/engine/debuglog"
)

// debugLog gives what DEBUG selects, such as DEBUG=llxprt:core:hooks:*, on the
// error stream; nil where DEBUG is not set.
func (a *app) debugLog() *slog.Logger {
	patterns := a.getenv("DEBUG")
	if patterns == "" {
		return nil
	}
	return slog.New(debuglog.New(a.streams.Err.Strangers(), patterns))
}
