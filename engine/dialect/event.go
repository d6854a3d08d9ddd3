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
	// Fields are the fields that a hook reads in addition to the base fields, in order.
	Fields  []Field
	Subject Subject
	// Works are the kinds of tools that an event without a tool name is about, each
	// with the field that says what the tool works on.
	Works []Work
	Merge Merge
	Chain Chain
	// Class is the output class of the merged answer, Single that of one hook's answer.
	Class, Single hook.Class
	Effects       Effects
	// Rules say what the agent does about effects, if the contract has a Reading.
	Rules Rules
	// Repeats says what happens to hooks that refuse repeatedly.
	Repeats Repeats
	// Often says how often the hooks run for one event, if not once.
	Often Often
}

// Repeats describes how an agent treats a hook that refuses every time the agent wants
// to end. Without a Fact this is not known.
type Repeats struct {
	// Field is the field that tells a hook that it has refused before.
	Field string
	// Runs is how often such a hook runs before the agent ends anyway. Endless means
	// that there is no limit.
	Runs    int
	Endless bool
	// Variable is the environment variable that overrides the number; empty for none.
	Variable string
	Fact     string
}

// A Work is what tools of one role do, for an event that does not name the tool.
type Work struct {
	Role Role
	At   Path
}

// Work returns the event's work for a role.
func (e *Event) Work(role Role) (work Work, ok bool) {
	i := slices.IndexFunc(e.Works, func(w Work) bool { return w.Role == role })
	if i < 0 {
		return Work{}, false
	}
	return e.Works[i], true
}

// Often says how often hooks run for one event.
type Often struct {
	// Runs is the number for the event itself; 0 is once.
	Runs int
	// Results is set if hooks of a prompt run again each time the results of tools go to the
	// model.
	Results bool
	Fact    string
}

// A Moment is a point in an agent's lifecycle; empty for one that no other agent has.
type Moment string

// The moments that agents share.
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

// A Field is one field of a hook's input.
type Field struct {
	Name string
	// Kind is the kind of its value, as jsonvalue.KindOf names it.
	Kind string
	// Optional means that the caller that fires the event may omit the field.
	Optional bool
	// Prompt means that the field holds the user's prompt: as the text itself, in the
	// PromptIn of an object, or as the first message of a request.
	Prompt   bool
	PromptIn string
	// Sample is a plausible value as JSON; empty if samples of the event omit the
	// field.
	Sample string
	Rule   string
}

// Subject is what the matchers of an event are tested against.
type Subject struct {
	// Field is the field with that text. It is empty if matchers are ignored, or if
	// Unknown says that the subject is not known.
	Field   string
	Unknown bool
	// Tool means that the subject is the name of one of the agent's tools. Input is the
	// field with the input of that tool, or of another kind of tool.
	Tool  bool
	Input string
	// Values are the documented subjects that are not tools.
	Values []string
	// Exact means that a matcher must equal the subject.
	Exact bool
	// Rule is the rule by which a matcher skips a hook.
	Rule string
}

// A Merge describes how the answers of several hooks become one.
type Merge struct {
	How  MergeRule
	Rule string
}

// A MergeRule is one of the strategies of package aggregator.
type MergeRule string

const (
	// AnyBlockWins: one refusal refuses, one stop stops, and texts are joined.
	AnyBlockWins MergeRule = "any-block-wins"
	// LaterReplaces: a later hook's value replaces an earlier one.
	LaterReplaces MergeRule = "later-replaces"
	// UnitesTools: like AnyBlockWins, and the lists of tools are united.
	UnitesTools MergeRule = "unites-tools"
	// IntersectsTools: like UnitesTools, but a tool must be on every list.
	IntersectsTools MergeRule = "intersects-tools"
)

// A Chain describes how a hook's answer changes the input of the next hook of a
// sequential group. The zero Chain changes nothing.
type Chain struct {
	How ChainRule
	// Field is the input field that changes. Answer is the field of hookSpecificOutput
	// that changes it.
	Field, Answer string
}

// A ChainRule says how a field changes along a chain.
type ChainRule string

const (
	// Overlays: the keys of the answer's object replace those of the input's, so the
	// changes of a chain accumulate.
	Overlays ChainRule = "overlays"
	// Appends: the answer's text follows the input's after an empty line.
	Appends ChainRule = "appends"
)

// Effects are the effects that an agent allows hooks of an event to have. Each field is
// the rule that allows one; an empty rule means that it is not allowed.
type Effects struct {
	// Before means that the hooks run before their operation, so that a stop prevents
	// it.
	Before bool
	// Skip prevents the operation, EndTurn ends the agent's loop.
	Skip, EndTurn string
	// Rewrite replaces the value that the agent continues with. Changes is the field of
	// hookSpecificOutput that holds the new value.
	Rewrite, Changes string
	// Context adds a text for the model to the operation's result, Message adds a
	// system message, and Hide hides the result from the user.
	Context, Message, Hide string
	// Ignored is the rule by which the agent ignores an effect that the event does not
	// allow. Failed is the rule by which it continues without a failed hook.
	Ignored, Failed string
}

// Applied reports whether the agent acts on the answers of the event's hooks.
func (e Effects) Applied() bool { return e.Skip != "" || e.EndTurn != "" }

// Field returns a field of the event's input.
func (e *Event) Field(name string) (field Field, ok bool) {
	for _, field := range e.Fields {
		if field.Name == name {
			return field, true
		}
	}
	return Field{}, false
}

// Sample returns a plausible payload: the fields of the event, with values that the
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

// HasPrompt reports whether the event's input contains the user's prompt.
func (e *Event) HasPrompt() bool {
	return slices.ContainsFunc(e.Fields, func(f Field) bool { return f.Prompt })
}

// Prompted returns Sample with the given prompt; ok is false for an event without a
// prompt.
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

// Value returns the field's sample as a value of package jsonvalue.
func (f Field) Value() any { return parsed(f.Sample) }

// parsed reads a value from a contract. It cannot fail: a test reads all of them.
func parsed(text string) any {
	value, _ := jsonvalue.Parse([]byte(text))
	return value
}

// CreateHookOutput returns the output class of a single answer. For BeforeTool of
// LLxprt Code that is the default class, which ignores permissionDecision.
// CreateSpecificHookOutput returns the class that reads it (HOOK-200).
//
//hooktest:impl HOOK-200
func (e *Event) CreateHookOutput(out *hook.Output) hook.FinalOutput { return e.Single.Of(out) }

// CreateSpecificHookOutput returns the output class of a merged answer.
//
//hooktest:impl HOOK-200
func (e *Event) CreateSpecificHookOutput(out *hook.Output) hook.FinalOutput { return e.Class.Of(out) }
