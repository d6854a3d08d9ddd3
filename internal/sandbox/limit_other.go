//go:build !linux

package sandbox

import (
	"fmt"
	"os"
)

// limited starts a program with limits, by a shell.
func limited(path string, args []string, attr *os.ProcAttr) (*os.Process, error) {
	// The shell would turn this error into an exit code.
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	words := limiting(path, args)
	return os.StartProcess(words[0], words, attr)
}

// limiting returns the command line of a shell that sets the limits and becomes the program.
// These systems have no limit for root's processes.
func limiting(path string, args []string) []string {
	const block, kib = 512, 1024
	script := fmt.Sprintf(`{ ulimit -c 0; ulimit -f %d; ulimit -d %d; ulimit -u %d || ulimit -p %[3]d; } 2>/dev/null
exec "$0" "$@"`, fileBytes/block, dataBytes/kib, userMost)
	return append([]string{"/bin/sh", "-c", script, path}, args[min(1, len(args)):]...)
}
