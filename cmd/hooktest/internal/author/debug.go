package author

import (
	"log/slog"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/debuglog"
)

// debugLog gives what DEBUG selects, such as DEBUG=llxprt:core:hooks:*, on the
// error stream; nil where DEBUG is not set.
func debugLog(a *console.App) *slog.Logger {
	patterns := a.Getenv("DEBUG")
	if patterns == "" {
		return nil
	}
	return slog.New(debuglog.New(a.Streams.Err.Strangers(), patterns))
}
