//go:build unix

package suite

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// groupAlive reports whether any process is left of the group that a hook led. It waits
// a moment, because a killed process does not disappear at once.
func groupAlive(pid int) bool {
	deadline := time.Now().Add(2 * time.Second)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for groupExists(pid) && !allDead(pid) {
		if time.Now().After(deadline) {
			return true
		}
		<-tick.C
	}
	return false
}

func groupExists(pid int) bool {
	return !errors.Is(syscall.Kill(-pid, 0), syscall.ESRCH) || !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}

// allDead reports whether a group has only zombies left. Orphans that have ended stay
// in the process table until the system's first process collects them; in containers
// that may be late or never. Without /proc, allDead returns false.
func allDead(group int) bool {
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	seen := false
	for _, p := range processes {
		stat, err := os.ReadFile("/proc/" + p.Name() + "/stat")
		if err != nil {
			continue
		}
		// PID (NAME) STATE PARENT GROUP …; the name may hold anything.
		text := string(stat)
		fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
		if len(fields) < 3 || fields[2] != strconv.Itoa(group) {
			continue
		}
		seen = true
		if fields[0] != "Z" && fields[0] != "X" {
			return false
		}
	}
	return seen
}
