package process

import "io"

// A peer is a running adapter, in a process or in this one.
type peer struct {
	in  io.Writer
	out io.ReadCloser
	// exited is closed once the adapter itself has ended.
	exited <-chan struct{}
	// how describes how it ended, for a message. exited must be closed.
	how func() string
	// hangUp ends the adapter's input.
	hangUp func()
	// end ends the adapter and every process that it has started, and waits for
	// that. It may be called again.
	end func()
	// stderr returns the end of its stderr. end must have returned.
	stderr func() string
}
