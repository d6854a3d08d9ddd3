// Package promptanswer reads files of recorded answers that replace the model that hooks ask: a
// list in YAML or JSON. An entry is an answer, optionally with a text that the question contains or
// the SHA-256 of the whole question. For returns the recorded answer to a question. The package
// asks no model.
package promptanswer

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// Answers are the recorded answers of one file. They are safe for concurrent use.
type Answers struct {
	mutex sync.Mutex
	// named are the answers to specific questions, in order; inTurn are those to any question, each
	// given once.
	named  []answer
	inTurn []string
}

type answer struct{ prompt, sha256, text string }

// Read reads a file. The error of an invalid file names the place.
func Read(path string) (*Answers, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	}
	if info.Size() > yamltext.MaxBytes {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d MiB, the most that is read", yamltext.MaxBytes>>20)}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	root, err := yamltext.Parse(path, data)
	if err != nil {
		return nil, err
	}
	if root.Kind() != document.Array {
		return nil, &document.SyntaxError{Position: root.Position(), Message: "must be a list of answers, not " + root.Kind().Article()}
	}
	all := &Answers{}
	for _, item := range root.Items() {
		if err := all.add(item); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// One returns a single answer to every question.
func One(text string) *Answers { return &Answers{named: []answer{{text: text}}} }

// Fresh returns the same answers, none of them given yet.
func (a *Answers) Fresh() *Answers {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return &Answers{named: a.named, inTurn: a.inTurn}
}

func (a *Answers) add(item *document.Node) error {
	fault := func(at *document.Node, format string, args ...any) error {
		return &document.SyntaxError{Position: at.Position(), Message: fmt.Sprintf(format, args...)}
	}
	if item.Kind() != document.Object {
		return fault(item, "must be a mapping with the key answer, not %s", item.Kind().Article())
	}
	var one answer
	answered := false
	for _, field := range item.Fields() {
		switch field.Name {
		case "answer":
			one.text, answered = Text(field.Value), true
		case "prompt", "sha256":
			if field.Value.Text() == "" {
				return fault(field.Value, "%s must be a text that is not empty", field.Name)
			}
			if field.Name == "prompt" {
				one.prompt = field.Value.Text()
			} else {
				one.sha256 = strings.ToLower(field.Value.Text())
			}
		default:
			return &document.SyntaxError{Position: field.NamePosition, Message: fmt.Sprintf("unknown key %q: known here are answer, prompt and sha256", field.Name)}
		}
	}
	switch {
	case !answered:
		return fault(item, "answer is missing, which is what the model says")
	case one.prompt == "" && one.sha256 == "":
		a.inTurn = append(a.inTurn, one.text)
	default:
		a.named = append(a.named, one)
	}
	return nil
}

// Text returns a value as a model would write it: a text unchanged, anything else as JSON.
func Text(node *document.Node) string {
	if node.Kind() == document.String {
		return node.Text()
	}
	return string(jsonvalue.Marshal(node.Value()))
}

// For returns the answer to a question: the first that names it, else the next of those that name
// none. ok is false if there is none left.
func (a *Answers) For(asked inquiry.Asking) (text string, ok bool) {
	sum := sha256.Sum256([]byte(asked.Prompt))
	for _, one := range a.named {
		if (one.prompt == "" || strings.Contains(asked.Prompt, one.prompt)) && (one.sha256 == "" || one.sha256 == hex.EncodeToString(sum[:])) {
			return one.text, true
		}
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if len(a.inTurn) == 0 {
		return "", false
	}
	text, a.inTurn = a.inTurn[0], a.inTurn[1:]
	return text, true
}
