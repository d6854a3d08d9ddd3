// Package spyhook makes the hooks that the conformance suite puts in the place
// of a user's, and hears what they note: when a run began and ended and how,
// what it was given, which signals it heard.
//
// A hook of the suite is a hook like any other: the process that an
// implementation starts is the shell that runs the case's body. A few lines in
// front of the body, of the shell's own commands, tell a Listener of the run.
// So whatever an implementation can see of a hook (its exit status, its signals,
// its pipes, its group) is what it would see of the body alone. What costs a
// process or touches stdin is noted only where a case asks for it.
//
// What a hook can see is judged by these records, not by what an implementation
// says of itself.
package spyhook

// A Record is what one run of a hook noted.
type Record struct {
	// Hook is the hook's name in its case, Run counts its runs from 1.
	Hook string `json:"hook"`
	Run  int    `json:"run"`

	Argv []string `json:"argv"`
	CWD  string   `json:"cwd"`
	PID  int      `json:"pid"`
	// TTY names the standard streams that are terminals.
	TTY []string `json:"tty,omitempty"`
	// Env is nil where the case does not ask for it.
	Env map[string]string `json:"env,omitempty"`
	// Stdin is what was read and nil where the case does not ask for it, EOF
	// whether its end was reached.
	Stdin []byte `json:"stdin"`
	EOF   bool   `json:"eof"`

	// Started and Ended are nanoseconds since the epoch, good for the length of a
	// run: the end is when it was heard of. Ended is 0 for a run that has noted no
	// end: it goes on, or it was killed.
	Started int64 `json:"started"`
	Ended   int64 `json:"ended,omitempty"`
	// Began and Over are the places of the beginning and the end among those of
	// all runs. Over is 0 where Ended is.
	Began int `json:"-"`
	Over  int `json:"-"`
	// Signals are those that the body's traps told of, in order.
	Signals []Signal `json:"signals,omitempty"`
	// Killed tells that the process is gone and has noted no end, which is what a
	// signal leaves.
	Killed bool `json:"-"`
	// Exit is the exit code; -1 where the run was killed.
	Exit int `json:"exit"`
}

// A Signal is one signal and when it was told of, in nanoseconds since the epoch.
type Signal struct {
	Name string `json:"name"`
	At   int64  `json:"at"`
}
