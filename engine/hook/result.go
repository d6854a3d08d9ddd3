package hook

import (
	"fmt"
	"time"
)

// A Warning is a message for people that changes no outcome by itself. Rule is its HOOK
// or INT id.
type Warning struct {
	Rule string
	Text string
	// Position is the place of the cause, if it is in a settings file.
	Position Position
}

// Unreadable reports whether neither a command nor a question could be read, so that it is
// not known what the agent does.
func (e Entry) Unreadable() bool {
	return e.Uncertain.Why != "" && e.Command == "" && e.Question == nil
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

// IsZero reports whether there is no position.
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

// A Source is the channel that a hook came through. The lower number goes first
// (HOOK-187). Hooks come only from project and extensions (HOOK-086).
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
	// Matcher is nil if the group has none.
	Matcher    *string
	Sequential bool
	// Closed means that failures of the hook refuse, Background that the agent does not
	// wait for it. No requirement defines such hooks; some agents have them.
	Closed, Background bool
	// If is a rule about the calls that the hook is for. Shell is the shell that it
	// selects instead of the default one. Args are the arguments of a command that runs
	// without a shell; nil if a shell runs it. Only some agents have these fields.
	If, Shell string
	Args      []string
	// Question is what the hook asks if it is not a command; nil for a command.
	Question *Question
	// Off says why settings disable the hook. Uncertain says why it is not known whether
	// the agent starts it.
	Off, Uncertain Off
	Source         Source
	// Extension names the hook's extension, if it has one.
	Extension string
	// Position is the position of the hook object in its settings file.
	Position Position
}

// A Question is what a hook asks a server, a model or a tool instead of starting a
// process.
type Question struct {
	// URL is the address of a server, Headers are the additional headers, and Allowed
	// are the variables that they may contain.
	URL     string
	Headers []Header
	Allowed []string
	// Prompt is the question to a model, Model the model that the hook requests. Goes
	// means that its refusal does not end the turn.
	Prompt, Model string
	Goes          bool
	// Server and Tool identify the tool of a tool call.
	Server, Tool string
}

// A Header is an HTTP header for a server.
type Header struct{ Name, Value string }

// Title describes the hook for people: its command, or its type and what it asks.
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

// A Plan lists the hooks that run for one firing of an event, with their order and
// mode, and says why each other hook of the event does not run. Plans are shared: they
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

// An Ending says how a hook's process ended.
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
	// Cancelled: the caller cancelled the event.
	Cancelled
)

// The endings of hooks without a process.
const (
	// Answered: there was no process, and the server or model answered.
	Answered Ending = iota + 5
	// Unanswered: the server or model could not be reached, or broke off.
	Unanswered
	// Unasked: no question was sent, because it is not allowed or not possible here.
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

// UnreadUnknown represents an unknown number of bytes: no process was started, or the
// system does not show what is in a pipe.
const UnreadUnknown = -1

// An ExecutionResult is the result of running one hook.
//
//hooktest:impl HOOK-214
type ExecutionResult struct {
	Entry Entry
	Event Event
	// Success is about the execution, not the decision: it is true for exit code 0 only
	// (HOOK-070, HOOK-214).
	Success bool
	Ending  Ending
	// Code is the exit code of a process that exited; 0 otherwise.
	Code int
	// Signal names the signal of a process that was killed, such as "SIGSEGV".
	Signal string
	// Output is nil if the hook gave none (INT-01, INT-07).
	Output *Output
	// Status is the status of a server's response, MediaType its media type; 0 and
	// empty without a response.
	Status    int
	MediaType string
	// Stdin is the hook's input, byte for byte.
	Stdin []byte
	// Unread is the number of bytes of Stdin that were still unread when the hook
	// ended, or UnreadUnknown.
	Unread int
	// Stdout and Stderr are the captured output, byte for byte, up to the runner's
	// limit. Stdout also holds the response of a server or a model. The two Dropped
	// fields count the bytes beyond the limit.
	Stdout, Stderr               []byte
	StdoutDropped, StderrDropped int64
	// Duration is the time from start to exit of the process; PipesClosed the
	// time from start until both output pipes were closed.
	Duration, PipesClosed time.Duration
	// Err says why the hook failed; nil on success and on exit code 2.
	Err      error
	Warnings []Warning
}

// ExitCode returns the exitCode field: the code of a process that exited, or 0 for one
// that a signal killed (a documented quirk, HOOK-196). Otherwise ok is false.
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

// An AggregatedResult is the result of firing an event once.
//
//hooktest:impl HOOK-160 HOOK-213
type AggregatedResult struct {
	// Success reports whether every hook ran without a failure. It does not report whether
	// the operation may proceed; FinalOutput does (HOOK-160, HOOK-213).
	Success bool
	// FinalOutput is nil if no hook contributed anything (INT-01).
	FinalOutput FinalOutput
	// AllOutputs has the output of each hook that gave one, in plan order.
	AllOutputs []*Output
	Errors     []error
	// TotalDuration is the sum of the hooks' durations (INT-10).
	TotalDuration time.Duration
	// Input is what the hooks read; for a chain, what its first hook read. It is zero
	// if none ran.
	Input Input
	// Results has one result for each hook that was started, in plan order.
	Results  []ExecutionResult
	Warnings []Warning
}

// Empty returns the result of an event without hooks, and of one whose firing failed
// inside the engine: successful, without an output.
//
//hooktest:impl HOOK-113 HOOK-145
func Empty() AggregatedResult { return AggregatedResult{Success: true} }
