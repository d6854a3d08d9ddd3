package dialect

import (
	"slices"

	"github.com/hooktest/hooktest/engine/hook"
)

// Inquiry is whom a hook asks that starts no process.
type Inquiry string

const (
	// AsksNobody: the hook is a command.
	AsksNobody Inquiry = ""
	// AsksServer: it posts what other hooks read to a URL.
	AsksServer Inquiry = "server"
	// AsksModel: it puts a question to a model, once.
	AsksModel Inquiry = "model"
	// AsksTool: it calls a tool of an MCP server that the agent is connected to.
	AsksTool Inquiry = "tool"
	// AsksAgent: a subagent looks into the question, with tools of its own.
	AsksAgent Inquiry = "agent"
	// AsksHost: it is a function of the program that the agent is part of.
	AsksHost Inquiry = "host"
	// AsksUser: it stands for something that the user would type.
	AsksUser Inquiry = "user"
)

// Runs tells whether hooks of the kind run on an event.
func (h Handler) Runs(event hook.Event) bool {
	return len(h.Events) == 0 || slices.Contains(h.Events, event)
}

// A Server is how a hook asks one.
type Server struct {
	// URL, Headers and Allowed are the fields with the address, with further headers and
	// with the names of the variables that may stand in them as $NAME or ${NAME}; every
	// other name stands for nothing.
	URL, Headers, Allowed string
	// InURL tells that variables may stand in the address, too.
	InURL bool
	// Local is the variable that has to be 1 for a server of this machine to be asked;
	// empty where nothing has to be said.
	Local string
	// Secure are the events on which the address has to be one of https, EverySecure tells
	// that they are all, but for a server of this machine.
	Secure      []hook.Event
	EverySecure bool
	// URLs is the list of patterns of addresses that settings allow, with * for anything,
	// Variables that of the variables that may stand in headers.
	URLs, Variables Allowlist
	// Failed is what any other status than 2xx demands, and no answer: Fails, or Puzzles
	// where nobody has seen it.
	Failed Demand
	// Redirects is what an answer demands that leads elsewhere: Fails, or Puzzles where
	// nobody has seen whether the agent goes there.
	Redirects Demand
	// Typed tells that an answer counts only with the media type of JSON. Other is what
	// any other text demands, Broken what a text does that means to be an answer and is
	// not.
	Typed         bool
	Other, Broken Demand
	// Fact tells of the address, Answers of what comes of answers.
	Fact, AnswersFact string
}

// A Model is how a hook asks one.
type Model struct {
	// Prompt and Name are the fields with the question and with the model's name.
	Prompt, Name string
	// Placeholder is what stands in a question for what other hooks read; Appended tells
	// that it is put behind a question without the placeholder.
	Placeholder string
	Appended    bool
	// Escaped tells that a backslash before $ keeps it as it is.
	Escaped bool
	// Indented tells that it is put there as JSON over several lines.
	Indented bool
	// Wraps are the texts that surround questions on some events, with {prompt} where the
	// question stands.
	Wraps map[hook.Event]string
	// Decision is the word of the model's answer that decides. Fenced tells that the
	// answer may stand in a block of code.
	Decision Decision
	Fenced   bool
	// As is the answer of a command that a refusal counts as, with {reason} where the
	// reason stands; empty where Refusals say what comes of one, or the event's rules.
	As string
	// Goes is the field of a hook by which its refusal does not end the turn. Hopeless is
	// the field of a model's answer which says that no turn can change the refusal, and
	// Futile what such a refusal does, on the events that look at Hopeless.
	Goes     string
	Hopeless Path
	Futile   []Refusal
	// Refusals are what comes of a refusal, the first that fits; of the others the event's
	// own rules for denials.
	Refusals []Refusal
	// Context is a text for the model that the answer may have; empty where it can't.
	Context Path
	// Unusable is what comes of an answer that is none.
	Unusable Reply
	Fact     string
}

// A Refusal is what a model's refusal does on some events, for hooks with the field that
// lets the turn go on, or for those without; Both for all.
type Refusal struct {
	Events     []hook.Event
	Goes, Both bool
	Reply      Reply
	// Ends tells that the agent ends its work beside.
	Ends bool
}

// Refusal is what comes of a model's refusal on an event; ok is false where the event's
// own rules for denials say it.
func (m Model) Refusal(event hook.Event, goes, hopeless bool) (refusal Refusal, ok bool) {
	all := m.Refusals
	if hopeless {
		all = slices.Concat(m.Futile, all)
	}
	for _, refusal := range all {
		if slices.Contains(refusal.Events, event) && (refusal.Both || refusal.Goes == goes) {
			return refusal, true
		}
	}
	return Refusal{}, false
}
