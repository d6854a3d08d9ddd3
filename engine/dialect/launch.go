package dialect

import (
	"slices"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Handlers are the kinds of hooks that an agent knows.
type Handlers struct {
	Types   []Handler
	Timeout Timeout
	// Server is how hooks ask a server, Model how they ask a model.
	Server Server
	Model  Model
	// Closing is how a hook has its own failures refuse, Background how it has nobody
	// wait for it; neither has a Field where a hook can't say so.
	Closing    Closing
	Background Background
	// Condition is how a hook says which calls it is about, Choice how it chooses its
	// shell, and Arguments how it has none. Unused are fields that have no effect, or of
	// whose effect nobody tells.
	Condition Condition
	Choice    Choice
	Arguments Arguments
	Unused    []Unused
	Sequence  Sequence
	// Fields are those of hooks whose type the agent checks; FieldsFact says so.
	Fields     []HookField
	FieldsFact string
}

// A HookField is a field of hooks that has to have a value of one type.
type HookField struct {
	// Name is the field, Kind the type of its value as jsonvalue.KindOf names it, and Items
	// that of each item of an array; empty for any.
	Name, Kind, Items string
	// Values are those that a text may have; none for any.
	Values []string
	// Types are the kinds of hooks that have the field; none for all.
	Types []string
}

// Sequence is how hooks of an event run one after another instead of all at once. Field
// is the field of a group that has them do so, empty where the agent has none; Cut is the
// rule by which those behind one that refuses have no turn, empty where they have one as
// Fact says. Always tells that they do so without the field: those behind one that refuses
// or asks then have no turn, and each reads the input that those before it have changed.
type Sequence struct {
	Field, Cut, Fact string
	Always           bool
}

// Choice is a field of hooks that names the shell that runs them.
type Choice struct {
	Field string
	// Usual is the name of the shell that runs hooks which name none.
	Usual  string
	Others []NamedShell
	Fact   string
}

// A NamedShell is a shell that hooks can choose.
type NamedShell struct {
	Name  string
	Shell Shell
}

// Other gives a shell other than the usual one.
func (c Choice) Other(name string) (shell Shell, ok bool) {
	i := slices.IndexFunc(c.Others, func(s NamedShell) bool { return s.Name == name })
	if i < 0 {
		return Shell{}, false
	}
	return c.Others[i].Shell, true
}

// Arguments is a field of hooks with a list of arguments: the command is then a program
// that is started with them, and no shell sees it.
type Arguments struct{ Field, Fact string }

// An Unused is a field of hooks that people write and that has no effect where it
// stands.
type Unused struct{ Name, Fact string }

// Closing is a field of hooks by which their own failures refuse.
type Closing struct {
	Field string
	// Value is the one that closes, as JSON. Open is the one that leaves it open; empty
	// where any other does.
	Value, Open string
	// Covers are the failures that refuse then. Where Nothing is among them, a hook that
	// demands nothing has failed, too.
	Covers []Demand
	// Types are the kinds of hooks that have the field; none for all.
	Types []string
	// Except are the events on which nobody reads the field.
	Except []hook.Event
	Reply  Reply
}

// Refuses tells whether a failure on an event refuses for a hook that has said so.
func (c Closing) Refuses(failure Demand, event hook.Event) bool {
	return slices.Contains(c.Covers, failure) && !slices.Contains(c.Except, event)
}

// Background is a field of hooks by which the agent goes on at once and reads nothing
// of what they answer.
type Background struct {
	Field, Fact string
	// Events are those on which that was observed, none for all; of the others Unseen says
	// that nobody has looked.
	Events []hook.Event
	Unseen string
}

// A Handler is one kind of hook, as its type field names it.
type Handler struct {
	Type string
	// Command tells that a hook of this kind has to have a command.
	Command bool
	// Starts tells that it can run at all, and Once that of several with the same
	// command only the first does.
	Starts, Once bool
	// Asks is whom a hook of this kind asks in the place of a process.
	Asks Inquiry
	// Needs are the fields that it has to have beside a command.
	Needs []string
	// Timeout is that of hooks which say nothing themselves; 0 for that of the event. Most is
	// the longest that one may ask for; 0 for that of all.
	Timeout, Most time.Duration
	// Events are those that it runs on, none for all; EventsFact says so.
	Events     []hook.Event
	EventsFact string
	// Alone is what the agent would do with such a hook where hooktest asks nobody, as
	// words that follow the agent's name; empty for a general sentence.
	Alone string
	// Rule is the one by which it can't run, or runs once.
	Rule string
}

// Handler gives the kind of hook that a type names.
func (h Handlers) Handler(name string) (handler Handler, ok bool) {
	for _, handler := range h.Types {
		if handler.Type == name {
			return handler, true
		}
	}
	return Handler{}, false
}

// A Timeout is how long a hook may run.
type Timeout struct {
	// Unit is what settings count in, Units what it is called.
	Unit    time.Duration
	Units   string
	Default time.Duration
	// Most is the longest that a hook may ask for; 0 where no limit is known.
	Most time.Duration
	// Events are those of events with another default, and EventsFact says so.
	Events     map[hook.Event]time.Duration
	EventsFact string
	// Milliseconds is the number from which on it counts milliseconds instead; 0 for
	// never.
	Milliseconds float64
	// Whole tells that a number with a point or an exponent is not one.
	Whole bool
	Rule  string
}

// On is how long hooks of an event may run that say nothing themselves.
func (t Timeout) On(event hook.Event) time.Duration {
	if d, ok := t.Events[event]; ok {
		return d
	}
	return t.Default
}

// A Launch is how the process of a hook is started.
type Launch struct {
	// Variables are set to the project directory.
	Variables []string
	// Set are variables with a value of their own, Removed those that hooks do not
	// inherit; a name that ends in * stands for all that begin so.
	Set     []Variable
	Removed []string
	// Inserted are those whose values the agent itself puts into a command, in quotes,
	// where it names them without braces.
	Inserted     []string
	InsertedFact string
	// SessionFolder tells that hooks start in the folder that the session is in, which
	// may be one below the project's.
	SessionFolder bool
	// Shells are tried in this order, on the operating systems that they name.
	Shells []Shell
}

// A Shell runs a command's text.
type Shell struct {
	// On is the operating system, as runtime.GOOS names it, that has this shell;
	// empty for all that no other shell names.
	On string
	// Programs are looked for on the PATH; the first that is there is taken.
	Programs []string
	// Fallback is taken where none is there; empty for none.
	Fallback string
	// Flags stand between the shell and the text.
	Flags []string
	// Script is how the shell gets the text of a command.
	Script Script
}

// A Variable is one of the environment.
type Variable struct{ Name, Value string }

// Shell gives the shell of an operating system.
func (l Launch) Shell(goos string) Shell {
	own := slices.IndexFunc(l.Shells, func(s Shell) bool { return s.On == goos })
	if own < 0 {
		own = slices.IndexFunc(l.Shells, func(s Shell) bool { return s.On == "" })
	}
	return l.Shells[own]
}

// An Ending is how an agent ends hooks that do not end by themselves.
type Ending struct {
	// Grace is how long a hook may take to end after it was asked to.
	Grace time.Duration
	// Pipes is how long pipes are drained that someone holds open after the hook
	// has ended.
	Pipes time.Duration
	// Waits tells that a hook has not ended before its pipes are closed: whoever holds
	// them until the timeout has made it late.
	Waits bool
	Rule  string
}
