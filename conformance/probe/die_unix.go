//go:build unix

package probe

import (
	"os"
	"os/signal"
	"syscall"
)

func watched() []os.Signal {
	return []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT}
}

func signalName(s os.Signal) string {
	switch s {
	case syscall.SIGTERM:
		return "SIGTERM"
	case syscall.SIGINT:
		return "SIGINT"
	case syscall.SIGHUP:
		return "SIGHUP"
	case syscall.SIGQUIT:
		return "SIGQUIT"
	}
	return s.String()
}

// dieLike ends this process by the signal that ended the body, so that whoever
// started the probe sees what it would see of the body. It returns where the
// body exited by itself.
func dieLike(state *os.ProcessState) error {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return nil
	}
	signal.Reset(status.Signal())
	if err := syscall.Kill(os.Getpid(), status.Signal()); err != nil {
		return err
	}
	// The signal is on its way; nothing may be done before it arrives.
	select {}
}
