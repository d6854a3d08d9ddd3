//go:build !linux

package trial

// tenants can't be told from other processes here.
func (s *Shelter) tenants() []tenant { return nil }
