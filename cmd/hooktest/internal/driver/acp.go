package driver

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strconv"
)

// A client is the user's side of the Agent Client Protocol, which has a JSON-RPC message on each line.
// It has the agent answer one prompt in a new session, allows what the agent asks for, and closes the
// agent's input when that is answered, or anything has failed.
type client struct {
	to             *os.File
	folder, prompt string
}

// An acpMessage is what a client reads of a message: a request has a method, an answer has none.
type acpMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Options []struct {
			ID   string `json:"optionId"`
			Kind string `json:"kind"`
		} `json:"options"`
	} `json:"params"`
	Result *struct {
		Session string `json:"sessionId"`
	} `json:"result"`
}

// object is a JSON object of the protocol.
type object = map[string]any

// follow starts the session and reads until the agent has closed its output.
func (c *client) follow(from io.Reader) {
	c.ask(0, "initialize", object{"protocolVersion": 1, "clientCapabilities": object{}})
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadBytes('\n')
		var m acpMessage
		// Some agents print other lines in between.
		if json.Unmarshal(line, &m) == nil && len(m.ID) > 0 {
			c.take(m)
		}
		if err != nil {
			_ = c.to.Close()
			return
		}
	}
}

// take answers a request of the agent, or goes on after its answer.
func (c *client) take(m acpMessage) {
	switch {
	case m.Method == "session/request_permission":
		outcome := object{"outcome": "cancelled"}
		for _, o := range m.Params.Options {
			if o.Kind == "allow_once" {
				outcome = object{"outcome": "selected", "optionId": o.ID}
			}
		}
		c.send(object{"id": m.ID, "result": object{"outcome": outcome}})
	case m.Method != "":
		c.send(object{"id": m.ID, "error": object{"code": -32601, "message": "this client has no " + m.Method}})
	case m.Result != nil && string(m.ID) == "0":
		c.ask(1, "session/new", object{"cwd": c.folder, "mcpServers": []any{}})
	case m.Result != nil && string(m.ID) == "1":
		c.ask(2, "session/prompt", object{"sessionId": m.Result.Session, "prompt": []any{object{"type": "text", "text": c.prompt}}})
	default:
		_ = c.to.Close()
	}
}

func (c *client) ask(id int, method string, params object) {
	c.send(object{"id": json.RawMessage(strconv.Itoa(id)), "method": method, "params": params})
}

// send writes a message. An agent that has ended reads none.
func (c *client) send(message object) {
	message["jsonrpc"] = "2.0"
	line, _ := json.Marshal(message)
	_, _ = c.to.Write(append(line, '\n'))
}
