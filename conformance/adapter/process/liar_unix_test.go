//go:build unix

package process_test

import (
	"os"
	"os/signal"
	"syscall"
)

// segfault dies of the signal itself, which a program in Go would catch.
func segfault() {
	_ = syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, os.Environ())
}

func onQuit(f func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGQUIT)
	go func() {
		<-c
		f()
	}()
}

func stayAlive() { signal.Ignore(syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT) }
