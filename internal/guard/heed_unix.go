//go:build unix

package guard

import (
	"os"
	"os/signal"
	"syscall"
)

// HeedSignals has what is started from now on heed the signals that end a process.
// Who runs a program behind nohup, or in the background of a script, has it ignore
// some; what it starts would ignore them as well, and a shell can't take that back.
// A signal that is caught here has its own effect in a new program.
func HeedSignals() {
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGUSR2} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}
