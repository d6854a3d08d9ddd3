//go:build unix

package machine

import "syscall"

// KeepOwn has this process be able to use the files and folders that it makes, whatever umask it
// inherits. What it starts inherits that.
func KeepOwn() {
	const own = 0o700
	syscall.Umask(syscall.Umask(own) &^ own)
}
