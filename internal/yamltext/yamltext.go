// Package yamltext reads YAML files strictly: one document, no unknown and no
// repeated keys, faults with their line. It is the only package that imports the YAML
// library, whose error texts quote source lines and whose reader panics on some broken
// documents.
package yamltext

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/hooktest/hooktest/internal/source"
)

// A Fault is an error in a document. Line counts from 1 and is 0 if it is unknown.
type Fault struct {
	Line    int
	Message string
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Message
	}
	return fmt.Sprintf("line %d: %s", f.Line, f.Message)
}

// In prefixes an error of this package with the file and, if known, the line.
func In(file string, err error) error {
	if f, ok := errors.AsType[*Fault](err); ok && f.Line > 0 {
		return fmt.Errorf("%s: %s", source.At(file, f.Line), f.Message)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// Unmarshal reads the one document of data into value. The error is a *Fault.
func Unmarshal(data []byte, value any) (err error) {
	defer unreadable(&err)
	decoder := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict())
	if err := decoder.Decode(value); err != nil {
		if errors.Is(err, io.EOF) {
			return &Fault{Message: "the file is empty"}
		}
		return fault(err)
	}
	var second any
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		return &Fault{Message: "more than one document"}
	}
	return nil
}

// unreadable turns a panic of the library into an error.
func unreadable(err *error) {
	if cause := recover(); cause != nil {
		*err = &Fault{Message: fmt.Sprintf("not readable as YAML: %v", cause)}
	}
}

func fault(err error) *Fault {
	var syntax yaml.Error
	if !errors.As(err, &syntax) || syntax.GetToken() == nil {
		return &Fault{Message: err.Error()}
	}
	return &Fault{Line: syntax.GetToken().Position.Line, Message: syntax.GetMessage()}
}

// Located is a value inside a document with its line, or the reason why it could not be
// read: one unreadable value does not hide the faults of others.
type Located[T any] struct {
	Value T
	Line  int
	// Err is nil or a *Fault.
	Err error
}

// UnmarshalYAML reads the value strictly and keeps a failure to itself.
func (l *Located[T]) UnmarshalYAML(node ast.Node) error {
	if t := node.GetToken(); t != nil && t.Position != nil {
		l.Line = t.Position.Line
	}
	if err := yaml.NodeToValue(node, &l.Value, yaml.Strict()); err != nil {
		l.Err = fault(err)
	}
	return nil
}
