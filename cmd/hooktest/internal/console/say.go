package console

import (
	"fmt"
	"time"
)

// Warn says on the error stream what a person may have got wrong. With --quiet
// nothing is said, here and by Note.
func (a *App) Warn(message, hint string) {
	if !a.Quiet {
		a.Streams.Err.Warning(message, hint)
	}
}

// Note says what may surprise.
func (a *App) Note(message string) {
	if !a.Quiet {
		a.Streams.Err.Note(message)
	}
}

// Clock rounds to what a person compares.
func Clock(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
