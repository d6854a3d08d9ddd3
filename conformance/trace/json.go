package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/hooktest/hooktest/internal/visible"
)

// Write writes a report as JSON, by the published schema. Each entry of its lists is on
// one line, so that a large report does not need much memory.
func Write(w io.Writer, r Report) error {
	out := bufio.NewWriter(w)
	separator := "{\n"
	value := reflect.ValueOf(r)
	for i := range value.NumField() {
		name, options, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		if options == "omitempty" && value.Field(i).IsZero() {
			continue
		}
		out.WriteString(separator)
		separator = ",\n"
		if err := writeMember(out, name, value.Field(i)); err != nil {
			return err
		}
	}
	out.WriteString("\n}\n")
	return out.Flush()
}

func writeMember(out *bufio.Writer, name string, value reflect.Value) error {
	fmt.Fprintf(out, "%q: ", name)
	if value.Kind() != reflect.Slice {
		return writeValue(out, value)
	}
	// An empty list is written as a list.
	separator := "["
	for i := range value.Len() {
		out.WriteString(separator + "\n")
		separator = ","
		if err := writeValue(out, value.Index(i)); err != nil {
			return err
		}
	}
	if value.Len() == 0 {
		out.WriteString(separator)
	}
	_, err := out.WriteString("]")
	return err
}

func writeValue(out *bufio.Writer, value reflect.Value) error {
	text, err := json.Marshal(value.Interface())
	if err != nil {
		return err
	}
	_, err = out.Write(visible.JSON(text))
	return err
}

// Read reads a report that was written as JSON.
func Read(r io.Reader) (Report, error) {
	var report Report
	if err := json.NewDecoder(r).Decode(&report); err != nil {
		return report, fmt.Errorf("this is not a report of a trace: %w", err)
	}
	if report.Schema != Schema {
		return report, errors.New("this is not a report of a trace")
	}
	return report, nil
}
