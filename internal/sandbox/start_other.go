//go:build !linux && !darwin

package sandbox

import (
	"os"
	"runtime"
)

// Called reports whether this process was started as a launcher.
func Called() bool { return false }

// Main is what a launcher does.
func Main() int { return 0 }

func available() (Strength, error) { return None, nil }

// Start starts a program as os.StartProcess does. Here it fails with any policy that confines.
func (p *Policy) Start(path string, args []string, attr *os.ProcAttr) (*os.Process, error) {
	switch {
	case p == nil, runtime.GOOS == "windows" && p.Unconfined:
		return os.StartProcess(path, args, attr)
	case p.Unconfined:
		return limited(path, args, attr)
	}
	return nil, ErrUnavailable
}
