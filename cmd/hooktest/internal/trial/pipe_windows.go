package trial

import (
	"errors"
	"os"
)

// openPipe is for agents' shells that can read from a file with a name.
func openPipe(string, []byte) (*os.File, error) { return nil, errors.ErrUnsupported }
