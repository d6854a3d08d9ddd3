package cli

import (
	"fmt"
	"time"
)

// warn says on the error stream what a person may have got wrong, and note what
// may surprise. With --quiet neither says anything.
func (a *app) warn(message, hint string) {
	if !a.quiet {
		a.streams.Err.Warning(message, hint)
	}
}

func (a *app) note(message string) {
	if !a.quiet {
		a.streams.Err.Note(message)
	}
}

// clock rounds to what a person compares.
func clock(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
