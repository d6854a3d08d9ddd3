//go:build !linux

package guard

import "os"

// Called tells whether this process is a guard.
func Called() bool { return false }

// Main is what a guard does.
func Main() int { return 0 }

// Arm gives this program a guard from the first process or folder on.
func Arm() {}

// Disarm ends the guard; what is still noted it ends before.
func Disarm() {}

// A Ward is a process that must not outlive the program.
type Ward struct{}

// Begin notes that a process is about to start which writes to output.
func Begin(*os.File) *Ward { return nil }

// Started completes the note.
func (*Ward) Started(int) {}

// Done takes the note back.
func (*Ward) Done() {}

// Folder notes a temporary folder, and gives the way to take that back.
func Folder(string) (done func()) { return func() {} }
