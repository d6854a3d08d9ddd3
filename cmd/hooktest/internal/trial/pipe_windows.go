package trial

import (
	"errors"
	"os"
)

// openPipe needs a shell that can read from a named pipe.
func openPipe(string, []byte) (*os.File, error) { return nil, errors.ErrUnsupported }
