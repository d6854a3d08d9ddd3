package console

import (
	"errors"
	"os/exec"
)

// OnPath returns the path of the program that a bare name starts; "" if there is none.
func OnPath(name string) string {
	path, err := exec.LookPath(name)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return ""
	}
	return path
}
