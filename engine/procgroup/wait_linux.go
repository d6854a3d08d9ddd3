package procgroup

import (
	"os"

	"golang.org/x/sys/unix"
)

// watch blocks until the leader has ended and leaves it unreaped: as long as it
// is, the system gives its number to no other process or group, so that the
// group can be killed without hitting a stranger.
func watch(leader *os.Process) (*os.ProcessState, error) {
	for {
		err := unix.Waitid(unix.P_PID, leader.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return nil, err
		}
	}
}

// ended tells whether the leader has ended, without waiting or reaping.
func ended(leader *os.Process) bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, leader.Pid, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
	return err == nil && info.Signo != 0
}
