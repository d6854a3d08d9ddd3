// Package sandbox starts a process that can change files in a few folders only, reach no
// network, and signal no process but its own.
//
// The process also gets limits on its memory, its processes and the size of its files.
//
// It is for code that gets generated text and may execute it by mistake. It is not a
// defence against a malicious program, which can still read everything that the user can.
//
// On Linux the program starts its own executable again as a launcher, which gets its own
// namespaces if the system allows them, mounts everything read-only except those folders,
// restricts itself by Landlock, and then executes the command: pid, process group, streams,
// exit code and signals are the command's own. On macOS sandbox-exec does the same with a
// profile. Elsewhere there is no sandbox.
package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A Policy says what a confined process may change. nil confines nothing.
type Policy struct {
	// Writable are existing folders, as absolute paths without symbolic links. The
	// launcher uses the first one before the command runs.
	Writable []string
	// Covered are folders whose changes only the command sees, with all that is mounted in them; if the
	// system has no such mounts, they are read-only. The shared folders for temporary files, logs, caches
	// and locks are always covered.
	Covered []string
	// Unconfined policies only limit the process, on every machine.
	Unconfined bool
	// Roomy leaves out the limits on memory and on the size of files.
	Roomy bool
	// Crowd gets the process; nil does not watch how many it starts.
	Crowd *Crowd
	// Door, if set, gets a listener in the network of the process. Only a sandbox with a network
	// of its own has one.
	Door *Door
}

// A Door is a listener on a loopback address that only a sandboxed process can reach. The
// program that started the process accepts the connections.
type Door struct {
	// Port is the port that the process connects to. No other process uses it, because the
	// network is new.
	Port int
	// Listener is set once the process runs. The caller closes it.
	Listener net.Listener
	// changes has a folder for each view, with a link to the covered folder and what the process changes.
	changes *os.File
}

// Changed returns the files, empty folders and removed files that the process has changed in covered
// folders, at most a hundred, without those in some folders. It is called once, after the end of the
// process.
func (d *Door) Changed(without ...string) (all []string) {
	if d.changes == nil {
		return nil
	}
	defer d.changes.Close()
	const most = 100
	views := fmt.Sprintf("/proc/self/fd/%d/", d.changes.Fd())
	entries, _ := os.ReadDir(views)
	for _, entry := range entries {
		own := views + entry.Name()
		folder, _ := os.Readlink(own + "/path")
		root := own + "/changes"
		_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case len(all) == most:
				return fs.SkipAll
			case err != nil:
				return nil
			}
			name := folder + strings.TrimPrefix(path, root)
			if slices.Contains(without, name) {
				return fs.SkipDir
			}
			// A folder with something in it is there because of that.
			if inside, err := os.ReadDir(path); path != root && (err != nil || len(inside) == 0) {
				all = append(all, name)
			}
			return nil
		})
	}
	slices.Sort(all)
	return all
}

// The limits of a process and its descendants. Most is the number of processes and threads
// that a Crowd may have at once; the kernel's own limit for a user is higher, so that the
// watch ends a crowd first and says so.
const (
	Most      = 1024
	fileBytes = 128 << 20
	dataBytes = 4 << 30
	userMost  = 4 * Most
)

// A Strength says how much the sandbox of this machine prevents.
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

// ErrConfining is the error of a start whose command did not run because the sandbox could not be made.
var ErrConfining = errors.New("the sandbox could not be made")

// armed reports whether the program is its own launcher.
var armed atomic.Bool

// Arm makes the program its own launcher. A program that calls it must call only Main if
// Called is true.
func Arm() { armed.Store(true) }

// tried returns the strength of this machine's sandbox, which is tested once.
var tried = sync.OnceValues(func() (Strength, error) {
	if !armed.Load() {
		return None, nil
	}
	return available()
})

// Available returns the strength of this machine's sandbox.
func Available() Strength {
	strength, _ := tried()
	return strength
}

// Unavailable returns why there is no sandbox: ErrUnavailable or, if the machine is at a limit
// (package machine), that error. It is nil if there is a sandbox.
func Unavailable() error {
	strength, err := tried()
	if err == nil && strength == None {
		return ErrUnavailable
	}
	return err
}
