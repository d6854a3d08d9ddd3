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

// The kinds. An error of none of them is a fault of the one who asked.
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
	// Kind is empty for a fault of the one who asked.
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

// asError gives an error its code and its kind: what nobody has marked is the
// adapter's fault.
func asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return AdapterError("%v", err)
}

// data is the data member of an error answer, nil where there is nothing to
// say.
func (e *Error) data() *json.RawMessage {
	if e.Kind == "" {
		return nil
	}
	members := map[string]string{"kind": string(e.Kind)}
	if e.Feature != "" {
		members["unsupported"] = string(e.Feature)
	}
	text, err := json.Marshal(members)
	if err != nil {
		return nil
	}
	return (*json.RawMessage)(&text)
}
