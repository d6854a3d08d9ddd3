//go:build !unix

package machine

// KeepOwn does nothing where there is no umask.
func KeepOwn() {}
