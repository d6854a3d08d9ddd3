package suite

import "os"

// groupAlive reports whether the hook's own process still exists.
func groupAlive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
