//go:build unix && !linux

package procgroup

import "os"

// watch blocks until the leader has ended, and reaps it. Its number stays
// reserved as long as anyone is left in its group, so a later kill finds the
// right group or none; only a stranger that takes the number and founds a group
// between the reaping and the kill could be hit by mistake.
func watch(leader *os.Process) (*os.ProcessState, error) { return leader.Wait() }

// ended can't be asked here without reaping.
func ended(*os.Process) bool { return false }

// bytesReady is the request that tells how many bytes lie in a pipe: FIONREAD,
// which is _IOR('f', 127, int).
const bytesReady = 0x4004667f
