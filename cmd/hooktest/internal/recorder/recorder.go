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

// exitNotFound is the exit code where no hook can be started: the shell's own. It is
// never 2, which would be an agent's word for a refusal.
const exitNotFound = 127

func notStarted(why string) int {
	_, _ = os.Stderr.WriteString(why + "\n")
	return exitNotFound
}
