package dialect

import (
	"slices"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Handlers are the kinds of hooks that an agent supports.
type Handlers struct {
	Types   []Handler
	Timeout Timeout
	// Server describes how hooks ask a server, Model how they ask a model.
	Server Server
	Model  Model
	// Closing is the hook field that makes its failures refuse, Background the one that
	// makes it run in the background. Field is empty if the agent has no such field.
	Closing    Closing
	Background Background
	// Condition is the hook field that selects calls, Choice the one that selects a
	// shell, and Arguments the one that avoids a shell. Unused are fields without a
	// known effect.
	Condition Condition
	Choice    Choice
	Arguments Arguments
	Unused    []Unused
	Sequence  Sequence
	// Fields are the hook fields whose type the agent checks, by FieldsFact.
	Fields     []HookField
	FieldsFact string
}

// A HookField is a hook field that requires a value of one type.
type HookField struct {
	// Name is the field, Kind the type of its value as jsonvalue.KindOf names it, and
	// Items the type of an array's items or an object's values; empty for any.
	Name, Kind, Items string
	// Null means that null counts as a missing field.
	Null bool
	// Values are the allowed texts; empty for any.
	Values []string
	// Types are the kinds of hooks that have the field; empty for all.
	Types []string
}

// Sequence describes how hooks of an event run one after another instead of in
// parallel. Field is the group field that enables it; empty if the agent has none. Cut
// is the rule by which hooks after a refusal do not run; it is empty if they do run, by
// Fact. Always means that hooks run in sequence without the field. Hooks after one that
// refuses or asks then do not run, and each hook reads the input as changed by those
// before it.
type Sequence struct {
	Field, Cut, Fact string
	Always           bool
}

// Choice is the hook field that selects a shell.
type Choice struct {
	Field string
	// Usual is the name of the default shell.
	Usual  string
	Others []NamedShell
	Fact   string
}

// A NamedShell is a shell that hooks can select.
type NamedShell struct {
	Name  string
	Shell Shell
}

// Other returns a shell other than the default one.
func (c Choice) Other(name string) (shell Shell, ok bool) {
	i := slices.IndexFunc(c.Others, func(s NamedShell) bool { return s.Name == name })
	if i < 0 {
		return Shell{}, false
	}
	return c.Others[i].Shell, true
}

// Arguments is the hook field with a list of arguments. The command is then a program
// that is started with them, without a shell.
type Arguments struct{ Field, Fact string }

// An Unused is a hook field that people write but that has no effect.
type Unused struct{ Name, Fact string }

// Closing is the hook field that makes the hook's failures refuse.
type Closing struct {
	Field string
	// Value is the JSON value that makes failures refuse. Open is the value that does
	// not; empty if that is any other value.
	Value, Open string
	// Covers are the failures that then refuse. If it contains Nothing, a hook without
	// an effect has failed, too.
	Covers []Effect
	// Types are the kinds of hooks that have the field; empty for all.
	Types []string
	// Except are the events on which the agent ignores the field.
	Except []hook.Event
	Reply  Reply
}

// Refuses reports whether a failure on an event refuses, for a hook with the field set.
func (c Closing) Refuses(failure Effect, event hook.Event) bool {
	return slices.Contains(c.Covers, failure) && !slices.Contains(c.Except, event)
}

// Background is the hook field by which the agent continues at once and ignores the
// hook's answer.
type Background struct {
	Field, Fact string
}

// A Handler is one kind of hook, as its type field names it.
type Handler struct {
	Type string
	// Command means that a hook of this kind requires a command.
	Command bool
	// Starts means that it can run at all. Once means that of several hooks with the
	// same command only the first runs.
	Starts, Once bool
	// Asks is what a hook of this kind asks instead of starting a process.
	Asks Inquiry
	// Needs are the fields that it requires in addition to a command.
	Needs []string
	// Timeout is the default for this kind; 0 for the event's default. Most is the
	// longest allowed timeout; 0 for the general limit.
	Timeout, Most time.Duration
	// Events are the events that it runs on, by EventsFact; empty for all.
	Events     []hook.Event
	EventsFact string
	// Alone says what the agent does with such a hook if hooktest has nothing to ask,
	// as a phrase that follows the agent's name; empty for a general sentence.
	Alone string
	// Rule is the rule by which it can't run, or runs once.
	Rule string
}

// Handler returns the kind of hook for a type name.
func (h Handlers) Handler(name string) (handler Handler, ok bool) {
	for _, handler := range h.Types {
		if handler.Type == name {
			return handler, true
		}
	}
	return Handler{}, false
}

// A Timeout describes how long a hook may run.
type Timeout struct {
	// Unit is the unit of numbers in settings, Units its name.
	Unit    time.Duration
	Units   string
	Default time.Duration
	// Most is the longest allowed timeout; 0 if no limit is known.
	Most time.Duration
	// Events are the defaults of events with another default, by EventsFact.
	Events     map[hook.Event]time.Duration
	EventsFact string
	// Milliseconds is the smallest number that counts as milliseconds instead; 0 for
	// never.
	Milliseconds float64
	// Whole means that a number with a point or an exponent is not a timeout, nor one
	// beyond 64 bits.
	Whole bool
	// Zero is the timeout that 0 represents; 0 if it is not a timeout.
	Zero time.Duration
	// Coerces means that a value of another type, except null, is converted to a
	// number as JavaScript converts it.
	Coerces bool
	Rule    string
}

// On returns the default timeout of hooks of an event.
func (t Timeout) On(event hook.Event) time.Duration {
	if d, ok := t.Events[event]; ok {
		return d
	}
	return t.Default
}

// A Launch describes how a hook's process is started.
type Launch struct {
	// Variables are set to the project directory.
	Variables []string
	// Set are variables with fixed values. Removed are variables that hooks do not
	// inherit; a name that ends in * matches every name with that prefix.
	Set     []Variable
	Removed []string
	// Inserted are variables whose values the agent itself substitutes, quoted, for
	// names without braces in a command.
	Inserted     []string
	InsertedFact string
	// SessionFolder means that hooks start in the session's folder, which may be below
	// the project's.
	SessionFolder bool
	// Shells are tried in this order on the operating systems that they name.
	Shells []Shell
}

// A Shell runs a command's text.
type Shell struct {
	// On is the operating system that has this shell, as a runtime.GOOS value; empty
	// for every system that no other shell names.
	On string
	// Programs are looked up on the PATH; the first one found is used.
	Programs []string
	// Fallback is used if none is found; empty for none.
	Fallback string
	// Flags go between the shell and the text.
	Flags []string
	// Script says how the shell gets the text of a command.
	Script Script
}

// A Variable is an environment variable.
type Variable struct{ Name, Value string }

// Shell returns the shell for an operating system.
func (l Launch) Shell(goos string) Shell {
	own := slices.IndexFunc(l.Shells, func(s Shell) bool { return s.On == goos })
	if own < 0 {
		own = slices.IndexFunc(l.Shells, func(s Shell) bool { return s.On == "" })
	}
	return l.Shells[own]
}

// An Ending describes how an agent ends hooks that do not end on their own.
type Ending struct {
	// Grace is how long a hook may take to end after it was asked to.
	Grace time.Duration
	// Pipes is how long the agent drains pipes that another process holds open after
	// the hook has exited.
	Pipes time.Duration
	// Waits means that a hook ends only when its pipes are closed. A process that holds
	// them open until the timeout makes the hook time out.
	Waits bool
	Rule  string
}
