// Package sandbox starts a process that can change nothing outside a few folders, reach no
// network, and signal no process but its own.
//
// It is made for code that is given invented text and may execute it by mistake. It is not
// a defence against a program that wants out: whatever the user may read can be read.
//
// On Linux the program starts its own file once more as a launcher, which gets namespaces of
// its own where the system allows them, mounts everything read-only but those folders,
// restricts itself by Landlock, and then becomes the command: the number of the process, its
// group, its streams, its exit code and its signals are the command's own. On macOS
// sandbox-exec does the same by a profile. Elsewhere there is no sandbox.
package sandbox

import (
	"errors"
	"sync"
	"sync/atomic"
)

// A Policy says what a confined process may change. nil confines nothing.
type Policy struct {
	// Writable are folders that exist, by absolute paths without symbolic links. The first
	// is the launcher's to use before the command runs.
	Writable []string
	// Covered are folders whose changes the command sees and nobody else; where the system
	// has no such mounts they are read-only. Those for everybody's temporary files, logs,
	// caches and locks are always covered.
	Covered []string
}

// A Strength is how much a sandbox keeps away on this machine.
type Strength int

const (
	// None: there is no sandbox here.
	None Strength = iota
	// Partial: Landlock and a filter of system calls, without namespaces. Changes of modes,
	// owners and times of files do nothing, and no socket can be made.
	Partial
	// Full: Landlock together with a mount and a network namespace, or a macOS profile.
	Full
)

// ErrUnavailable is the error of a start in a sandbox where there is none.
var ErrUnavailable = errors.New("this machine has no sandbox")

// ErrConfining is the error of a start whose command did not run since the sandbox could not be made.
var ErrConfining = errors.New("the sandbox could not be made")

// armed programs are their own launcher: a start of one as such ends before main.
var armed atomic.Bool

// Arm has the program be its own launcher. It is called by a program that does what Main
// does, and nothing else, where Called is true.
func Arm() { armed.Store(true) }

// tried is what the sandbox of this machine keeps away. It is tried out once.
var tried = sync.OnceValues(func() (Strength, error) {
	if !armed.Load() {
		return None, nil
	}
	return available()
})

// Available gives what the sandbox of this machine keeps away.
func Available() Strength {
	strength, _ := tried()
	return strength
}

// Unavailable says why there is no sandbox: ErrUnavailable or, where the machine is at a limit
// (package machine), that error. It is nil where there is one.
func Unavailable() error {
	strength, err := tried()
	if err == nil && strength == None {
		return ErrUnavailable
	}
	return err
}
