//go:build !unix

package atomicfile

import "io/fs"

// own does nothing where a file's owner follows from its folder.
func own(string, fs.FileInfo) error { return nil }
