// Package guard makes sure that no process that a program has started outlives the
// program, even if the program is killed and can't clean up itself.
//
// An armed program has a second process, the guard, which sleeps until the
// program is gone and then ends what was still noted down as running, with all
// descendants, and removes the temporary folders. What is noted lies in a file
// without a name that both share, so that nobody is woken when a process starts
// or ends. A note is made before the start, by the pipe that the process will
// write to, and completed by the process's number: whenever the program dies,
// its guard knows whom to look for.
//
// The system's own way, a signal when the parent dies, is not enough: it comes
// when the thread that started the process dies, reaches only the direct child,
// and makes orphans of that child's children before anybody can ask whose they
// are.
//
// Only a program that arms itself has a guard, which is that program's own file
// started once more; see Called. For all others, and on systems other than
// Linux, nothing is noted.
package guard

import "os/exec"

// name is the argument 0 of the guard; no other process has it.
const name = "hooktest-guard"

// Run runs a command to its end under the eyes of the guard.
func Run(cmd *exec.Cmd) error {
	ward := Begin(nil)
	defer ward.Done()
	if err := cmd.Start(); err != nil {
		return err
	}
	ward.Started(cmd.Process.Pid)
	return cmd.Wait()
}
