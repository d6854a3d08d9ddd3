//go:build unix && !linux

package procgroup

import "os"

// watch blocks until the leader has exited, and reaps it. Its pid is not reused while
// its group has a process, so a later kill hits the right group or none. The only
// exception: after the reaping, an unrelated process gets the pid and creates a group
// before the kill.
func watch(leader *os.Process) (*os.ProcessState, error) { return leader.Wait() }

// ended always returns false: here the check would reap the process.
func ended(*os.Process) bool { return false }

// bytesReady is the ioctl request for the number of bytes in a pipe: FIONREAD, which is
// _IOR('f', 127, int).
const bytesReady = 0x4004667f
