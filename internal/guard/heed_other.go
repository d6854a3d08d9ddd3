//go:build !unix

package guard

// HeedSignals has nothing to do where what is started ignores nothing.
func HeedSignals() {}
