package term

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// shells open /dev/null for writing alone where a result is thrown away.
var shells = strings.Fields("ash bash busybox dash fish ksh mksh sh zsh")

// closedByShell reports whether a shell has started this process with stdout closed (>&-). Go's
// runtime has then opened /dev/null in its place, for reading and writing: so do other programs to
// throw a result away, but no shell, and a shell whose own stdout is that hands it on.
func closedByShell(stdout *os.File) bool {
	flags, err := unix.FcntlInt(stdout.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR || !isNull(stdout.Stat()) {
		return false
	}
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	name, err := os.ReadFile(parent + "comm")
	return err == nil && slices.Contains(shells, strings.TrimSpace(string(name))) && !isNull(os.Stat(parent+"fd/1"))
}

func isNull(info os.FileInfo, err error) bool {
	null, nullErr := os.Stat(os.DevNull)
	return err == nil && nullErr == nil && os.SameFile(info, null)
}
