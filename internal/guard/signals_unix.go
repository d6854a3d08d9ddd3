//go:build unix

package guard

import (
	"os"
	"os/signal"
	"syscall"
)

// CatchIgnoredSignals restores the default effect of terminating signals in processes that are
// started from now on. A program that runs under nohup, or in the background of a
// script, ignores some signals; its children would inherit that, and a shell can't undo
// it. A signal that is caught here gets its default effect in a new program.
func CatchIgnoredSignals() {
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGUSR2} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}
