package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
)

// The error codes: five of JSON-RPC, three of this protocol.
const (
	CodeParseError     = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeEngine         = -32000
	CodeAdapter        = -32001
	CodeUnsupported    = -32002
)

// A Kind says whose fault an error is.
type Kind string

// The kinds. An error without a kind is the requester's fault.
const (
	// KindEngine: the implementation under test threw.
	KindEngine Kind = "engine"
	// KindAdapter: the adapter itself failed; the implementation is not to
	// blame.
	KindAdapter Kind = "adapter"
	// KindUnsupported: the implementation has no such feature.
	KindUnsupported Kind = "unsupported"
)

// An Error is an error answer.
type Error struct {
	Code    int64
	Message string
	// Kind is empty for a fault of the requester.
	Kind Kind
	// Feature names what is not supported.
	Feature Feature
}

func (e *Error) Error() string { return e.Message }

// EngineError reports that the implementation under test threw.
func EngineError(cause any) *Error {
	return &Error{Code: CodeEngine, Kind: KindEngine, Message: fmt.Sprint(cause)}
}

// AdapterError reports a fault of the adapter itself.
func AdapterError(format string, args ...any) *Error {
	return &Error{Code: CodeAdapter, Kind: KindAdapter, Message: fmt.Sprintf(format, args...)}
}

// Unsupported reports a feature that the implementation does not have.
func Unsupported(f Feature) *Error {
	return &Error{Code: CodeUnsupported, Kind: KindUnsupported, Feature: f, Message: fmt.Sprintf("%s is not supported", f)}
}

// InvalidParams reports a request whose parameters can't be used.
func InvalidParams(format string, args ...any) *Error {
	return &Error{Code: CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}

func invalidRequest(format string, args ...any) *Error {
	return &Error{Code: CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
}

// asError returns err as an *Error. Any other error counts as the adapter's
// fault.
func asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return AdapterError("%v", err)
}

// MarshalJSON writes the error as an answer has it.
func (e *Error) MarshalJSON() ([]byte, error) {
	answer := struct {
		Code    int64      `json:"code"`
		Message string     `json:"message"`
		Data    *errorData `json:"data,omitempty"`
	}{Code: e.Code, Message: e.Message}
	if e.Kind != "" {
		answer.Data = &errorData{e.Kind, e.Feature}
	}
	return json.Marshal(answer)
}

// UnmarshalJSON reads the error of an answer, which has a code and a message. Its
// data may be anything; only some of its members mean something here.
func (e *Error) UnmarshalJSON(text []byte) error {
	var answer struct {
		Code    *int64          `json:"code"`
		Message *string         `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Code == nil || answer.Message == nil {
		return errors.New("an error lacks its code or message")
	}
	var data errorData
	_ = json.Unmarshal(answer.Data, &data)
	*e = Error{Code: *answer.Code, Message: *answer.Message, Kind: data.Kind, Feature: data.Unsupported}
	if e.Code == CodeMethodNotFound || e.Feature != "" {
		e.Kind = KindUnsupported
	}
	return nil
}

// errorData is the data of an error, in addition to its code and message.
type errorData struct {
	Kind        Kind    `json:"kind"`
	Unsupported Feature `json:"unsupported,omitempty"`
}
