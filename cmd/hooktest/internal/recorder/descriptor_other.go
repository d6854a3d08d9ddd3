//go:build unix && !linux

package recorder

// descriptor returns nowhere: this system has no descriptors for processes.
func descriptor(int) int { return nowhere }
