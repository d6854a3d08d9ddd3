//go:build !unix

package guard

// CatchIgnoredSignals does nothing on systems where processes do not inherit ignored signals.
func CatchIgnoredSignals() {}
