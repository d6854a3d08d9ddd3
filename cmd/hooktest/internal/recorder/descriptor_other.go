//go:build unix && !linux

package recorder

// descriptor is one of a process, which this system does not have.
func descriptor(int) int { return nowhere }
