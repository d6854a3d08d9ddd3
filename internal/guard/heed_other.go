//go:build !unix

package guard

// HeedSignals does nothing on systems where processes do not inherit ignored signals.
func HeedSignals() {}
