// Package recorder runs in front of a hook while it is recorded: it forwards the streams
// unchanged as they arrive, ends as the hook has ended, and writes both to a cassette.
//
// If anything goes wrong with the recording, the hook runs as it would without: a guard remains a
// guard. So the recorder never writes to the streams, which are the hook's.
//
// A recorder adds a process start to each call of a hook, so the package imports very little.
package recorder

import "os"

// exitNotFound is the exit code if the hook can't be started, as in shells. It is never 2, which
// agents treat as a denial.
const exitNotFound = 127

func notStarted(why string) int {
	_, _ = os.Stderr.WriteString(why + "\n")
	return exitNotFound
}
