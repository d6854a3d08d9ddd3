package adapter

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/hooktest/hooktest/internal/jsontext"
)

// ErrTooLong reports a line above MaxLine.
var ErrTooLong = errors.New("the line is too long")

// Lines reads the lines of a stream. No line takes more memory than the limit
// allows.
type Lines struct {
	r     *bufio.Reader
	limit int
	// skip reports whether the rest of a line is still to be skipped.
	skip bool
}

// NewLines returns the lines of a stream of messages, limited to MaxLine.
func NewLines(r io.Reader) *Lines { return newLines(r, MaxLine) }

func newLines(r io.Reader, limit int) *Lines {
	return &Lines{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// Next returns the next line without its line feed and a carriage return before
// it. The caller owns the line. A last line without a line feed comes with
// io.ErrUnexpectedEOF. A line above the limit returns ErrTooLong as soon as the
// limit is passed, and the next call continues after that line.
func (l *Lines) Next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		ended, more := err == nil, errors.Is(err, bufio.ErrBufferFull)
		if l.skip && (ended || more) {
			l.skip = more
			continue
		}
		if ended {
			part = part[:len(part)-1]
		}
		// A carriage return at the limit is not part of the message.
		if len(line)+len(part) > l.limit+1 {
			l.skip = !ended
			return nil, ErrTooLong
		}
		line = append(line, part...)
		switch {
		case more:
			continue
		case !ended && (l.skip || !errors.Is(err, io.EOF) || len(line) == 0):
			return nil, err
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		switch {
		case len(line) > l.limit:
			l.skip = !ended
			return nil, ErrTooLong
		case !ended:
			return line, io.ErrUnexpectedEOF
		}
		return line, nil
	}
}

// A Message is one message of JSON-RPC 2.0. Its members are JSON texts without
// line feeds; an absent member is nil.
type Message struct {
	// ID is nil for a notification.
	ID json.RawMessage
	// Method is empty for an answer.
	Method string
	Params json.RawMessage
	// Result or Error is what an answer has.
	Result, Error json.RawMessage
}

// ParseMessage parses a message from its line. The error says which rule of the
// protocol the line breaks; the message still has the members that could be read.
func ParseMessage(line []byte) (Message, *Error) {
	switch trimmed := bytes.TrimLeft(line, " \t\r"); {
	case !utf8.Valid(line):
		return Message{}, &Error{Code: CodeParseError, Message: "a line is not UTF-8: " + Excerpt(line)}
	case !json.Valid(line):
		return Message{}, &Error{Code: CodeParseError, Message: "a line is not JSON: " + Excerpt(line)}
	case trimmed[0] == '[':
		return Message{}, invalidRequest("a line is a batch, which is not part of the protocol: %s", Excerpt(line))
	case trimmed[0] != '{':
		return Message{}, invalidRequest("a line is not a JSON object: %s", Excerpt(line))
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(line, &members); err != nil {
		return Message{}, &Error{Code: CodeParseError, Message: "a line can't be read: " + err.Error()}
	}
	m := Message{ID: members["id"], Params: members["params"], Result: members["result"], Error: members["error"]}
	if string(members["jsonrpc"]) != `"2.0"` {
		return m, invalidRequest(`a message lacks "jsonrpc":"2.0": %s`, Excerpt(line))
	}
	if method, ok := members["method"]; ok {
		if err := json.Unmarshal(method, &m.Method); err != nil || m.Method == "" {
			return m, invalidRequest("method is not a name: %s", Excerpt(line))
		}
	}
	return m, nil
}

// Line is the message as it is sent, with its line feed.
func (m Message) Line() []byte {
	line := []byte(`{"jsonrpc":"2.0"`)
	add := func(name string, text json.RawMessage) {
		if text != nil {
			line = fmt.Appendf(line, `,%q:%s`, name, text)
		}
	}
	add("id", m.ID)
	if m.Method != "" {
		// A text can always be written.
		method, _ := jsontext.Encode(m.Method)
		add("method", method)
	}
	add("params", m.Params)
	add("result", m.Result)
	add("error", m.Error)
	return append(line, '}', '\n')
}

// Excerpt quotes the beginning of what the other end wrote.
func Excerpt(text []byte) string {
	const most = 120
	if len(text) > most {
		return fmt.Sprintf("%q and %d more bytes", text[:most], len(text)-most)
	}
	return fmt.Sprintf("%q", text)
}
