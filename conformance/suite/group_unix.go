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

// groupAlive tells whether a process of the group that a hook led is left. A
// killed process may take a moment to disappear.
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

// allDead tells whether nothing but zombies is left of a group: orphans that
// have ended stay in the process table until the system's first process takes
// notice of them, which in containers may be late or never. Where there is no
// /proc to look into, nothing is known to be dead.
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
