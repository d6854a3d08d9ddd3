package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
)

// The types are the parts of the Language Server Protocol 3.17 that the server uses.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type initializeParams struct {
	RootURI          string   `json:"rootUri"`
	WorkspaceFolders []folder `json:"workspaceFolders"`
	Capabilities     struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		TextDocument struct {
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

type folder struct {
	URI string `json:"uri"`
}

// documentParams are those of every method about a document. A method has some of the fields.
type documentParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
	Position position `json:"position"`
	Range    span     `json:"range"`
	Context  struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range           span            `json:"range"`
	Severity        int             `json:"severity"`
	Code            string          `json:"code,omitempty"`
	CodeDescription codeDescription `json:"codeDescription,omitzero"`
	Source          string          `json:"source"`
	Message         string          `json:"message"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type messageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

type codeAction struct {
	Title       string       `json:"title"`
	Kind        string       `json:"kind"`
	Diagnostics []diagnostic `json:"diagnostics,omitempty"`
	IsPreferred bool         `json:"isPreferred,omitempty"`
	Edit        *changes     `json:"edit,omitempty"`
	Command     *command     `json:"command,omitempty"`
}

type changes struct {
	Changes map[string][]textEdit `json:"changes"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type command struct {
	Title     string   `json:"title"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    *span  `json:"range,omitempty"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// largest is the maximum size of a message in bytes. No file that is read is larger.
const largest = 64 << 20

// The codes of errors that a server answers with.
const (
	parseError       = -32700
	invalidRequest   = -32600
	methodNotFound   = -32601
	invalidParams    = -32602
	internalError    = -32603
	notInitialized   = -32002
	requestCancelled = -32800
)

// A request is a request or, without an ID, a notification.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// A failure is the error of a response.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Message }

// readMessage returns the content of the next message. The error is a *failure if the reader is at
// the next message nevertheless.
func readMessage(in *bufio.Reader) ([]byte, error) {
	length, headers := -1, 0
	for {
		line, err := in.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if err != nil {
			return nil, err
		}
		text := strings.TrimSpace(string(line))
		if text == "" && headers == 0 {
			// Blank lines between messages.
			continue
		}
		if text == "" {
			break
		}
		headers++
		name, value, _ := strings.Cut(text, ":")
		if strings.EqualFold(name, "Content-Length") {
			if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
				length = n
			}
		}
	}
	switch {
	case length < 0:
		return nil, &failure{parseError, "a message has no valid Content-Length"}
	case length > largest:
		if _, err := io.CopyN(io.Discard, in, int64(length)); err != nil {
			return nil, err
		}
		return nil, &failure{parseError, fmt.Sprintf("a message is larger than %d MiB", largest>>20)}
	}
	content := make([]byte, length)
	_, err := io.ReadFull(in, content)
	return content, err
}

// parseRequest reads the content of a message. A response to a request of the server has no method.
func parseRequest(content []byte) (request, *failure) {
	var r request
	if !json.Valid(content) {
		return r, &failure{parseError, "a message is not valid JSON"}
	}
	if err := json.Unmarshal(content, &r); err != nil {
		return request{}, &failure{invalidRequest, "a message is not a request"}
	}
	if id := string(r.ID); id == "null" {
		r.ID = nil
	} else if id != "" && !strings.ContainsAny(id[:1], `"-0123456789`) {
		return request{}, &failure{invalidRequest, "an id is a number or a text"}
	}
	return r, nil
}

type members map[string]any

// A writer writes messages. The stream remembers the first error.
type writer struct{ out *term.Stream }

func (w writer) write(message members) {
	message["jsonrpc"] = "2.0"
	// Every value is made of texts, numbers and lists, which can be written.
	content, _ := json.Marshal(message)
	_, _ = fmt.Fprintf(w.out, "Content-Length: %d\r\n\r\n%s", len(content), content)
}

// respond answers a request. A nil result is null.
func (w writer) respond(id json.RawMessage, result any, fault *failure) {
	if fault != nil {
		w.write(members{"id": id, "error": fault})
		return
	}
	w.write(members{"id": id, "result": result})
}

func (w writer) notify(method string, params any) {
	w.write(members{"method": method, "params": params})
}
