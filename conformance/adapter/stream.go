package adapter

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"
)

// errTooLong reports a line above the limit, which has been skipped.
var errTooLong = errors.New("the line is too long")

// A lineReader gives the lines of a stream, of which none takes more memory
// than the limit allows.
type lineReader struct {
	r     *bufio.Reader
	limit int
}

func newLineReader(r io.Reader, limit int) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// next gives the next line without its line feed and a carriage return before
// it. A last line without a line feed is a line. A line above the limit is read
// to its end and gives errTooLong; the stream can be read on. The line is the
// caller's.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	read, tooLong := false, false
	for {
		part, err := l.r.ReadSlice('\n')
		read = read || len(part) > 0
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		// A carriage return at the limit is not part of the message.
		if tooLong = tooLong || len(line)+len(part) > l.limit+1; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || !read):
			return nil, err
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if tooLong || len(line) > l.limit {
			return nil, errTooLong
		}
		return line, nil
	}
}

// An envelope is a JSON-RPC message that has been checked: a request, or, where
// it has no id, a notification.
type envelope struct {
	method string
	id     json.RawMessage
	params json.RawMessage
}

// open reads the envelope of one line. The error is what a JSON-RPC peer is
// to be told; the id is given wherever it could be read.
func open(line []byte) (envelope, *Error) {
	if !utf8.Valid(line) {
		return envelope{}, &Error{Code: CodeParseError, Message: "the line is not UTF-8"}
	}
	var whole json.RawMessage
	if err := json.Unmarshal(line, &whole); err != nil {
		return envelope{}, &Error{Code: CodeParseError, Message: "the line is not JSON: " + err.Error()}
	}
	if kind := kindOf(line); kind != "object" {
		if kind == "array" {
			return envelope{}, invalidRequest("batches are not part of this protocol: send one message per line")
		}
		return envelope{}, invalidRequest("a message must be an object, not %s", article(kind))
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(line, &members); err != nil {
		return envelope{}, &Error{Code: CodeParseError, Message: err.Error()}
	}
	e := envelope{params: members["params"]}
	if id, ok := members["id"]; ok {
		if !usableID(id) {
			return envelope{}, invalidRequest("id must be a string or a whole number from 0, not %.40s", id)
		}
		e.id = id
	}
	var version string
	if json.Unmarshal(members["jsonrpc"], &version) != nil || version != "2.0" {
		return e, invalidRequest(`jsonrpc must be "2.0"`)
	}
	if kindOf(members["method"]) != "string" {
		return e, invalidRequest("method must be a string, not %s", article(kindOf(members["method"])))
	}
	if err := json.Unmarshal(members["method"], &e.method); err != nil {
		return e, invalidRequest("method can't be read: %v", err)
	}
	switch kind := kindOf(e.params); kind {
	case "null":
		e.params = nil
	case "nothing", "object":
	default:
		return e, &Error{Code: CodeInvalidParams, Message: "params must be an object, not " + article(kind)}
	}
	return e, nil
}

func invalidRequest(format string, args ...any) *Error {
	return &Error{Code: CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
}

func usableID(id json.RawMessage) bool {
	if kindOf(id) == "string" {
		return true
	}
	var n int64
	return kindOf(id) == "number" && json.Unmarshal(id, &n) == nil && n >= 0
}

// A stream is the line side of a jsonrpc2 connection: it answers by itself what
// is no request, and hands on what is.
type stream struct {
	lines *lineReader
	w     io.Writer
	limit int
	mu    sync.Mutex
	// current is the request that ReadObject gave last. The connection handles
	// a message before it reads the next.
	current envelope
	// ended is closed at the end of the input, and closed when the connection
	// is: a connection drops the answers under way once its reader fails.
	ended, closed chan struct{}
	closeOnce     sync.Once
	readErr       error
}

func newStream(r io.Reader, w io.Writer, limit int) *stream {
	return &stream{
		lines: newLineReader(r, limit), w: w, limit: limit,
		ended: make(chan struct{}), closed: make(chan struct{}),
	}
}

// ReadObject gives the next request, without its parameters: those stay with
// the stream, because the connection would sort their keys.
func (s *stream) ReadObject(v any) error {
	for {
		line, err := s.lines.next()
		switch {
		case errors.Is(err, errTooLong):
			s.refuse(nil, &Error{Code: CodeParseError, Message: fmt.Sprintf("the line is longer than %d bytes", s.limit)})
			continue
		case err != nil:
			if !errors.Is(err, io.EOF) {
				s.readErr = err
			}
			close(s.ended)
			<-s.closed
			return io.EOF
		case len(bytes.TrimSpace(line)) == 0:
			continue
		}
		e, fault := open(line)
		if fault != nil {
			// Nobody waits for the answer to a notification.
			if e.id != nil || fault.Code != CodeInvalidParams {
				s.refuse(e.id, fault)
			}
			continue
		}
		s.current = e
		message := map[string]any{"jsonrpc": "2.0", "method": e.method}
		if e.id != nil {
			message["id"] = e.id
		}
		text, err := json.Marshal(message)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, v)
	}
}

// refuse answers a line without bothering the connection, whose ids can't be
// null.
func (s *stream) refuse(id json.RawMessage, e *Error) {
	if id == nil {
		id = json.RawMessage("null")
	}
	// A broken output ends the connection at its next answer.
	_ = s.WriteObject(errorAnswer(id, e))
}

func errorAnswer(id json.RawMessage, e *Error) any {
	fault := map[string]any{"code": e.Code, "message": e.Message}
	if data := e.data(); data != nil {
		fault["data"] = data
	}
	return map[string]any{"jsonrpc": "2.0", "id": id, "error": fault}
}

// WriteObject writes one message as one line in one piece. An answer above the
// limit becomes an error answer of the same id.
func (s *stream) WriteObject(v any) error {
	text, err := encode(v)
	if err != nil {
		return err
	}
	if len(text)-1 > s.limit {
		if text, err = s.tooLong(text); text == nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = s.w.Write(text)
	return err
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// tooLong gives the line to write instead of an overlong one; nil for a
// notification, which is dropped.
func (s *stream) tooLong(text []byte) ([]byte, error) {
	var answer struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.ID == nil {
		return nil, err
	}
	return encode(errorAnswer(answer.ID, AdapterError("the answer has %d bytes, the limit is %d", len(text)-1, s.limit)))
}

// Close lets a ReadObject that waits at the end of the input return. It does
// not close the reader.
func (s *stream) Close() error {
	s.closeOnce.Do(func() { close(s.closed) })
	return nil
}
