// Package spyhook makes the hooks that the conformance suite configures in place of a
// user's, and records their runs: when and how a run began and ended, its input, and
// the signals that it got.
//
// A hook of the suite is an ordinary hook: the process that an implementation starts
// is the shell that runs the case's body. A few lines of shell builtins before the
// body notify a Listener of the run. So everything that an implementation can see of
// a hook (its exit status, its signals, its pipes, its group) is the same as for the
// body alone. What costs a process or reads stdin is recorded only if a case uses it.
//
// What a hook sees is judged by these records, not by the implementation's own report.
package spyhook

// A Record is the record of one run of a hook.
type Record struct {
	// Hook is the hook's name in its case, Run counts its runs from 1.
	Hook string `json:"hook"`
	Run  int    `json:"run"`

	Argv []string `json:"argv"`
	CWD  string   `json:"cwd"`
	PID  int      `json:"pid"`
	// TTY names the standard streams that are terminals.
	TTY []string `json:"tty,omitempty"`
	// Env is nil if the case does not use it.
	Env map[string]string `json:"env,omitempty"`
	// Stdin is what was read, or nil if the case does not use it. EOF reports
	// whether its end was reached.
	Stdin []byte `json:"stdin"`
	EOF   bool   `json:"eof"`

	// Started and Ended are nanoseconds since the epoch. Ended is when the listener
	// read the note. It is 0 for a run without a note of its end: it still runs, or
	// it was killed.
	Started int64 `json:"started"`
	Ended   int64 `json:"ended,omitempty"`
	// Began and Over number the beginnings and ends of all runs in order. Over is 0
	// if Ended is.
	Began int `json:"-"`
	Over  int `json:"-"`
	// Signals are those that the body's traps recorded, in order.
	Signals []Signal `json:"signals,omitempty"`
	// Killed reports whether the process has ended without a note of its end, as
	// after a signal.
	Killed bool `json:"-"`
	// Exit is the exit code; -1 if the run was killed.
	Exit int `json:"exit"`
}

// A Signal is one signal and when it was recorded, in nanoseconds since the epoch.
type Signal struct {
	Name string `json:"name"`
	At   int64  `json:"at"`
}
