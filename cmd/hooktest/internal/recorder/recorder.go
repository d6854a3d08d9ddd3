// Package recorder is what stands in front of a hook while it is recorded: it passes the
// streams on byte for byte as they come, ends as the hook has ended, and writes down what
// went through.
//
// Whatever goes wrong with the recording, the hook runs as it would without: a guard
// stays a guard. So nothing about it is ever said on the streams, which are the hook's.
//
// A recorder costs each call of a hook a start, so the package imports next to nothing.
package recorder

import "os"

// The exit codes of the recorder itself. A recorder's command line that somebody has
// broken refuses (2), as a guard that can't be started should.
const (
	exitUsage    = 2
	exitNotFound = 127
)

func refuse(why string) int {
	_, _ = os.Stderr.WriteString("error: " + why + "\n")
	return exitUsage
}
