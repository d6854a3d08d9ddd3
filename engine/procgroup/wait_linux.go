package procgroup

import (
	"os"

	"golang.org/x/sys/unix"
)

// watch blocks until the leader has ended and leaves it unreaped: as long as it
// is, the system gives its number to no other process or group, so that the
// group can be killed without hitting a stranger.
func watch(leader *os.Process) (*os.ProcessState, error) {
	if polled(leader) {
		return nil, nil
	}
	for {
		err := unix.Waitid(unix.P_PID, leader.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return nil, err
		}
	}
}

// polled waits by way of the runtime's poller, so that a process that runs costs
// no thread, which a blocking waitid would. It tells whether the leader has
// ended; it could not wait where the system has no pollable process descriptors
// (Linux before 5.3, some sandboxes) or no descriptor is left.
func polled(leader *os.Process) bool {
	fd, err := unix.PidfdOpen(leader.Pid, 0)
	if err != nil {
		return false
	}
	// Only a descriptor that does not block is given to the poller.
	_ = unix.SetNonblock(fd, true)
	file := os.NewFile(uintptr(fd), "pidfd")
	defer func() { _ = file.Close() }()
	raw, err := file.SyscallConn()
	if err != nil {
		return false
	}
	over := false
	err = raw.Read(func(uintptr) bool {
		var fault error
		over, fault = asked(leader)
		return over || fault != nil
	})
	return err == nil && over
}

// ended tells whether the leader has ended, without waiting or reaping.
func ended(leader *os.Process) bool {
	over, err := asked(leader)
	return err == nil && over
}

func asked(leader *os.Process) (over bool, err error) {
	var info unix.Siginfo
	err = unix.Waitid(unix.P_PID, leader.Pid, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
	return info.Signo != 0, err
}

// bytesReady is the request that tells how many bytes lie in a pipe: FIONREAD,
// by its name in package unix.
const bytesReady = unix.TIOCINQ
