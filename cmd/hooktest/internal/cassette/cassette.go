// Package cassette stores the input and output of hooks: a JSON Lines file with one run a line.
// Each line is written at once, so concurrent runs don't mix, and a killed run loses only its own
// line.
//
// It doesn't scrub anything: callers do that before they append a record.
package cassette

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hooktest/hooktest/internal/jsontext"
)

// A Record is one run of one hook.
type Record struct {
	// Line is the record's line number in the file that it was read from.
	Line int `json:"-"`
	// Version is the version of the format.
	Version int       `json:"v"`
	Time    time.Time `json:"time"`
	// Agent is the name of the contract. Event is the agent's name for the event.
	Agent string `json:"agent"`
	Event string `json:"event"`
	// Command is the text for the agent's shell. Args are the program and its arguments if there
	// was no shell.
	Command string   `json:"command,omitempty"`
	Args    []string `json:"args,omitempty"`
	// Folder is the hook's working directory.
	Folder string `json:"cwd"`
	Stdin  Text   `json:"stdin"`
	Stdout Text   `json:"stdout"`
	Stderr Text   `json:"stderr"`
	// Exit is the exit code of a hook that was not ended by a signal.
	Exit   int    `json:"exit"`
	Signal string `json:"signal,omitempty"`
	// Milliseconds is how long the hook ran.
	Milliseconds float64 `json:"ms"`
	// Held is set if another process kept the hook's streams open after its end.
	Held bool `json:"held,omitempty"`
	// Partial is set if the hook exited before the agent had written the whole payload: stdin is
	// still open, and what was read is not a JSON value.
	Partial bool `json:"partial,omitempty"`
	// Dropped is the number of bytes of each stream beyond the limit.
	Dropped map[string]int64 `json:"dropped,omitempty"`
	// Scrubbed counts the removed secrets of each kind.
	Scrubbed map[string]int `json:"scrubbed,omitempty"`
}

// Version is the version of the format that Append writes.
const Version = 1

// A Text is the content of a stream. It is a JSON string if it is UTF-8, else an object with its
// base64.
type Text []byte

type encoded struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON writes every byte.
func (t Text) MarshalJSON() ([]byte, error) {
	if !utf8.Valid(t) {
		return []byte(`{"base64":"` + base64.StdEncoding.EncodeToString(t) + `"}`), nil
	}
	return jsontext.Encode(string(t))
}

// UnmarshalJSON reads both forms.
func (t *Text) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		*t = Text(text)
		return nil
	}
	var other encoded
	if err := json.Unmarshal(data, &other); err != nil {
		return errors.New("a stream is a text, or an object with its base64")
	}
	*t = other.Base64
	return nil
}

// most is the maximum size of a cassette, so that a forgotten recording doesn't fill the disk.
const most = 256 << 20

// Append adds a record in one write. A line that was torn by a kill remains a line of its own.
// Append doesn't follow a symbolic link, because a project could contain one to any file.
func Append(path string, r Record) error {
	line, err := Line(r)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR|noFollow, 0o600)
	if err != nil {
		return err
	}
	if err := extend(file, line); err != nil {
		return errors.Join(err, file.Close())
	}
	return file.Close()
}

func extend(file *os.File, line []byte) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	switch {
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case info.Size() > most:
		return fmt.Errorf("larger than %d MiB, the most that is recorded", most>>20)
	case info.Size() > 0:
		last := make([]byte, 1)
		if _, err := file.ReadAt(last, info.Size()-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	_, err = file.Write(line)
	return err
}

// Line formats a record as Append writes it.
func Line(r Record) ([]byte, error) {
	line, err := jsontext.Encode(r)
	return append(line, '\n'), err
}

// A Fault is a line that is not a record.
type Fault struct {
	Line    int
	Message string
}

// Load is Read for a file. It must be a regular file, because others may not end.
func Load(path string) ([]Record, []Fault, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, errors.New("not a regular file")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = file.Close() }()
	return Read(file)
}

// Read returns the records of a cassette in the order in which they were written, and the faulty
// lines, which it skips.
func Read(from io.Reader) ([]Record, []Fault, error) {
	var records []Record
	var faults []Fault
	lines := bufio.NewReaderSize(io.LimitReader(from, 2*most), 64<<10)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		over := err == io.EOF
		if err != nil && !over {
			return nil, nil, err
		}
		if text := bytes.TrimSpace(line); len(text) > 0 {
			if r, fault := read(text); fault == "" {
				r.Line = number
				records = append(records, r)
			} else {
				faults = append(faults, Fault{number, fault})
			}
		}
		if over {
			return records, faults, nil
		}
	}
}

// read parses one line. fault is the reason why it is not a record.
func read(line []byte) (r Record, fault string) {
	err := json.Unmarshal(line, &r)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) && syntax.Offset >= int64(len(line)) {
		return r, "torn: the recorder was killed while it wrote it"
	}
	switch {
	case err != nil && line[0] != '{':
		return r, "no record: it must be an object"
	case err != nil:
		return r, "no record: " + strings.TrimPrefix(err.Error(), "json: ")
	case r.Version != Version:
		return r, fmt.Sprintf("a record of version %d, and this hooktest reads %d", r.Version, Version)
	case r.Agent == "" || r.Event == "":
		return r, "no record: the agent or the event is missing"
	}
	return r, ""
}
