package invocation

import (
	"errors"
	"strconv"
	"time"
)

// Timeout is a timeout on the command line. Zero means the default. It requires a unit: settings
// use milliseconds or seconds, depending on the agent, so a bare number is ambiguous.
type Timeout struct{ time.Duration }

// String returns "" for zero.
func (t *Timeout) String() string {
	if t.Duration == 0 {
		return ""
	}
	return t.Duration.String()
}

// Type returns the type's name in help.
func (t *Timeout) Type() string { return "duration" }

// Set reads a timeout.
func (t *Timeout) Set(text string) error {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return errors.New("it has no unit, such as " + text + "ms or " + text + "s")
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return errors.New("it is not a duration, such as 500ms or 5s")
	}
	if d <= 0 {
		return errors.New("it must be greater than 0")
	}
	t.Duration = d
	return nil
}
