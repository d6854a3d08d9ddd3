//go:build !linux

package execution

// tenants is not supported on this system.
func (s *Shelter) tenants() []tenant { return nil }
