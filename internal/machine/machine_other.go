//go:build !unix

package machine

// KeepOwn does nothing on systems without a umask.
func KeepOwn() {}

// Files returns nil on systems without a limit of open files.
func Files(uint64) error { return nil }
