package procgroup

import (
	"os"

	"golang.org/x/sys/unix"
)

// watch blocks until the leader has exited and leaves it unreaped. Until it is reaped,
// its pid is not reused for another process or group, so killing the group can't hit an
// unrelated process.
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

// polled waits with the runtime's poller, so that a running process needs no thread, as
// a blocking waitid would. It reports whether the leader has exited. It can't wait if
// the system has no pollable process descriptors (Linux before 5.3, some sandboxes) or
// no free descriptor.
func polled(leader *os.Process) bool {
	fd, err := unix.PidfdOpen(leader.Pid, 0)
	if err != nil {
		return false
	}
	// The poller accepts only non-blocking descriptors.
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

// ended reports whether the leader has exited, without waiting or reaping.
func ended(leader *os.Process) bool {
	over, err := asked(leader)
	return err == nil && over
}

func asked(leader *os.Process) (over bool, err error) {
	var info unix.Siginfo
	err = unix.Waitid(unix.P_PID, leader.Pid, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
	return info.Signo != 0, err
}

// bytesReady is the ioctl request for the number of bytes in a pipe: FIONREAD, by its
// name in package unix.
const bytesReady = unix.TIOCINQ
