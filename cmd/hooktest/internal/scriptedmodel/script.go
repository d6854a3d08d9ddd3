// Package scriptedmodel turns a script of turns into a model that a shipped agent can talk to: an
// HTTP handler that speaks Anthropic Messages, OpenAI Responses, OpenAI Chat Completions and the
// Gemini API. It thinks nothing: the script says what it answers.
//
// A script has threads, one for each conversation that the agent has: its own and those of its
// sub-agents. The place in a thread is read from the request, which contains the conversation so
// far. So a repeated request gets the same answer, and requests of several threads may mix.
//
// Every request is recorded. One that the script does not cover gets an error, and is reported as a
// fault. Requests that agents make in addition to the conversation are answered by rules (Aside).
//
// The package starts no agent and opens no port.
package scriptedmodel

import (
	"encoding/json"
	"slices"
	"time"
)

// A Script says what the model answers.
type Script struct {
	// Threads are the conversations. The first whose mark a user's text of the request contains is
	// the request's.
	Threads []Thread
	// SideReplies are the answers to other requests; the first that matches is used.
	SideReplies []SideReply
}

// A Thread is one conversation.
type Thread struct {
	Name string
	// Mark is a text in the user's messages of this conversation and of no other.
	Mark string
	// Turns are the model's turns in order.
	Turns []Turn
	// InOrder is set if the place is the number of the request, in place of what the conversation
	// says: hooks may change that.
	InOrder bool
	// More is how many further requests get the last turn again: a hook may tell the agent to go on
	// where the model has ended.
	More int
}

// A Turn is one answer of the model.
type Turn struct {
	// Text is what it says. Calls are the tools that it calls at once after that.
	Text  string
	Calls []Call
	// Status, if set, is the HTTP status of an error, and Text its message.
	Status int
	// Wait is how long the model takes. With After, the name of another thread, it takes no longer
	// than until that thread has come to its last turn.
	Wait  time.Duration
	After string
	// Chunks, if not nil, are streamed as they are, in place of all else. Only the Gemini API has
	// them. With Breaks the stream breaks off after them.
	Chunks []json.RawMessage
	Breaks bool
}

// A Call is a call of a tool. Input is its arguments, a JSON object; a tool that takes one text gets
// Text instead. Or replaces the call if the agent does not offer the tool.
type Call struct {
	Tool  string
	Input []byte
	Text  string
	Or    *Call
}

// A SideReply answers requests that do not belong to a thread. Empty conditions always hold.
type SideReply struct {
	// Name says what the request is for.
	Name   string `yaml:"name"`
	Method string `yaml:"method"`
	// Path is a regular expression for the URL's path.
	Path string `yaml:"path"`
	// Toolless is set for requests to a model that offer no tools.
	Toolless bool `yaml:"toolless"`
	// Has is a text in the request's body.
	Has string `yaml:"has"`
	// Status and Body are the answer. If there is no status, the model says Text.
	Status int    `yaml:"status"`
	Body   string `yaml:"body"`
	Text   string `yaml:"text"`
}

// A Protocol is a wire format.
type Protocol string

// The formats, by the names that the agents' data use.
const (
	Anthropic Protocol = "anthropic"
	Responses Protocol = "responses"
	Chat      Protocol = "chat"
	Gemini    Protocol = "gemini"
)

// A Message is one message of a request, in the terms that the formats share.
type Message struct {
	// Model is set for what the model has said; everything else is from the user or from tools.
	Model bool
	// Texts are its texts, Calls the names of the called tools, Results the results of tools.
	Texts   []string
	Calls   []string
	Results []Result
}

// A Result is what the agent tells the model about a call.
type Result struct {
	// ID is the call's; empty if the agent leaves it out.
	ID   string
	Text string
}

// An Exchange is a recorded request with the kind of answer that it got.
type Exchange struct {
	Method, Path string
	Body         []byte
	// Protocol is empty for a request that is not for a model.
	Protocol Protocol
	// System are the instructions, Messages the conversation, Tools the names of the offered tools.
	System   string
	Messages []Message
	Tools    []string
	// Thread and Turn are the place in the script. Again is set if the last turn was repeated.
	Thread string
	Turn   int
	Again  bool
	// SideReply is the name of the rule that answered.
	SideReply string
	// Fault says why the script does not cover the request.
	Fault string
}

// Last returns what was said after the model's last turn.
func (e Exchange) Last() []Message {
	i := len(e.Messages)
	for i > 0 && !e.Messages[i-1].Model {
		i--
	}
	return slices.Clone(e.Messages[i:])
}

// turns counts the model's turns after the user's first message with a mark: an agent that resumes
// a session sends the older messages, too.
func (e Exchange) turns(mark string) int {
	n, begun := 0, false
	for i, m := range e.Messages {
		begun = begun || m.says(mark)
		if begun && m.Model && !e.Messages[i-1].Model {
			n++
		}
	}
	return n
}
