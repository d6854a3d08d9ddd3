package dialect

import (
	"slices"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// An Event is the row of one event: all that an agent knows about it.
type Event struct {
	Name hook.Event
	// Moment is when it is fired, under a name that all agents share.
	Moment Moment
	// Fields are what a hook reads besides the base fields, in order.
	Fields  []Field
	Subject Subject
	// Works are the kinds of tools that an event is about which names no tool, each with
	// the field that says what is worked on.
	Works []Work
	Merge Merge
	Chain Chain
	// Class is that of the merged answer, Single that of one hook's own.
	Class, Single hook.Class
	Effects       Effects
	// Rules are what the agent makes of demands where the contract has a Reading.
	Rules Rules
	// Repeats is what becomes of hooks that refuse again and again.
	Repeats Repeats
	// Often tells how often the hooks run on one occasion, where that is not once.
	Often Often
	// Signs are words that give away, in the text of a script, that it serves the
	// event.
	Signs []string
}

// Repeats is what an agent does about hooks that keep it at work every time it wants to
// end. Without a Fact nobody knows.
type Repeats struct {
	// Field is the field by which hooks read that they have refused before.
	Field string
	// Runs is how often such a hook runs before the agent ends all the same, Endless tells
	// that nothing ends it.
	Runs    int
	Endless bool
	// Variable is the one of the environment that has another number; empty for none.
	Variable string
	Fact     string
}

// A Work is what tools of a role do, as an event tells of it that names no tool.
type Work struct {
	Role Role
	At   Path
}

// Work gives the work of a role that the event tells of.
func (e *Event) Work(role Role) (work Work, ok bool) {
	i := slices.IndexFunc(e.Works, func(w Work) bool { return w.Role == role })
	if i < 0 {
		return Work{}, false
	}
	return e.Works[i], true
}

// Often is how often hooks run on one occasion.
type Often struct {
	Runs int
	Fact string
}

// A Moment is a point in an agent's life; empty for one that no other agent has.
type Moment string

// The moments that agents have in common.
const (
	ToolBefore     Moment = "tool.before"
	ToolPermission Moment = "tool.permission"
	ToolAfter      Moment = "tool.after"
	ToolFailed     Moment = "tool.failed"
	ModelBefore    Moment = "model.before"
	ModelAfter     Moment = "model.after"
	ModelTools     Moment = "model.tools"
	TurnBefore     Moment = "turn.before"
	TurnAfter      Moment = "turn.after"
	SubagentStart  Moment = "subagent.start"
	SubagentEnd    Moment = "subagent.end"
	SessionStart   Moment = "session.start"
	SessionEnd     Moment = "session.end"
	CompactBefore  Moment = "compact.before"
	CompactAfter   Moment = "compact.after"
	Notice         Moment = "notice"
)

// A Field is one field of what hooks read.
type Field struct {
	Name string
	// Kind is that of its value, as jsonvalue.KindOf names it.
	Kind string
	// Optional tells that whoever fires the event may leave the field out.
	Optional bool
	// Prompt tells that what the user asked for stands here: as the text itself,
	// in the PromptIn of an object, or as the first message of a request.
	Prompt   bool
	PromptIn string
	// Sample is a plausible value, as JSON; empty for one that samples of the event
	// leave out.
	Sample string
	Rule   string
}

// Subject is what the matchers of an event are tested against.
type Subject struct {
	// Field is the field with that text; empty where matchers are ignored, or where Unknown
	// tells that nobody knows what they are tested against, if anything.
	Field   string
	Unknown bool
	// Tool tells that it is the name of one of the agent's tools. Input is the field with
	// what that tool, or one of another kind, is called with.
	Tool  bool
	Input string
	// Values are those that are documented, of other subjects than tools.
	Values []string
	// Exact tells that a matcher has to equal it.
	Exact bool
	// Rule is the one by which a matcher leaves a hook out.
	Rule string
}

// A Merge is how the answers of several hooks become one.
type Merge struct {
	How  MergeRule
	Rule string
}

// A MergeRule is one of the strategies of package aggregator.
type MergeRule string

const (
	// AnyBlockWins: one refusal refuses, one stop stops, texts are joined.
	AnyBlockWins MergeRule = "any-block-wins"
	// LaterReplaces: what a later hook says stands.
	LaterReplaces MergeRule = "later-replaces"
	// UnitesTools: as AnyBlockWins, and the lists of tools are united.
	UnitesTools MergeRule = "unites-tools"
	// IntersectsTools: as UnitesTools, but a tool has to be on every list.
	IntersectsTools MergeRule = "intersects-tools"
)

// A Chain is how the answer of a hook changes what the next one of a sequential
// group reads. The zero Chain changes nothing.
type Chain struct {
	How ChainRule
	// Field is the field of the input that changes, Answer the one of
	// hookSpecificOutput that changes it.
	Field, Answer string
}

// A ChainRule is how a field changes along a chain.
type ChainRule string

const (
	// Overlays: the answer's object is laid over the input's, key by key; so the
	// changes of a chain add up.
	Overlays ChainRule = "overlays"
	// Appends: the answer's text stands behind the input's after an empty line.
	Appends ChainRule = "appends"
)

// Effects are what an agent lets the hooks of an event do. Each rule is the one
// that lets them; an empty one says that they can't.
type Effects struct {
	// Before tells that the hooks run before their operation, which a stop keeps
	// from taking place.
	Before bool
	// Skip keeps the operation from taking place, EndTurn ends the agent's loop.
	Skip, EndTurn string
	// Rewrite gives the agent another value to go on with: Changes is the field of
	// hookSpecificOutput that it stands in.
	Rewrite, Changes string
	// Context gives the model a text with the operation's result, Message a system
	// message; Hide keeps the result from the user.
	Context, Message, Hide string
	// Ignored is the rule by which a demand that the event does not allow comes to
	// nothing, Failed the one by which the agent goes on without a hook that
	// failed.
	Ignored, Failed string
}

// Applied tells whether anybody acts on what hooks of the event answer.
func (e Effects) Applied() bool { return e.Skip != "" || e.EndTurn != "" }

// Field gives a field of what the event's hooks read.
func (e *Event) Field(name string) (field Field, ok bool) {
	for _, field := range e.Fields {
		if field.Name == name {
			return field, true
		}
	}
	return Field{}, false
}

// Sample is a plausible payload: the fields of the event, each with a value that the
// caller may change.
func (e *Event) Sample() *jsonvalue.Object {
	fields := jsonvalue.New()
	for _, field := range e.Fields {
		if field.Sample != "" {
			fields.Set(field.Name, field.Value())
		}
	}
	return fields
}

// HasPrompt tells whether the event knows what the user asked for.
func (e *Event) HasPrompt() bool {
	return slices.ContainsFunc(e.Fields, func(f Field) bool { return f.Prompt })
}

// Prompted is Sample with what the user asked for; ok is false for an event that
// knows no prompt.
func (e *Event) Prompted(prompt string) (fields *jsonvalue.Object, ok bool) {
	fields = e.Sample()
	for _, field := range e.Fields {
		if !field.Prompt {
			continue
		}
		request, object := fields.GetObject(field.Name)
		switch {
		case !object:
			fields.Set(field.Name, prompt)
		case field.PromptIn != "":
			request.Set(field.PromptIn, prompt)
		default:
			messages, _ := request.GetList("messages")
			first, _ := messages[0].(*jsonvalue.Object)
			first.Set("content", prompt)
		}
		ok = true
	}
	return fields, ok
}

// Value is the field's sample as a value of package jsonvalue.
func (f Field) Value() any { return parsed(f.Sample) }

// parsed reads a value that stands in a contract. A test reads every one of
// them.
func parsed(text string) any {
	value, _ := jsonvalue.Parse([]byte(text))
	return value
}

// CreateHookOutput makes the output class of a single answer. For BeforeTool of
// LLxprt Code that is the default class, which does not look at
// permissionDecision; CreateSpecificHookOutput's does (HOOK-200).
//
//hooktest:impl HOOK-200
func (e *Event) CreateHookOutput(out *hook.Output) hook.FinalOutput { return e.Single.Of(out) }

// CreateSpecificHookOutput makes the output class of a merged answer.
//
//hooktest:impl HOOK-200
func (e *Event) CreateSpecificHookOutput(out *hook.Output) hook.FinalOutput { return e.Class.Of(out) }
