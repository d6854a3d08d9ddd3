//go:build !linux

package term

import "os"

// closedByShell can't be told from a result that is thrown away here.
func closedByShell(*os.File) bool { return false }
