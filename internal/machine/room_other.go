//go:build !linux

package machine

// Room is no error where it is not measured.
func Room(string, uint64) error { return nil }
