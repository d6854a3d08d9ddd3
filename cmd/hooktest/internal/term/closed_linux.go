package term

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// shells open /dev/null write-only for a redirection.
var shells = []string{"ash", "bash", "busybox", "dash", "fish", "ksh", "mksh", "sh", "zsh"}

// closedByShell reports whether a shell has started this process with stdout closed (>&-), perhaps
// by another program such as timeout, whose stdout is then closed too. In both cases Go's runtime
// has opened /dev/null for reading and writing. Other programs also open it like that to discard
// output, but shells don't, unless they pass on their own stdout.
func closedByShell(stdout *os.File) bool {
	flags, err := unix.FcntlInt(stdout.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR || !isNull(stdout.Stat()) {
		return false
	}
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	theirs, err := os.Stat(parent + "fd/1")
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	discarded := isNull(theirs, err)
	name, err := os.ReadFile(parent + "comm")
	return err == nil && slices.Contains(shells, strings.TrimSpace(string(name))) && !discarded
}

func isNull(info os.FileInfo, err error) bool {
	null, nullErr := os.Stat(os.DevNull)
	return err == nil && nullErr == nil && os.SameFile(info, null)
}
