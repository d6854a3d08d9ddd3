// Package guard ends the processes that a program has started when the program ends, even
// if the program is killed and can't clean up itself.
//
// An armed program has a second process, the guard. It sleeps until the program has
// ended, and then kills the processes that are still recorded as running, with all
// descendants, and removes the temporary folders. The records are in an unnamed file
// that both share, so starting or ending a process does not wake the guard. A record is
// made before the start, with the pipe that the process will write to, and completed
// with the pid: the guard can find the process whenever the program dies.
//
// The parent-death signal of Linux is not enough: it is sent when the thread that started
// the process dies, it reaches only the direct child, and that child's children become
// orphans whose origin is lost.
//
// Only a program that calls Arm has a guard, which is the program's own executable started
// again; see Called. For all others, and on systems other than Linux, nothing is recorded.
package guard

import "os/exec"

// name is the argument 0 of the guard; no other process has it.
const name = "hooktest-guard"

// Run runs a command to its end, guarded.
func Run(cmd *exec.Cmd) error {
	ward := Begin(nil)
	defer ward.Done()
	if err := cmd.Start(); err != nil {
		return err
	}
	ward.Started(cmd.Process.Pid)
	return cmd.Wait()
}
