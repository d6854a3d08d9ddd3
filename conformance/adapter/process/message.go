package process

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// A message is one line of an adapter: an answer, or, where method is set, a
// notification.
type message struct {
	id     int64
	result json.RawMessage
	err    *adapter.Error
	method string
	params json.RawMessage
}

// parse reads one line. The error says which rule of the protocol it breaks.
func parse(line []byte) (message, error) {
	if !utf8.Valid(line) {
		return message{}, fmt.Errorf("a line is not UTF-8: %s", excerpt(line))
	}
	switch trimmed := bytes.TrimLeft(line, " \t\r"); {
	case !json.Valid(line):
		return message{}, fmt.Errorf("a line is no JSON: %s", excerpt(line))
	case trimmed[0] == '[':
		return message{}, fmt.Errorf("a line is a batch, which is not part of the protocol: %s", excerpt(line))
	case trimmed[0] != '{':
		return message{}, fmt.Errorf("a line is no JSON object: %s", excerpt(line))
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(line, &members); err != nil {
		return message{}, fmt.Errorf("a line can't be read: %w", err)
	}
	if string(members["jsonrpc"]) != `"2.0"` {
		return message{}, fmt.Errorf(`a message lacks "jsonrpc":"2.0": %s`, excerpt(line))
	}
	id, hasID := members["id"]
	result, hasResult := members["result"]
	fault, hasError := members["error"]
	if _, ok := members["method"]; ok {
		return parseNotification(line, members, hasID || hasResult || hasError)
	}
	switch {
	case !hasID:
		return message{}, fmt.Errorf("an answer lacks its id: %s", excerpt(line))
	case hasResult && hasError:
		return message{}, fmt.Errorf("an answer has both result and error: %s", excerpt(line))
	case !hasResult && !hasError:
		return message{}, fmt.Errorf("an answer has neither result nor error: %s", excerpt(line))
	}
	n, err := parseID(id)
	if err != nil {
		return message{}, fmt.Errorf("%w: %s", err, excerpt(line))
	}
	m := message{id: n, result: result}
	if hasError {
		if m.err, err = parseError(fault); err != nil {
			return message{}, fmt.Errorf("%w: %s", err, excerpt(line))
		}
	}
	return m, nil
}

func parseNotification(line []byte, members map[string]json.RawMessage, more bool) (message, error) {
	m := message{params: members["params"]}
	if err := json.Unmarshal(members["method"], &m.method); err != nil || m.method == "" {
		return message{}, fmt.Errorf("method is no name: %s", excerpt(line))
	}
	if more {
		return message{}, fmt.Errorf("an adapter makes no requests: %s", excerpt(line))
	}
	return m, nil
}

// parseID reads the id of an answer. The harness counts its requests, so that
// any other text than a whole number was never an id.
func parseID(text json.RawMessage) (int64, error) {
	id, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != string(text) {
		return 0, fmt.Errorf("id %s was never asked", excerpt(text))
	}
	return id, nil
}

func parseError(text json.RawMessage) (*adapter.Error, error) {
	var fault struct {
		Code    *int64          `json:"code"`
		Message *string         `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(text, &fault); err != nil || fault.Code == nil || fault.Message == nil {
		return nil, fmt.Errorf("an error lacks its code or message")
	}
	// data may be anything; only some of its members mean something here.
	var data struct {
		Kind        adapter.Kind    `json:"kind"`
		Unsupported adapter.Feature `json:"unsupported"`
	}
	_ = json.Unmarshal(fault.Data, &data)
	e := &adapter.Error{Code: *fault.Code, Message: *fault.Message, Kind: data.Kind, Feature: data.Unsupported}
	if e.Code == adapter.CodeMethodNotFound || e.Feature != "" {
		e.Kind = adapter.KindUnsupported
	}
	return e, nil
}

// mark is the member that a method's result can't do without and that tells it
// from other results; empty where there is none.
func mark(method string) string {
	switch method {
	case adapter.MethodInitialize:
		return "protocolVersion"
	case adapter.MethodPlan:
		return "plan"
	case adapter.MethodFire, adapter.MethodComponentAggregate:
		return "aggregated"
	case adapter.MethodToolExecute:
		return "executed"
	case adapter.MethodModelGenerate:
		return "modelCalled"
	case adapter.MethodSystemStatus:
		return "hookSystem"
	case adapter.MethodComponentTranslate:
		return "value"
	case adapter.MethodComponentChain:
		return "input"
	case adapter.MethodBusRequest:
		return "success"
	}
	return ""
}

// checkResult tells whether a result can be one of the method: an object with
// the member that makes it one. An answer under another request's id shows here.
func checkResult(method string, result json.RawMessage) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(result, &object); err != nil || object == nil {
		return fmt.Errorf("the result of %s is no object: %s", method, excerpt(result))
	}
	if _, ok := object[mark(method)]; !ok && mark(method) != "" {
		return fmt.Errorf("the result of %s lacks %s: %s", method, mark(method), excerpt(result))
	}
	return nil
}

// excerpt quotes the start of what an adapter wrote.
func excerpt(text []byte) string {
	const most = 120
	if len(text) > most {
		return fmt.Sprintf("%q and %d more bytes", text[:most], len(text)-most)
	}
	return fmt.Sprintf("%q", text)
}
