package process

import "io"

// A peer is a running adapter, in a process or in this one.
type peer struct {
	in  io.Writer
	out io.ReadCloser
	// exited is closed once the adapter itself has ended.
	exited <-chan struct{}
	// how tells how it ended, for a person. exited must be closed.
	how func() string
	// hangUp ends the adapter's input.
	hangUp func()
	// end makes the adapter end, however long it takes to, with everything that
	// it has started. It may be called again.
	end func()
	// stderr is what it wrote last. end must have returned.
	stderr func() string
}
