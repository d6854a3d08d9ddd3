package process

import (
	"encoding/json"
	"fmt"
	"strconv"

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
	m, fault := adapter.ParseMessage(line)
	switch {
	case fault != nil:
		return message{}, fault
	case m.Method != "" && (m.ID != nil || m.Result != nil || m.Error != nil):
		return message{}, fmt.Errorf("an adapter makes no requests: %s", adapter.Excerpt(line))
	case m.Method != "":
		return message{method: m.Method, params: m.Params}, nil
	case m.ID == nil:
		return message{}, fmt.Errorf("an answer lacks its id: %s", adapter.Excerpt(line))
	case m.Result != nil && m.Error != nil:
		return message{}, fmt.Errorf("an answer has both result and error: %s", adapter.Excerpt(line))
	case m.Result == nil && m.Error == nil:
		return message{}, fmt.Errorf("an answer has neither result nor error: %s", adapter.Excerpt(line))
	}
	answer := message{result: m.Result}
	var err error
	if answer.id, err = parseID(m.ID); err == nil && m.Error != nil {
		answer.err = &adapter.Error{}
		err = answer.err.UnmarshalJSON(m.Error)
	}
	if err != nil {
		return message{}, fmt.Errorf("%w: %s", err, adapter.Excerpt(line))
	}
	return answer, nil
}

// parseID reads the id of an answer. The harness numbers its requests, so only a
// whole number can be an id.
func parseID(text json.RawMessage) (int64, error) {
	id, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != string(text) {
		return 0, fmt.Errorf("id %s was never asked", adapter.Excerpt(text))
	}
	return id, nil
}
