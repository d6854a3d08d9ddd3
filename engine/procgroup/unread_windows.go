package procgroup

import (
	"errors"
	"os"
)

// Unread is not known here.
func Unread(*os.File) (int, error) { return 0, errors.ErrUnsupported }
