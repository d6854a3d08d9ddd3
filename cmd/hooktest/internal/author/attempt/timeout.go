package attempt

import (
	"errors"
	"strconv"
	"time"
)

// Timeout is a timeout on the command line; zero stands for the default. It
// wants a unit: settings count milliseconds here and seconds elsewhere, so that
// a bare number is a guess.
type Timeout struct{ time.Duration }

// String is empty where nothing was said.
func (t *Timeout) String() string {
	if t.Duration == 0 {
		return ""
	}
	return t.Duration.String()
}

// Type is the word for it in help.
func (t *Timeout) Type() string { return "duration" }

// Set reads a timeout.
func (t *Timeout) Set(text string) error {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return errors.New("it has no unit, such as " + text + "ms or " + text + "s")
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return errors.New("it is no duration, such as 500ms or 5s")
	}
	if d <= 0 {
		return errors.New("it must be greater than 0")
	}
	t.Duration = d
	return nil
}
