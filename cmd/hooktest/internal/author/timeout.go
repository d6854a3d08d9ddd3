package author

import (
	"errors"
	"strconv"
	"time"
)

// timeoutFlag is a timeout on the command line; zero stands for the default. It
// wants a unit: settings count milliseconds here and seconds elsewhere, so that
// a bare number is a guess.
type timeoutFlag struct{ time.Duration }

func (t *timeoutFlag) String() string {
	if t.Duration == 0 {
		return ""
	}
	return t.Duration.String()
}

func (t *timeoutFlag) Type() string { return "duration" }

func (t *timeoutFlag) Set(text string) error {
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
