//go:build !linux

package execution

// leftovers is not supported on this system.
func (s *Workspace) leftovers() []leftover { return nil }
