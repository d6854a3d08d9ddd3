package console

import (
	"fmt"
	"time"
)

// Warn prints a warning about a likely mistake on the error stream. With --quiet, Warn and Note
// print nothing.
func (a *App) Warn(message, hint string) {
	if !a.Quiet {
		a.Streams.Err.Warning(message, hint)
	}
}

// Note prints a remark about something unexpected.
func (a *App) Note(message string) {
	if !a.Quiet {
		a.Streams.Err.Note(message)
	}
}

// Clock formats a duration, rounded for comparison by people.
func Clock(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
