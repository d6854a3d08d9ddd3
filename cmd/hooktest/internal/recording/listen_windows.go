package recording

import (
	"errors"
	"os"
)

// Listen makes a named pipe that recorders write to, which this system has not.
func Listen(string) (*os.File, error) { return nil, errors.ErrUnsupported }
