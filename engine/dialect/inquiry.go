package dialect

import (
	"slices"

	"github.com/hooktest/hooktest/engine/hook"
)

// Inquiry says what a hook asks instead of starting a process.
type Inquiry string

const (
	// AsksNone: the hook is a command.
	AsksNone Inquiry = ""
	// AsksServer: it posts what other hooks read to a URL.
	AsksServer Inquiry = "server"
	// AsksModel: it puts a question to a model, once.
	AsksModel Inquiry = "model"
	// AsksTool: it calls a tool of an MCP server that the agent is connected to.
	AsksTool Inquiry = "tool"
	// AsksAgent: a subagent with tools of its own examines the question.
	AsksAgent Inquiry = "agent"
	// AsksHost: it is a function of the program that the agent is part of.
	AsksHost Inquiry = "host"
	// AsksUser: it acts as text that the user types.
	AsksUser Inquiry = "user"
)

// Runs reports whether hooks of this kind run on an event.
func (h Handler) Runs(event hook.Event) bool {
	return len(h.Events) == 0 || slices.Contains(h.Events, event)
}

// A Server describes how a hook asks a server.
type Server struct {
	// URL, Headers and Allowed are the fields with the address, with additional
	// headers, and with the names of the variables that these headers may contain as
	// $NAME or ${NAME}. Every other variable expands to nothing.
	URL, Headers, Allowed string
	// InURL means that the address may contain variables, too.
	InURL bool
	// Local is the environment variable that must be 1 to allow a server on this
	// machine; empty if none is required.
	Local string
	// Secure are the events that require an https address. EverySecure means that all
	// do. A server on this machine is exempt.
	Secure      []hook.Event
	EverySecure bool
	// URLs is the settings list of allowed address patterns, in which * matches
	// anything. Variables is the list of variables that headers may contain.
	URLs, Variables Allowlist
	// Failed is the effect of a status other than 2xx, and of a missing answer: Fails,
	// or UnknownEffect if it is not known.
	Failed Effect
	// Redirects is the effect of a redirect: Fails, or UnknownEffect if it is not known
	// whether the agent follows it.
	Redirects Effect
	// Typed means that an answer counts only with the JSON media type. Other is the
	// effect of any other text, Broken that of invalid JSON.
	Typed         bool
	Other, Broken Effect
	// Fact is the fact about the address, AnswersFact the one about answers.
	Fact, AnswersFact string
}

// A Model describes how a hook asks a model.
type Model struct {
	// Prompt and Name are the fields with the question and with the model's name.
	Prompt, Name string
	// Placeholder is replaced in a question by the hook's input. Appended means that
	// the input is appended to a question without the placeholder.
	Placeholder string
	Appended    bool
	// Escaped means that a backslash before $ keeps the placeholder as it is.
	Escaped bool
	// Indented means that the input is inserted as indented JSON.
	Indented bool
	// Wraps are the texts around questions on some events, with {prompt} for the
	// question.
	Wraps map[hook.Event]string
	// Decision is the deciding word of the model's answer. Fenced means that the answer
	// may be in a code block.
	Decision Decision
	Fenced   bool
	// As is the equivalent command answer for a refusal, with {reason} for the reason.
	// It is empty if Refusals, or the event's rules, define the effect.
	As string
	// Goes is the hook field by which a refusal does not end the turn. Final is the
	// answer field which says that no turn can change the refusal. FinalRefusals are the
	// effects of such a refusal on the events that read Final.
	Goes          string
	Final         Path
	FinalRefusals []Refusal
	// Refusals are the effects of a refusal; the first that fits applies. If none fits,
	// the event's own rules for denials apply.
	Refusals []Refusal
	// Context is the answer field with a text for the model; empty if there is none.
	Context Path
	// Unusable is the reply to an unusable answer.
	Unusable Reply
	Fact     string
}

// A Refusal is the effect of a model's refusal on some events: for hooks with the field
// that lets the turn go on, for hooks without it, or, with Both, for all.
type Refusal struct {
	Events     []hook.Event
	Goes, Both bool
	Reply      Reply
	// Ends means that the agent also ends its work.
	Ends bool
}

// Refusal returns the effect of a model's refusal on an event; ok is false if the
// event's own rules for denials define it.
func (m Model) Refusal(event hook.Event, goes, hopeless bool) (refusal Refusal, ok bool) {
	all := m.Refusals
	if hopeless {
		all = slices.Concat(m.FinalRefusals, all)
	}
	for _, refusal := range all {
		if slices.Contains(refusal.Events, event) && (refusal.Both || refusal.Goes == goes) {
			return refusal, true
		}
	}
	return Refusal{}, false
}
