// Package jsontext reads and writes JSON without changing its digits and characters:
// numbers do not become floats, and it makes no HTML escapes. It does not indent; package
// visible escapes invisible characters.
package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Encode returns the text of a value, on one line without a line feed.
func Encode(value any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Decode decodes the single value of a text into what target points to. A number in an
// untyped target becomes a json.Number.
func Decode(text []byte, target any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(target); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text after the value")
	}
	return nil
}
