package interpose

import (
	"errors"
	"os"
)

// Listen creates a named pipe that recorders write to. This system has none.
func Listen(string) (*os.File, error) { return nil, errors.ErrUnsupported }
