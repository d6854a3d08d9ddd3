package dialect

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Reading is how an agent understands what its hooks leave behind: a table in
// place of requirements. Each hook makes demands (refuse, ask, stop, go on with
// another input, …), by its exit code or by its answer; those of several hooks
// become one; and the event's rules say what the agent does about each.
type Reading struct {
	// Exits are the exit codes, of which the first row that has the code counts.
	Exits  []Exit
	Text   Text
	Others Others
}

// A Demand is one thing that a hook wants, or one way in which it failed.
type Demand string

const (
	// Refuses: the exit code wants the operation not to take place.
	Refuses Demand = "refuse"
	// Denies, Asks, Allows and Defers are words of an answer.
	Denies Demand = "deny"
	Asks   Demand = "ask"
	Allows Demand = "allow"
	Defers Demand = "defer"
	// Stops: the agent is to end its work.
	Stops Demand = "stop"
	// Rewrites: the operation is to take place with another input, or its result is
	// to be another.
	Rewrites Demand = "rewrite"
	// Adds: the model is to read a text.
	Adds Demand = "context"
	// Says: the hook has printed a text that is no answer.
	Says Demand = "text"
	// Tells: the user is to read a text, that of an answer or one that stands on
	// stderr and is none.
	Tells Demand = "message"
	// Fails: the exit code is that of a failure.
	Fails Demand = "fail"
	// Misses: the shell could not start the hook.
	Misses Demand = "miss"
	// Dies: a signal ended the hook.
	Dies Demand = "die"
	// Lags: the hook was ended after its timeout.
	Lags Demand = "lag"
	// Interrupts: a hook that dies had printed an answer before. An event without a
	// reply to this demand treats such a hook like any other that dies.
	Interrupts Demand = "interrupt"
	// Garbles: the answer breaks the agent's rules and counts as a failure.
	Garbles Demand = "garble"
	// Misfits: the operation is to take place with an input that it can't have.
	Misfits Demand = "misfit"
	// Puzzles: nobody has seen what the agent makes of it.
	Puzzles Demand = "puzzle"
	// Wrecks: the agent stumbles over the answer and drops what all hooks have said.
	Wrecks Demand = "wreck"
	// Nothing is wanted.
	Nothing Demand = "nothing"
)

// Killed stands, among exit codes, for the end by a signal.
const Killed = -1

// Failures are the demands of hooks that did not do their work.
func Failures() []Demand { return []Demand{Fails, Misses, Dies, Lags, Garbles, Wrecks} }

// An Exit is what exit codes mean.
type Exit struct {
	// Codes are those that the row is about, Killed among them where it is about
	// hooks that a signal ended; none stands for every other exit code.
	Codes []int
	// JSON tells that the text is looked at for an answer, Plain that a text which
	// is none counts.
	JSON, Plain bool
	// Answer is the stream that answers come on, where it is another than that of
	// the Text.
	Answer Stream
	// Demand is what the code itself wants; empty for nothing.
	Demand Demand
	// Instead tells that the code's demand counts only where there is no answer,
	// AnswerFirst that the reason of an answer which denies takes the place of From's.
	Instead, AnswerFirst bool
	// From is where the reason is, Default what it is where there is none.
	From    Stream
	Default string
	// Raw tells that the text counts with the blanks around it.
	Raw bool
	// Prefix stands before a text of the hook's.
	Prefix string
	// Mute is what the code wants where From is empty; empty for the same Demand.
	Mute Demand
	Fact string
}

// Exit is what an exit code means on an event, Killed for the end by a signal; ok is
// false where the table does not say.
func (c *Contract) Exit(event *Event, code int) (exit Exit, ok bool) {
	for _, exit := range slices.Concat(event.Rules.Exits, c.Reading.Exits) {
		if slices.Contains(exit.Codes, code) || len(exit.Codes) == 0 && code != Killed {
			return exit, true
		}
	}
	return Exit{}, false
}

// A Stream is where a text comes from.
type Stream string

const (
	// Nowhere: nothing that the hook wrote is read.
	Nowhere Stream = ""
	Stdout  Stream = "stdout"
	Stderr  Stream = "stderr"
	// Either is stdout, and stderr where stdout is blank.
	Either Stream = "stdout, else stderr"
)

// A Text is how answers are told from other texts.
type Text struct {
	// From is the stream that answers come on.
	From Stream
	// Openers are the characters that a text begins with which means to be JSON;
	// empty where whatever parses is JSON.
	Openers string
	// Quoted tells that an answer may be encoded twice.
	Quoted bool
	// Marked tells that a byte order mark is part of the text, which then begins with no
	// opener; else it is dropped.
	Marked bool
	// Broken is what a text demands that means to be JSON and is not: Says, Garbles or
	// Puzzles. NoObject is what JSON demands that is no object: one of these, or Nothing
	// where it counts as an answer without fields. Several is what several JSON texts in
	// a row demand; empty for the same as Broken.
	Broken, NoObject, Several Demand
	// Strict tells that an answer may have no field that the event does not know,
	// Typed that each has to be of its kind.
	Strict, Typed bool
	// Spoken are fields in which a value that is no text counts as JavaScript writes
	// it: 42 as "42", a list with commas, an object as "[object Object]".
	Spoken []Path
	// Cap is how much of a text from stdout the model reads.
	Cap Cap
	// Named is the field that has to name the event where hookSpecificOutput is
	// there; empty where nobody looks.
	Named Path
	Fact  string
}

// A Cap limits a text: of one that has more than Characters the model reads the
// first Preview, and where the whole of it is. The zero Cap limits nothing.
type Cap struct {
	Characters, Preview int
	Fact                string
}

// A Path leads to a value inside of an answer, with dots between the names.
type Path string

// In finds the value inside of an answer; the empty path leads nowhere.
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

// Others are how the demands of several hooks become one.
type Others struct {
	// Reason and Rewrite say whose counts.
	Reason, Rewrite Whose
	// Decision is Unsure where nobody knows what comes of hooks that disagree; else the
	// strictest decides.
	Decision Whose
	// Join stands between texts for the model.
	Join string
	// Merged tells that the agent first makes one answer of all, by the Merge of the
	// event's row, and then does what that demands.
	Merged *Merged
	Fact   string
}

// Merged is how one answer is made of several.
type Merged struct {
	// As are the answers that plain texts count as, by what they demand, with
	// {reason} where the text stands.
	As map[Demand]string
	// Joined are the fields of which the texts are joined where any block wins; of
	// every other field the last value stands.
	Joined []Path
}

// Whose says which of several hooks counts.
type Whose string

const (
	First Whose = "the first in the settings"
	Last  Whose = "the last in the settings"
	// Latest is the hook that finishes last.
	Latest Whose = "the last to finish"
	// All are joined.
	All Whose = "all of them"
	// None of them counts where there are several.
	None Whose = "none of them"
	// Nobody knows whose counts.
	Unsure Whose = "unknown"
)

// Rules are what an agent makes of what the hooks of one event demand.
type Rules struct {
	// Exits stand before those of the Reading.
	Exits     []Exit
	Decisions []Decision
	// Fields are those that an answer may have.
	Fields []Answered
	// Spoils are fields with a value that turns an answer into a failure.
	Spoils  []Spoil
	Rewrite Rewriting
	// Contexts are texts for the model, Messages those for the user.
	Contexts, Messages []Path
	// MessageFirst tells that the message stands before the context where both go to
	// the model.
	MessageFirst bool
	// Between stands between all messages and all contexts that the model reads, in that
	// order, whichever hook has them; where it is empty each begins a line.
	Between string
	// Each stands between the texts of several hooks where the model reads those of all, in
	// the order in which the hooks ended; where it is empty Others says whose counts.
	Each string
	// OneDecides tells that only the first of the Decisions counts that has a word
	// which the agent knows.
	OneDecides bool
	// StopReason are the fields that may hold the reason of a stop, stopReason where
	// there are none; StopDefault stands where none has one.
	StopReason  []Path
	StopDefault string
	// CanStop tells that continue: false is read, StopWins that it outweighs what
	// would keep the operation from taking place.
	CanStop, StopWins bool
	Replies           map[Demand]Reply
}

// Reply is what the agent does about a demand. A failure of which the table says
// nothing of its own is like any failure, and a demand of which it says nothing
// comes to nothing.
func (r Rules) Reply(what Demand) Reply {
	reply, ok := r.Replies[what]
	if !ok && slices.Contains(Failures(), what) {
		reply, ok = r.Replies[Fails]
	}
	if !ok {
		reply.Outcome = Proceeds
		if what == Puzzles {
			reply.Outcome = Unknown
		}
	}
	return reply
}

// A Decision is a field of an answer that decides by its word.
type Decision struct {
	At Path
	// Unless is a field beside which nobody looks at this one; empty for none.
	Unless Path
	// Reason are the fields that may hold the reason, of which the first counts that
	// has a text.
	Reason []Path
	// Words are texts and, as JSON, other values.
	Words map[string]Demand
	// Other is what any other word demands: nothing or Garbles.
	Other Demand
	// Needs tells that a refusal without a reason garbles the answer; else Default
	// stands for it.
	Needs   bool
	Default string
	// Asked is the text of a question without a reason, with the parts of a Reply's texts.
	Asked string
	// Ends is a field by which a denial ends the agent's work as well, where it is true.
	Ends Path
	Fact string
}

// A Spoil is a value that turns an answer into a failure.
type Spoil struct {
	At Path
	// Value is the one that does, as JSON; empty for any but null.
	Value string
	// Kinds are those of values that do; none for any.
	Kinds []string
	// Unless is a field that makes up for it, Beside one without which it does not
	// matter; each empty for none.
	Unless, Beside Path
	// Wrecks tells that all other answers are lost with it.
	Wrecks bool
	Fact   string
}

// An Answered is a field that an answer may have.
type Answered struct {
	At Path
	// Kind is that of its value, as jsonvalue.KindOf names it; empty for any.
	Kind string
	// Null tells that null is as good as no value.
	Null bool
	// Values are those that it may have; none for any.
	Values []string
}

// Rewriting is the field by which an answer changes what an operation is done with,
// or its result.
type Rewriting struct {
	At Path
	// Of is the field of the input that changes.
	Of string
	// Overlays tells that the new value is laid over the old one, key by key; else it
	// takes its place.
	Overlays bool
	// Needs is the word without which it does not count; empty for none.
	Needs Demand
	// Kind is that of a value that counts; empty for any.
	Kind string
	// Also are further fields that may hold the new value.
	Also []Path
	// Whole is the fact by which an input misfits that lacks an argument, or has one of
	// another type; empty where nobody looks. Missing and Mistyped are what is said of it,
	// with {argument}, {kind} and {given} in the place of the argument, its type and that of
	// what the hook gave.
	Whole, Missing, Mistyped string
	Fact                     string
}

// A Reply is what an agent does about a demand. Texts may hold {event}, {tool}, {on}
// (the shell command), {command}, {code}, {stderr}, {failure} (why a hook failed),
// {reason}, and {escaped}, the reason with < and > as entities. A text is what is sent
// word for word, but for … where words are not known.
type Reply struct {
	Outcome Outcome
	// Agent says what the agent does, as words that follow its name, where the
	// outcome alone does not say it.
	Agent string
	// Model is what the model reads, User what the user does; empty for nothing.
	Model, User string
	// Alone tells that the model reads nothing of other demands beside it.
	Alone bool
	Fact  string
}

// An Outcome is what becomes of the operation that an event is about.
type Outcome string

const (
	// Proceeds: it takes place, or has.
	Proceeds Outcome = "proceeds"
	// Prevented: it does not take place.
	Prevented Outcome = "prevented"
	// Ends: it takes place, and the agent ends its work.
	Ends Outcome = "ends"
	// Abandoned: it does not take place, and the agent ends its work.
	Abandoned Outcome = "abandoned"
	// Asked: the user decides.
	Asked Outcome = "asked"
	// Deferred: somebody else decides, later.
	Deferred Outcome = "deferred"
	// Unknown: nobody has seen what the agent does.
	Unknown Outcome = "unknown"
)
