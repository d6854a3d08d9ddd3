package hook

import (
	"fmt"
	"time"
)

// A Warning is something a person should read that changes no outcome by
// itself. Rule is the HOOK or INT id it rests on.
type Warning struct {
	Rule string
	Text string
	// Position is where the cause is written, if it is in a settings file.
	Position Position
}

func (w Warning) String() string {
	if w.Position.IsZero() {
		return w.Text
	}
	return w.Position.String() + ": " + w.Text
}

// A Position is a place in a settings file; lines and columns count from 1.
// The zero Position means that a value did not come from a file.
type Position struct {
	File         string
	Line, Column int
}

// IsZero tells whether there is no place to name.
func (p Position) IsZero() bool { return p == Position{} }

func (p Position) String() string {
	if p.IsZero() {
		return ""
	}
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// A Source says which channel a hook came through. The lower number goes first
// (HOOK-187); only project and extensions are ever given to a hook (HOOK-086).
//
//hooktest:impl HOOK-086 HOOK-187
type Source int

const (
	SourceProject    Source = 1
	SourceUser       Source = 2
	SourceSystem     Source = 3
	SourceExtensions Source = 4
)

func (s Source) String() string {
	switch s {
	case SourceProject:
		return "project"
	case SourceUser:
		return "user"
	case SourceSystem:
		return "system"
	case SourceExtensions:
		return "extensions"
	}
	return fmt.Sprintf("Source(%d)", int(s))
}

// The types a hook entry may have. A plugin is registered but can't run
// (HOOK-083, HOOK-195).
const (
	TypeCommand = "command"
	TypePlugin  = "plugin"
)

// An Entry is one registered hook: what runs, when, and where it was written.
type Entry struct {
	Event   Event
	Type    string
	Command string
	Timeout time.Duration
	// Matcher is nil where the group has none.
	Matcher    *string
	Sequential bool
	// Closed tells that failures of the hook refuse, Background that nobody waits for
	// it. No requirement knows such hooks; some agents do.
	Closed, Background bool
	// If is a rule about the call that the hook is for, Shell the shell that it chooses
	// where that is not the usual one, Args what its command is started with where no
	// shell runs it; nil where one does. They are such agents' as well.
	If, Shell string
	Args      []string
	// Question is what the hook asks where it is no command; nil where it is one.
	Question *Question
	// Off is why settings have the hook off, Doubt why nobody knows whether the agent
	// starts it.
	Off, Doubt Off
	Source     Source
	// Extension names the extension a hook came from, if it came from one.
	Extension string
	// Position is where the hook object stands in its settings file.
	Position Position
}

// A Question is what a hook asks of somebody else than a process.
type Question struct {
	// URL is the address of a server, Headers what is sent beside the payload, and
	// Allowed the variables that may stand in them.
	URL     string
	Headers []Header
	Allowed []string
	// Prompt is what a model is asked, Model the one that the hook wants, and Goes
	// tells that its refusal lets the turn go on.
	Prompt, Model string
	Goes          bool
	// Server and Tool are those of a call.
	Server, Tool string
}

// A Header is a line of what a server is sent.
type Header struct{ Name, Value string }

// Title is what the hook is, for people: its command, or its type and what it asks.
func (e Entry) Title() string {
	q := e.Question
	switch {
	case q == nil:
		return e.Command
	case q.URL != "":
		return e.Type + " " + q.URL
	case q.Tool != "":
		return e.Type + " " + q.Server + " " + q.Tool
	}
	return e.Type + " " + q.Prompt
}

// A Plan says which hooks run for one firing of an event, in which order and
// mode, and why each other hook of the event does not. Plans are shared: they
// must not be changed.
type Plan struct {
	Event      Event
	Sequential bool
	Entries    []Entry
	Skipped    []Skipped
	Warnings   []Warning
}

// Skipped is a hook that a plan leaves out.
type Skipped struct {
	Entry  Entry
	Rule   string
	Reason string
}

// An Ending says how a hook's process came to its end.
type Ending int

const (
	// NotStarted: there was no process (spawn error, plugin entry).
	NotStarted Ending = iota
	// Exited with a code of its own.
	Exited
	// Killed by a signal that the engine did not send.
	Killed
	// TimedOut: the engine ended it after its timeout.
	TimedOut
	// Cancelled: the caller gave up on the event.
	Cancelled
)

// The ends of hooks that are no processes.
const (
	// Answered: there was no process, and who was asked has answered.
	Answered Ending = iota + 5
	// Unanswered: who was asked could not be reached, or broke off.
	Unanswered
	// Unasked: nobody was asked, because nobody may be, or is there, here.
	Unasked
)

func (e Ending) String() string {
	switch e {
	case NotStarted:
		return "not started"
	case Exited:
		return "exited"
	case Killed:
		return "killed"
	case TimedOut:
		return "timed out"
	case Cancelled:
		return "cancelled"
	case Answered:
		return "answered"
	case Unanswered:
		return "unanswered"
	case Unasked:
		return "not asked"
	}
	return fmt.Sprintf("Ending(%d)", int(e))
}

// UnreadUnknown stands for a number of bytes that nobody could see: no process was
// started, or the system does not show what lies in a pipe.
const UnreadUnknown = -1

// An ExecutionResult is what became of one hook.
//
//hooktest:impl HOOK-214
type ExecutionResult struct {
	Entry Entry
	Event Event
	// Success is execution health, not policy: true for exit code 0 alone
	// (HOOK-070, HOOK-214).
	Success bool
	Ending  Ending
	// Code is the exit code of a process that exited, else 0.
	Code int
	// Signal names the signal of a process that was killed, such as "SIGSEGV".
	Signal string
	// Output is nil where the hook gave none (INT-01, INT-07).
	Output *Output
	// Status is that of a server's answer, MediaType what the answer says it is; 0 and
	// empty where no server has answered.
	Status    int
	MediaType string
	// Stdin is what the hook was given, byte for byte.
	Stdin []byte
	// Unread are the bytes of Stdin that nobody had read when the hook had ended, or
	// UnreadUnknown.
	Unread int
	// Stdout and Stderr are what was captured, byte for byte, up to the
	// runner's limit, of a server or a model that has answered its answer; the bytes beyond it are counted in the two Dropped.
	Stdout, Stderr               []byte
	StdoutDropped, StderrDropped int64
	// Duration is the time from start to exit of the process; PipesClosed the
	// time from start until both output pipes were closed.
	Duration, PipesClosed time.Duration
	// Err says why the hook failed; nil on success and on exit code 2.
	Err      error
	Warnings []Warning
}

// ExitCode gives the exitCode field: the code of a process that exited, 0 for
// one that a signal killed (a documented quirk, HOOK-196), and ok false where
// there is none.
//
//hooktest:impl HOOK-196 HOOK-023 HOOK-031
func (r ExecutionResult) ExitCode() (code int, ok bool) {
	switch r.Ending {
	case Exited:
		return r.Code, true
	case Killed:
		return 0, true
	}
	return 0, false
}

// An AggregatedResult is what became of one firing of an event.
//
//hooktest:impl HOOK-160 HOOK-213
type AggregatedResult struct {
	// Success tells whether every hook ran healthily, never whether the
	// operation may go on: that is FinalOutput's to say (HOOK-160, HOOK-213).
	Success bool
	// FinalOutput is nil where no hook contributed anything (INT-01).
	FinalOutput FinalOutput
	// AllOutputs has the output of each hook that gave one, in plan order.
	AllOutputs []*Output
	Errors     []error
	// TotalDuration is the sum of the hooks' durations (INT-10).
	TotalDuration time.Duration
	// Input is what the hooks have read, the first of a chain at least; zero where
	// none ran.
	Input Input
	// Results has one result for each hook that was started, in plan order.
	Results  []ExecutionResult
	Warnings []Warning
}

// Empty is the result of an event for which no hook ran, and of one whose
// firing failed inside the engine: healthy and without an opinion.
//
//hooktest:impl HOOK-113 HOOK-145
func Empty() AggregatedResult { return AggregatedResult{Success: true} }
