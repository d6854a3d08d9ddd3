package driver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/creack/pty"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// size is large enough that no agent hides a part of its dialogs.
var size = pty.Winsize{Rows: 50, Cols: 160}

// terminal gives the command a pseudo-terminal as its streams, and plays the user.
func (o *output) terminal(to [3]**os.File, answers []Answer) error {
	ours, theirs, err := pty.Open()
	if err != nil {
		return err
	}
	o.theirs, o.ours = append(o.theirs, theirs), append(o.ours, ours)
	if err := pty.Setsize(ours, &size); err != nil {
		return err
	}
	for _, stream := range to {
		*stream = theirs
	}
	user := &typist{to: ours, answers: answers}
	o.readers.Go(func() {
		buffer := make([]byte, 1<<16)
		for {
			n, err := ours.Read(buffer)
			_, _ = o.kept[0].Write(buffer[:n])
			user.see(buffer[:n])
			// When no process has the terminal open, reading fails.
			if err != nil {
				user.end()
				return
			}
		}
	})
	return nil
}

// A typist answers what an agent asks of its terminal and of the user. Its methods may be called
// concurrently.
type typist struct {
	to *os.File

	mu      sync.Mutex
	answers []Answer
	// seen is what was shown since the last answer.
	seen []byte
	// next types answer when the screen has come to rest, at the latest when it is due, and again
	// while the agent shows nothing new: some drop what is typed at the moment when a dialog appears.
	// It is nil if there is nothing to type.
	next   *time.Timer
	answer string
	typed  int
	due    time.Time
}

// An Answer is what the user types when the agent shows a text, once or Often. Spaces do not count, since
// agents move the cursor instead.
type Answer struct {
	Shows string `yaml:"shows"`
	Types string `yaml:"types"`
	Often bool   `yaml:"often"`
}

// An answer is typed at most so often, at this interval. The screen rests when nothing was shown for
// a while.
const (
	mostTyped = 4
	retype    = time.Second
	restful   = 300 * time.Millisecond
	restless  = 2 * time.Second
)

// queries are what programs ask of a terminal and wait for: where the cursor is, and what kind of
// terminal this is.
var queries = []struct{ query, answer string }{
	{"\x1b[6n", "\x1b[1;1R"},
	{"\x1b[c", "\x1b[?1;2c"},
}

// unread matches spaces, and sequences that move the cursor or color a text.
var unread = lazyregexp.New(`\x1b(?:\[[0-9;?<>=]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-B]|[=>78M])|\s`)

// seenMost bounds what is kept of the screen.
const seenMost = 1 << 17

func (t *typist) see(text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, q := range queries {
		for range bytes.Count(text, []byte(q.query)) {
			t.write(q.answer)
		}
	}
	t.seen = append(t.seen, text...)
	if over := len(t.seen) - seenMost; over > 0 {
		t.seen = t.seen[over:]
	}
	switch {
	case t.next != nil && t.typed == 0:
		if time.Now().Before(t.due) {
			t.next.Reset(restful)
		}
		return
	case t.next != nil:
		t.next.Stop()
		t.next = nil
	}
	shown := unread.ReplaceAll(t.seen, nil)
	i := slices.IndexFunc(t.answers, func(a Answer) bool { return bytes.Contains(shown, unread.ReplaceAll([]byte(a.Shows), nil)) })
	if i < 0 {
		return
	}
	t.answer, t.typed, t.due, t.seen = t.answers[i].Types, 0, time.Now().Add(restless), nil
	if !t.answers[i].Often {
		t.answers = slices.Delete(t.answers, i, i+1)
	}
	t.next = time.AfterFunc(restful, t.give)
}

func (t *typist) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next == nil {
		return
	}
	t.write(t.answer)
	if t.typed++; t.typed < mostTyped {
		t.next = time.AfterFunc(retype, t.give)
	}
}

// end has nothing more typed.
func (t *typist) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next != nil {
		t.next.Stop()
	}
	t.next, t.answers = nil, nil
}

// write types. An agent that has ended reads nothing.
func (t *typist) write(text string) { _, _ = t.to.WriteString(text) }

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
