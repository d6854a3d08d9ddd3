//go:build !linux

package guard

import "os"

// Called reports whether this process is a guard.
func Called() bool { return false }

// Main is what a guard does.
func Main() int { return 0 }

// Arm gives this program a guard from the first process or folder on.
func Arm() {}

// Disarm ends the guard, after all processes that are still recorded.
func Disarm() {}

// A Ward is a process that must not outlive the program.
type Ward struct{}

// Begin records that a process is about to start that writes to output.
func Begin(*os.File) *Ward { return nil }

// Started completes the record.
func (*Ward) Started(int) {}

// Done removes the record.
func (*Ward) Done() {}

// Folder records a temporary folder; done removes the record.
func Folder(string) (done func()) { return func() {} }
