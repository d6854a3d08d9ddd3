//go:build !unix

package atomicfile

import "os"

// hold locks nothing: a file that is open can't be renamed here.
func hold(string) *os.File { return nil }

// tries is how often a file is made: no sweep removes one here.
const tries = 1
