package adapter

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hooktest/hooktest/internal/jsontext"
)

func (s *server) notify(method string, params any) {
	text, err := jsontext.Encode(params)
	if err != nil {
		return
	}
	s.send(Message{Method: method, Params: text})
}

// refuse answers a line that is not a request; id is nil if it could not be read.
func (s *server) refuse(id json.RawMessage, fault *Error) {
	if id == nil {
		id = json.RawMessage("null")
	}
	s.reply(&Message{ID: id}, nil, fault)
}

func (s *server) reply(request *Message, result any, err error) {
	answer := Message{ID: request.ID}
	if err == nil {
		if answer.Result, err = jsontext.Encode(result); err != nil {
			err = AdapterError("the result can't be written: %v", err)
		}
	}
	if err != nil {
		answer.Result, answer.Error = nil, errorText(err)
	}
	s.send(answer)
}

// errorText is an error as an answer has it.
func errorText(err error) json.RawMessage {
	// Encoding an Error never fails.
	text, _ := jsontext.Encode(asError(err))
	return text
}

// send writes a message in one piece. An answer above the limit becomes an error,
// and a notification is dropped.
func (s *server) send(m Message) {
	line := m.Line()
	if n := len(line) - 1; n > MaxLine {
		if m.ID == nil {
			return
		}
		line = Message{ID: m.ID, Error: errorText(AdapterError("the answer has %d bytes, the limit is %d", n, MaxLine))}.Line()
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.over.Load() {
		return
	}
	_, err := s.w.Write(line)
	if err == nil {
		return
	}
	// The harness does not read the answers any more.
	s.brokenOnce.Do(func() {
		s.mu.Lock()
		s.writeErr = fmt.Errorf("writing an answer: %w", err)
		s.mu.Unlock()
		close(s.broken)
	})
}

type notifierKey struct{}

// SendLog sends a $/log notification to the harness that the call with this
// context came from. Outside of Serve it does nothing.
func SendLog(ctx context.Context, l Log) {
	if s, ok := ctx.Value(notifierKey{}).(*server); ok {
		s.notify(NotifyLog, l)
	}
}
