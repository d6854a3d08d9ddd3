package scriptedmodel

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/internal/lists"
)

// most is the largest request that is read.
const most = 64 << 20

// A Model answers requests by a script. It is an http.Handler.
type Model struct {
	script Script
	// Asked, if set, is called with each request of a thread before it is answered.
	Asked func(Exchange)

	mu        sync.Mutex
	exchanges []Exchange
	// ended has a channel for each thread, which end closes at its last turn.
	ended map[string]chan struct{}
	end   map[string]func()
}

// New returns a model that follows a script.
func New(script Script) *Model {
	m := &Model{script: script, ended: map[string]chan struct{}{}, end: map[string]func(){}}
	for _, t := range script.Threads {
		ended := make(chan struct{})
		m.ended[t.Name], m.end[t.Name] = ended, sync.OnceFunc(func() { close(ended) })
	}
	return m
}

// Exchanges returns the requests so far.
func (m *Model) Exchanges() []Exchange {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.exchanges)
}

// Faults returns what the agent asked for that the script does not cover.
func (m *Model) Faults() (all []string) {
	for _, e := range m.Exchanges() {
		if e.Fault != "" {
			all = append(all, fmt.Sprintf("%s %s: %s", e.Method, e.Path, e.Fault))
		}
	}
	return all
}

// A format reads requests and writes answers of a protocol.
type format interface {
	read(e *Exchange) (stream bool, err error)
	write(w *writer, t Turn)
}

// formatOf returns the format of a request by its path. counting is set for a request that only
// counts tokens, stream if the path asks for a stream.
func formatOf(path string) (p Protocol, f format, counting, stream bool) {
	_, verb, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ":")
	switch {
	case strings.HasSuffix(path, "/messages"):
		return Anthropic, anthropic{}, false, false
	case strings.HasSuffix(path, "/messages/count_tokens"):
		return Anthropic, anthropic{}, true, false
	case strings.HasSuffix(path, "/responses"):
		return Responses, responses{}, false, false
	case strings.HasSuffix(path, "/chat/completions"):
		return Chat, chat{}, false, false
	case verb == "generateContent", verb == "streamGenerateContent":
		return Gemini, gemini{}, false, verb == "streamGenerateContent"
	case verb == "countTokens":
		return Gemini, gemini{}, true, false
	}
	return "", nil, false, false
}

// ServeHTTP answers one request.
func (m *Model) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	e := Exchange{Method: r.Method, Path: r.URL.Path}
	var err error
	if e.Body, err = io.ReadAll(io.LimitReader(r.Body, most)); err != nil {
		return
	}
	protocol, format, counting, stream := formatOf(e.Path)
	w := &writer{ResponseWriter: to, stream: stream}
	if r.Method == http.MethodPost && format != nil {
		e.Protocol = protocol
		if w.stream, err = format.read(&e); err != nil {
			e.Fault = fmt.Sprintf("the body is not a request of the protocol %s: %v", protocol, err)
		}
		w.stream = w.stream || stream
	}
	turn := Turn{}
	switch sideReply := m.sideReply(e); {
	case e.Fault != "":
		turn = Turn{Status: http.StatusBadRequest, Text: e.Fault}
	case counting:
		m.record(&e)
		w.document(object{"input_tokens": 1, "totalTokens": 1})
		return
	case sideReply != nil && (sideReply.Status != 0 || format == nil):
		e.SideReply = sideReply.Name
		m.record(&e)
		w.answer(max(sideReply.Status, http.StatusOK), []byte(sideReply.Body))
		return
	case sideReply != nil:
		e.SideReply, turn = sideReply.Name, Turn{Text: sideReply.Text}
	case e.Protocol == "":
		e.Fault = "no rule answers this request"
	default:
		if turn = m.next(&e); e.Fault == "" {
			turn = offered(&e, turn)
		}
	}
	m.record(&e)
	if e.Fault == "" && e.Thread != "" && m.Asked != nil {
		m.Asked(e)
	}
	if turn.Wait > 0 {
		select {
		case <-time.After(turn.Wait):
		case <-m.ended[turn.After]:
		case <-r.Context().Done():
			return
		}
	}
	w.id = fmt.Sprintf("%s_%d", e.Thread, e.Turn)
	switch {
	case e.Fault != "" && turn.Status == 0:
		w.fail(http.StatusNotFound, "hooktest: "+e.Fault)
	case turn.Status != 0:
		w.fail(turn.Status, turn.Text)
	default:
		format.write(w, turn)
	}
}

func (m *Model) record(e *Exchange) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.exchanges = append(m.exchanges, *e)
}

// sideReply returns the rule that answers a request, or nil.
func (m *Model) sideReply(e Exchange) *SideReply {
	for i, a := range m.script.SideReplies {
		if (a.Method == "" || a.Method == e.Method) && regexp.MustCompile(a.Path).MatchString(e.Path) &&
			(!a.Toolless || e.Protocol != "" && len(e.Tools) == 0) && strings.Contains(string(e.Body), a.Has) {
			return &m.script.SideReplies[i]
		}
	}
	return nil
}

// next finds the place of a request in the script, and returns the turn.
func (m *Model) next(e *Exchange) Turn {
	i := slices.IndexFunc(m.script.Threads, func(t Thread) bool {
		return slices.ContainsFunc(e.Messages, func(m Message) bool { return m.says(t.Mark) })
	})
	if i < 0 {
		e.Fault = "no thread of the script is about this conversation"
		return Turn{}
	}
	t := m.script.Threads[i]
	e.Thread, e.Turn = t.Name, e.turns(t.Mark)
	if t.InOrder {
		e.Turn = len(lists.Where(m.Exchanges(), func(before Exchange) bool { return before.Thread == t.Name }))
	}
	if e.Turn == len(t.Turns)-1 {
		m.end[t.Name]()
	}
	if e.Turn < len(t.Turns) {
		return t.Turns[e.Turn]
	}
	if beyond := e.Turn - len(t.Turns) + 1; beyond <= t.More && len(t.Turns) > 0 {
		e.Again = true
		return t.Turns[len(t.Turns)-1]
	}
	e.Fault = fmt.Sprintf("the script's thread %s has %d turns, and this is a request for another one", t.Name, len(t.Turns))
	return Turn{}
}

// offered replaces calls of tools that the agent does not offer. If none is left, that is a fault.
func offered(e *Exchange, t Turn) Turn {
	t.Calls = slices.Clone(t.Calls)
	for i := range t.Calls {
		asked := t.Calls[i].Tool
		for !slices.Contains(e.Tools, t.Calls[i].Tool) {
			if t.Calls[i].Or == nil {
				e.Fault = fmt.Sprintf("the script calls %s, and the agent offers only %s", asked, strings.Join(e.Tools, ", "))
				return Turn{}
			}
			t.Calls[i] = *t.Calls[i].Or
		}
	}
	return t
}

// says reports whether a text of the user contains a text.
func (m Message) says(text string) bool {
	return !m.Model && slices.ContainsFunc(m.Texts, func(t string) bool { return strings.Contains(t, text) })
}

// A writer writes answers, as one document or as server-sent events.
type writer struct {
	http.ResponseWriter
	stream bool
	// id is part of the identifiers in the answer.
	id      string
	started bool
}

func (w *writer) answer(status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// document writes a whole answer.
func (w *writer) document(value any) {
	body, err := json.Marshal(value)
	if err != nil {
		w.fail(http.StatusInternalServerError, err.Error())
		return
	}
	w.answer(http.StatusOK, body)
}

// fail writes an error that all the agents' clients show.
func (w *writer) fail(status int, message string) {
	// The client must not try again.
	w.Header().Set("X-Should-Retry", "false")
	body, _ := json.Marshal(object{"type": "error", "error": object{"type": "invalid_request_error", "message": message, "code": status}})
	w.answer(status, body)
}

// open begins an answer of server-sent events.
func (w *writer) open() {
	if !w.started {
		w.started = true
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w.ResponseWriter).Flush()
	}
}

// breakOff closes the connection before the end of the answer.
func (w *writer) breakOff() {
	if connection, _, err := http.NewResponseController(w.ResponseWriter).Hijack(); err == nil {
		_ = connection.Close()
	}
}

// event writes one server-sent event. The empty name is left out.
func (w *writer) event(name string, value any) {
	w.open()
	data, ok := value.(string)
	if !ok {
		text, _ := json.Marshal(value)
		data = string(text)
	}
	if name != "" {
		_, _ = fmt.Fprintf(w, "event: %s\n", name)
	}
	_, _ = fmt.Fprintf(w, "data: %s\n\n", data)
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

// call returns the identifier of a call of this turn.
func (w *writer) call(n int) string { return fmt.Sprintf("call_%s_%d", w.id, n) }

// An object is a JSON object to write.
type object map[string]any

// textOf returns the texts in a content: a text, or a list of parts with texts.
func textOf(content json.RawMessage) []string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return []string{text}
	}
	var parts []struct {
		Text string `json:"text"`
		// What agents tell one another is encrypted by the service; this model does not encrypt.
		Encrypted string `json:"encrypted_content"`
	}
	if json.Unmarshal(content, &parts) != nil {
		if len(content) == 0 || string(content) == "null" {
			return nil
		}
		return []string{string(content)}
	}
	var all []string
	for _, p := range parts {
		if text := p.Text + p.Encrypted; text != "" {
			all = append(all, text)
		}
	}
	return all
}

// arguments returns a call's input as an object.
func arguments(c Call) json.RawMessage {
	if len(c.Input) == 0 {
		return json.RawMessage("{}")
	}
	return c.Input
}
