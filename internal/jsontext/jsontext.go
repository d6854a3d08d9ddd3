// Package jsontext reads and writes JSON whose digits and letters stay as they are:
// no number becomes a float on its way, and no character an escape for HTML's sake.
// It lays nothing out and makes nothing visible.
package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Encode gives the text of a value, on one line without a line feed.
func Encode(value any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Decode reads the one value of a text into what target points to. Where that has
// no type for a number, it gets a json.Number.
func Decode(text []byte, target any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(target); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text behind the value")
	}
	return nil
}
