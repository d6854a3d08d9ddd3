package dialect

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Reading is a table that describes how an agent understands hooks, for agents
// without requirements. Each hook requests effects (refuse, ask, stop, continue with
// another input, …) by its exit code or its answer. The effects of several hooks are
// merged, and the event's rules say what the agent does about each.
type Reading struct {
	// Exits are the meanings of exit codes. The first row with the code applies.
	Exits  []Exit
	Text   Text
	Others Others
}

// An Effect is one thing that a hook requests, or one way in which it failed.
type Effect string

const (
	// Refuses: the exit code refuses the operation.
	Refuses Effect = "refuse"
	// Denies, Asks, Allows and Defers are the decisions of an answer.
	Denies Effect = "deny"
	Asks   Effect = "ask"
	Allows Effect = "allow"
	Defers Effect = "defer"
	// Stops: the agent must end its work.
	Stops Effect = "stop"
	// Rewrites: the operation's input or result must be replaced.
	Rewrites Effect = "rewrite"
	// Adds: the model must read a text.
	Adds Effect = "context"
	// Says: the hook printed a text that is not an answer.
	Says Effect = "text"
	// Tells: the user must read a text, from an answer or as plain text on stderr.
	Tells Effect = "message"
	// Fails: the exit code means a failure.
	Fails Effect = "fail"
	// NotStarted: the shell could not start the hook.
	NotStarted Effect = "not-started"
	// EndsBySignal: a signal killed the hook.
	EndsBySignal Effect = "signal"
	// TimesOut: the hook timed out.
	TimesOut Effect = "timeout"
	// SignalAfterAnswer: a signal killed the hook after it printed an answer. An event without
	// a reply to this effect uses the one to EndsBySignal.
	SignalAfterAnswer Effect = "signal-after-output"
	// InvalidAnswer: the answer breaks the agent's rules and counts as a failure.
	InvalidAnswer Effect = "invalid-output"
	// InvalidInput: the replacement input is invalid for the operation.
	InvalidInput Effect = "invalid-input"
	// UnknownEffect: it is not known how the agent reacts.
	UnknownEffect Effect = "unknown"
	// DiscardsAnswers: the answer makes the agent drop the answers of all hooks.
	DiscardsAnswers Effect = "discards-answers"
	// Nothing: the hook requests nothing.
	Nothing Effect = "nothing"
)

// Killed represents, among exit codes, the end by a signal.
const Killed = -1

// Failures returns the effects that mean that a hook failed.
func Failures() []Effect {
	return []Effect{Fails, NotStarted, EndsBySignal, TimesOut, InvalidAnswer, DiscardsAnswers}
}

// An Exit is the meaning of some exit codes.
type Exit struct {
	// Codes are the exit codes that the row is about. Killed represents hooks that a
	// signal killed. An empty list means every other exit code.
	Codes []int
	// JSON means that the agent looks for an answer in the text, Plain that other text
	// counts, too.
	JSON, Plain bool
	// Answer is the stream with the answer, if it differs from the Text's.
	Answer Stream
	// Effect is the effect of the code itself; empty for none.
	Effect Effect
	// Instead means that the code's effect counts only if there is no answer.
	// AnswerFirst means that the reason of a denying answer replaces the one in From.
	Instead, AnswerFirst bool
	// From is the stream with the reason, Default the reason if the stream is empty.
	From    Stream
	Default string
	// Raw means that blanks around the text are kept.
	Raw bool
	// Prefix is put before the hook's text.
	Prefix string
	// Empty is the code's effect if From is empty; empty for the same Effect.
	Empty Effect
	Fact  string
}

// Exit returns the meaning of an exit code on an event, with Killed for the end by a
// signal; ok is false if the table has no row for it.
func (c *Contract) Exit(event *Event, code int) (exit Exit, ok bool) {
	for _, exit := range slices.Concat(event.Rules.Exits, c.Reading.Exits) {
		if exit.covers(code) {
			return exit, true
		}
	}
	return Exit{}, false
}

// covers reports whether the row is about an exit code.
func (e Exit) covers(code int) bool {
	return slices.Contains(e.Codes, code) || len(e.Codes) == 0 && code != Killed
}

// Exits returns the rows that Exit returns for some code on an event, in the order of the tables.
func (c *Contract) Exits(event *Event) []Exit {
	const unnamed = 256 // more than any process exits with
	var rows []Exit
	for _, exit := range slices.Concat(event.Rules.Exits, c.Reading.Exits) {
		codes := append(slices.Clone(exit.Codes), unnamed)
		if slices.ContainsFunc(codes, func(code int) bool {
			return exit.covers(code) && !slices.ContainsFunc(rows, func(earlier Exit) bool { return earlier.covers(code) })
		}) {
			rows = append(rows, exit)
		}
	}
	return rows
}

// Stream returns the stream with the answer or the plain text of a hook with an exit code of the
// row.
func (r *Reading) Stream(exit Exit) Stream { return cmp.Or(exit.Answer, r.Text.From) }

// A Stream is the source of a text.
type Stream string

const (
	// Nowhere: the agent reads none of the hook's output.
	Nowhere Stream = ""
	Stdout  Stream = "stdout"
	Stderr  Stream = "stderr"
	// Either is stdout, or stderr if stdout is blank.
	Either Stream = "stdout, else stderr"
)

// A Text describes how the agent distinguishes answers from other texts.
type Text struct {
	// From is the stream with the answer.
	From Stream
	// Openers are the characters that begin a text that is read as JSON. If it is
	// empty, any text that parses as JSON is read as JSON.
	Openers string
	// Quoted means that an answer may be encoded twice.
	Quoted bool
	// Marked means that a byte order mark is part of the text, which then does not
	// begin with an opener. Otherwise it is dropped.
	Marked bool
	// Broken is the effect of a text that begins like JSON and is invalid: Says,
	// InvalidAnswer or UnknownEffect. NoObject is the effect of JSON that is not an object: one of
	// these, or Nothing if it counts as an answer without fields. Several is the effect
	// of several JSON texts in a row; empty for the same as Broken.
	Broken, NoObject, Several Effect
	// Strict means that an answer may not have fields that are unknown to the event.
	// Typed means that each field must have its kind.
	Strict, Typed bool
	// Converted are fields whose non-string values are converted as JavaScript does: 42 to
	// "42", a list to text with commas, an object to "[object Object]".
	Converted []Path
	// Cap limits how much of a text from stdout the model reads.
	Cap Cap
	// Named is the field that must name the event if hookSpecificOutput is present;
	// empty if the agent does not check it.
	Named Path
	Fact  string
}

// A Cap limits a text. If it is longer than Characters, the model reads the first
// Preview characters and the location of the whole text. The zero Cap limits nothing.
type Cap struct {
	Characters, Preview int
	Fact                string
}

// A Path leads to a value in an answer, with dots between the names.
type Path string

// In returns the value at the path in the answer. The empty path has no value.
func (p Path) In(answer *jsonvalue.Object) (any, bool) {
	if p == "" {
		return nil, false
	}
	var value any = answer
	for name := range strings.SplitSeq(string(p), ".") {
		object, ok := value.(*jsonvalue.Object)
		if !ok {
			return nil, false
		}
		if value, ok = object.Get(name); !ok {
			return nil, false
		}
	}
	return value, true
}

// Others says how the effects of several hooks become one.
type Others struct {
	// Reason and Rewrite say which hook's value counts.
	Reason, Rewrite Whose
	// Decision is Unsure if the agent's reaction to hooks that disagree is not known.
	// Otherwise the strictest decision counts.
	Decision Whose
	// Join is put between texts for the model.
	Join string
	// Merged means that the agent first merges all answers into one, by the Merge of
	// the event's row, and then applies it.
	Merged *Merged
	Fact   string
}

// Merged says how several answers are merged into one.
type Merged struct {
	// As are the answers that plain texts are converted to, by effect, with {reason}
	// for the text.
	As map[Effect]string
	// Joined are the fields whose texts are joined under AnyBlockWins. For every other
	// field the last value counts.
	Joined []Path
}

// Whose says which of several hooks counts.
type Whose string

const (
	First Whose = "the first in the settings"
	Last  Whose = "the last in the settings"
	// Latest is the hook that finishes last.
	Latest Whose = "the last to finish"
	// All: the values of all hooks are joined.
	All Whose = "all of them"
	// None: if there are several, none of them counts.
	None Whose = "none of them"
	// Unsure: it is not known which counts.
	Unsure Whose = "unknown"
)

// Rules are what an agent does about the effects of one event's hooks.
type Rules struct {
	// Exits are searched before those of the Reading.
	Exits     []Exit
	Decisions []Decision
	// Fields are the fields that an answer may have.
	Fields []Answered
	// Invalid are field values that make an answer a failure.
	Invalid []InvalidValue
	Rewrite Rewriting
	// Contexts are texts for the model, Messages texts for the user.
	Contexts, Messages []Path
	// MessageFirst means that the message comes before the context if both go to the
	// model.
	MessageFirst bool
	// Between separates the messages and contexts that the model reads: all messages
	// first, then all contexts. If it is empty, each begins a line.
	Between string
	// Each separates the texts of several hooks if the model reads all of them, in the
	// order in which the hooks ended. If it is empty, Others says which counts.
	Each string
	// OneDecides means that only the first of the Decisions with a known word counts.
	OneDecides bool
	// StopReason are the fields that may hold the reason of a stop; empty for
	// stopReason. StopDefault is used if no field has one.
	StopReason  []Path
	StopDefault string
	// CanStop means that the agent reads continue: false. StopWins means that a stop
	// outweighs a refusal.
	CanStop, StopWins bool
	Replies           map[Effect]Reply
}

// Reply returns what the agent does about an effect. A failure without a reply of its
// own uses the one to Fails. Any other one without a reply changes nothing; for
// UnknownEffect the outcome is Unknown.
func (r Rules) Reply(what Effect) Reply {
	reply, ok := r.Replies[what]
	if !ok && slices.Contains(Failures(), what) {
		reply, ok = r.Replies[Fails]
	}
	if !ok {
		reply.Outcome = Proceeds
		if what == UnknownEffect {
			reply.Outcome = Unknown
		}
	}
	return reply
}

// A Decision is an answer field whose word decides.
type Decision struct {
	At Path
	// Unless is a field that, if present, makes the agent ignore this one; empty for
	// none.
	Unless Path
	// Reason are the fields that may hold the reason, DenialReason further ones that only a denial
	// reads, after them. The first with a text counts.
	Reason, DenialReason []Path
	// Words are texts or, as JSON, other values.
	Words map[string]Effect
	// Other is the effect of any other word: Nothing or InvalidAnswer.
	Other Effect
	// Needs means that a refusal without a reason is an invalid answer. Without Needs,
	// Default is the reason.
	Needs   bool
	Default string
	// Asked is the text of a question without a reason, with the placeholders of a
	// Reply's texts.
	Asked string
	// Ends is a field that, if true, makes a denial also end the agent's work.
	Ends Path
	Fact string
}

// Reasons are the fields that may hold the reason of an effect.
func (d Decision) Reasons(of Effect) []Path {
	if of == Denies {
		return slices.Concat(d.Reason, d.DenialReason)
	}
	return d.Reason
}

// An InvalidValue is a value that makes an answer a failure.
type InvalidValue struct {
	At Path
	// Value is that value, as JSON; empty for any but null.
	Value string
	// Kinds are the kinds of such values; empty for any.
	Kinds []string
	// Unless is a field that cancels the effect, With a field that the effect
	// requires; each empty for none.
	Unless, With Path
	// DiscardsAll means that all other answers are lost, too.
	DiscardsAll bool
	Fact        string
}

// Effect is the effect of an answer with the value.
func (v InvalidValue) Effect() Effect {
	if v.DiscardsAll {
		return DiscardsAnswers
	}
	return InvalidAnswer
}

// An Answered is a field that an answer may have.
type Answered struct {
	At Path
	// Kind is the kind of its value, as jsonvalue.KindOf names it; empty for any.
	Kind string
	// Null means that null counts as a missing value.
	Null bool
	// Values are the allowed values; empty for any.
	Values []string
}

// Rewriting is the field by which an answer changes the input or the result of an
// operation.
type Rewriting struct {
	At Path
	// Of is the input field that changes.
	Of string
	// Overlays means that the new value's keys replace those of the old one. Without
	// Overlays the whole value is replaced.
	Overlays bool
	// Needs is the decision that the field requires; empty for none.
	Needs Effect
	// Kind is the kind of value that counts; empty for any.
	Kind string
	// Also are other fields that may hold the new value.
	Also []Path
	// Whole is the fact by which an input without an argument, or with one of another
	// type, is invalid; empty if the agent does not check. Missing and Mistyped are the
	// messages, with {argument}, {kind} and {given} for the argument, its type and the
	// given type.
	Whole, Missing, Mistyped string
	Fact                     string
}

// A Reply is what an agent does about an effect. Texts may hold {event}, {tool}, {on}
// (the shell command), {command}, {code}, {stderr}, {failure} (why a hook failed),
// {reason}, and {escaped}, the reason with < and > as entities. Texts are verbatim,
// except that … replaces unknown words.
type Reply struct {
	Outcome Outcome
	// Agent says what the agent does, as a phrase that follows its name, if the outcome
	// alone does not say it.
	Agent string
	// Model is the text for the model, User the text for the user; empty for none.
	Model, User string
	// Alone means that the model reads nothing of other effects.
	Alone bool
	Fact  string
}

// An Outcome is the effect on the operation that an event is about.
type Outcome string

const (
	// Proceeds: it takes place, or already has.
	Proceeds Outcome = "proceeds"
	// Prevented: it does not take place.
	Prevented Outcome = "prevented"
	// Ends: it takes place, and the agent ends its work.
	Ends Outcome = "ends"
	// Abandoned: it does not take place, and the agent ends its work.
	Abandoned Outcome = "abandoned"
	// Asked: the user decides.
	Asked Outcome = "asked"
	// Deferred: another party decides later.
	Deferred Outcome = "deferred"
	// Unknown: the effect is not known.
	Unknown Outcome = "unknown"
)
